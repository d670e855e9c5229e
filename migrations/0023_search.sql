-- Numbers are words apart from their unit, and orders are found by phone and document.

-- As `wordsOf` in app/domain/catalogue/search.ts: "500g" is two words.
CREATE OR REPLACE FUNCTION weighted_words(plain text, weight text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(DISTINCT format('''%s'':%s', left(word, 100), weight), ' '), '')
  FROM regexp_split_to_table(
    regexp_replace(plain, '([0-9])(?=[a-z])', '\1 ', 'g'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u2100-\u2bff\u3000-\u303f]+'
  ) AS word
  WHERE word <> ''
$$;
SELECT index_products();

-- As in 0001, and with phone and document without their marks.
CREATE OR REPLACE FUNCTION order_search_text(id uuid, numero_pedido bigint, cliente_info jsonb) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT translate(id::text, '-', '') || ' ' || numero_pedido::text || ' ' || lower(translate(
    left(coalesce(cliente_info ->> 'name', ''), 300) || ' ' || left(coalesce(cliente_info ->> 'email', ''), 320),
    E'áàâãäåéèêëíìîïóòôõöúùûüçñýÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑÝ\u00a0',
    'aaaaaaeeeeiiiiooooouuuucnyaaaaaaeeeeiiiiooooouuuucny '))
    || ' ' || left(coalesce(cliente_info ->> 'phone', ''), 40)
    || ' ' || lower(regexp_replace(left(coalesce(cliente_info ->> 'document', ''), 40), '[^0-9A-Za-z]', '', 'g'))
$$;
UPDATE order_changes SET search_text = order_search_text(id, numero_pedido, cliente_info)
FROM pedidos WHERE pedidos.id = order_id;
