-- The search of products, and their changes for other systems.

-- As `plainText` in app/domain/catalogue/list/search.ts.
CREATE OR REPLACE FUNCTION plain_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g'))
$$;

-- As `wordsOf` in app/domain/catalogue/list/search.ts, as the text of a tsvector: "500g" is two words. The separators are listed because
-- the meaning of a class depends on the database's locale; ª, µ and º are letters.
CREATE OR REPLACE FUNCTION weighted_words(plain text, weight text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(DISTINCT format('''%s'':%s', left(word, 100), weight), ' '), '')
  FROM regexp_split_to_table(
    regexp_replace(plain, '([0-9])(?=[a-z])', '\1 ', 'g'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u2100-\u2bff\u3000-\u303f]+'
  ) AS word
  WHERE word <> ''
$$;

CREATE OR REPLACE FUNCTION product_words(product products) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT concat_ws(' ',
    weighted_words(plain_text(product.title), '1A'),
    '''=' || product.category || ''':2B',
    weighted_words(plain_text(product.short_desc || ' ' || product.long_desc), '3C')
  )::tsvector
$$;

CREATE OR REPLACE FUNCTION index_products() RETURNS void LANGUAGE sql AS $$
  DELETE FROM product_search;
  INSERT INTO product_search SELECT id, plain_text(title), product_words(products) FROM products;
$$;

CREATE OR REPLACE FUNCTION index_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM product_search WHERE product_id = OLD.id;
  ELSE
    INSERT INTO product_search VALUES (NEW.id, plain_text(NEW.title), product_words(NEW))
    ON CONFLICT (product_id) DO UPDATE SET title = excluded.title, words = excluded.words;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION restart_product_feed() RETURNS void LANGUAGE sql AS $$
  DELETE FROM product_changes;
  INSERT INTO product_changes SELECT id, pg_current_xact_id() FROM products;
$$;

CREATE OR REPLACE FUNCTION track_product_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM product_changes WHERE product_id = OLD.id;
  ELSIF TG_OP = 'INSERT' OR NEW IS DISTINCT FROM OLD THEN
    INSERT INTO product_changes VALUES (NEW.id, pg_current_xact_id())
    ON CONFLICT (product_id) DO UPDATE SET changed_in = excluded.changed_in;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER products_search AFTER INSERT OR DELETE OR UPDATE OF title, category, short_desc, long_desc ON products
  FOR EACH ROW EXECUTE FUNCTION index_product();
CREATE OR REPLACE TRIGGER products_track AFTER INSERT OR UPDATE OR DELETE ON products
  FOR EACH ROW EXECUTE FUNCTION track_product_change();
