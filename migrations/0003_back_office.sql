-- What the back office asks of many orders, and which pictures nobody uses.

-- The words by which an order is found: its id, whole and by the ends that screens show, its number, and the words of
-- the customer's name and e-mail without accents. `searchQuery` in app/domain/orders/search.ts folds what is typed in
-- the same way.
CREATE FUNCTION order_words(id uuid, numero_pedido bigint, cliente_info jsonb) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(array_remove(string_to_array(
    translate(id::text, '-', '') || ' ' || right(id::text, 8) || ' ' || right(id::text, 6) || ' ' ||
    numero_pedido::text || ' ' || lower(translate(
      coalesce(cliente_info ->> 'name', '') || ' ' || coalesce(cliente_info ->> 'email', ''),
      E'áàâãäåéèêëíìîïóòôõöúùûüçñýÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑÝ!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~\u00a0',
      'aaaaaaeeeeiiiiooooouuuucnyaaaaaaeeeeiiiiooooouuuucny                                 ')),
    ' '), ''))
$$;

-- Without the list of pending entries, which would be read whole by each search and emptied by some unlucky order.
CREATE INDEX pedidos_words ON pedidos USING gin (order_words(id, numero_pedido, cliente_info)) WITH (fastupdate = off);

-- Counts and sums over days, read from the index alone.
CREATE INDEX pedidos_amounts ON pedidos (created_at) INCLUDE (status, valor_total);

-- Pictures that no row named when this was last looked at, and since when.
CREATE TABLE unused_media (
  name text PRIMARY KEY CHECK (char_length(name) <= 500),
  since timestamptz(3) NOT NULL
);
