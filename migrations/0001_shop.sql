-- The whole schema, by subject: categories and products, stock, recipes, orders, settings, audit log, webhooks and mails,
-- administrator, records of processes.
--
-- Limits of length are far above those of the forms: they keep a mistake from filling the disk. Instants have
-- milliseconds, as in JavaScript, so that a cursor made from one points exactly at its row. Foreign keys that are deferred
-- allow rows to be copied table by table.

-- Checks of JSON columns.

CREATE FUNCTION is_text_list(value jsonb, most integer) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_typeof(value) = 'array'
    AND jsonb_array_length(value) <= most
    AND NOT jsonb_path_exists(value, '$[*] ? (@.type() != "string")')
$$;
CREATE FUNCTION is_integer_between(value jsonb, low integer, high integer) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(CASE WHEN jsonb_typeof(value) = 'number'
    THEN value::numeric BETWEEN low AND high AND value::numeric = floor(value::numeric) END, false)
$$;
CREATE FUNCTION is_price(value jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(CASE WHEN jsonb_typeof(value) = 'number'
    THEN value::numeric BETWEEN 0 AND 9999999.99 AND value::numeric = round(value::numeric, 2) END, false)
$$;
-- For every audited table: version, audit log and notification.

-- An update that changes nothing leaves version, audit log and listeners alone.
CREATE FUNCTION touch_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version;
  NEW.updated_at := OLD.updated_at;
  IF NEW IS DISTINCT FROM OLD THEN
    NEW.version := OLD.version + 1;
    NEW.updated_at := now();
  END IF;
  RETURN NEW;
END $$;
-- One row in audit_logs and one notification for each change, in the transaction of the change. The trigger's argument is the
-- name under which the table is known outside. Orders have a function of their own.
CREATE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql
-- The audit log stores instants as text in UTC, also behind a pooler with another time zone.
SET timezone = 'UTC' AS $$
DECLARE
  acting_user text := nullif(current_setting('pomar.user_email', true), '');
  log_id uuid := gen_random_uuid();
  of_a_move text[];
  before_row jsonb;
  after_row jsonb;
  current_row jsonb;
  is_quiet boolean;
BEGIN
  IF TG_OP = 'INSERT' THEN
    after_row := to_jsonb(NEW);
    current_row := after_row;
  ELSE
    before_row := to_jsonb(OLD);
    after_row := CASE WHEN TG_OP = 'UPDATE' THEN to_jsonb(NEW) END;
    IF before_row = after_row THEN
      RETURN NULL;
    END IF;
    current_row := coalesce(after_row, before_row);
    of_a_move := ARRAY['position', 'version', 'updated_at'];
    -- Only the position changed.
    is_quiet := before_row - of_a_move = after_row - of_a_move;
  END IF;
  INSERT INTO audit_logs (id, user_email, table_name, operation, record_id, old_data, new_data)
  VALUES (log_id, acting_user, TG_ARGV[0], TG_OP, current_row ->> 'id', before_row, after_row);
  -- A notification is limited to 8,000 bytes, and a character may take six in JSON.
  PERFORM pg_notify('pomar_changes', jsonb_strip_nulls(jsonb_build_object(
    'table', TG_ARGV[0],
    'operation', TG_OP,
    'id', current_row -> 'id',
    'version', current_row -> 'version',
    'title', left(current_row ->> 'title', 300),
    'slug', left(current_row ->> 'slug', 300),
    'by', left(acting_user, 320),
    'quiet', nullif(is_quiet, false),
    'lists', CASE WHEN TG_ARGV[0] = 'products' THEN changed_lists(before_row, after_row) END,
    'tab', left(nullif(current_setting('pomar.tab', true), ''), 64),
    'log', log_id
  ))::text);
  RETURN NULL;
END $$;

-- Categories.

CREATE TABLE categories (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  slug text NOT NULL UNIQUE CHECK (slug IN ('polpas', 'frutas-congeladas', 'gelo-saborizado', 'pescados')),
  description text NOT NULL DEFAULT '' CHECK (char_length(description) <= 5000),
  image_url text CHECK (char_length(image_url) <= 2000),
  -- Composed for the shape of its box: 4:5 and 14:5.
  image_tall_url text CHECK (char_length(image_tall_url) <= 2000),
  image_wide_url text CHECK (char_length(image_wide_url) <= 2000),
  position integer NOT NULL CHECK (position >= 0),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
-- Before the triggers: nobody made this change.
INSERT INTO categories (name, slug, position) VALUES
  ('Polpas de Frutas', 'polpas', 0),
  ('Frutas Congeladas', 'frutas-congeladas', 1),
  ('Gelo Saborizado', 'gelo-saborizado', 2),
  ('Pescados', 'pescados', 3);
CREATE TRIGGER categories_touch BEFORE UPDATE ON categories FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER categories_change AFTER INSERT OR UPDATE OR DELETE ON categories
  FOR EACH ROW EXECUTE FUNCTION record_change('categories');

-- Products. The main sale unit is the first entry of `sale_options`; the rules are those of
-- app/domain/catalogue/sale-options.ts. `active` is stored only when it is false.

CREATE FUNCTION are_sale_terms(terms jsonb, price numeric) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  step numeric;
  tier jsonb;
  last_from numeric := 0;
  last_price numeric := price;
BEGIN
  IF jsonb_typeof(terms) IS DISTINCT FROM 'object'
    OR NOT is_integer_between(terms -> 'step', 1, 9999)
    OR NOT is_integer_between(terms -> 'minimum', 1, 9999)
    OR jsonb_typeof(terms -> 'tiers') IS DISTINCT FROM 'array'
    OR jsonb_array_length(terms -> 'tiers') > 5
  THEN RETURN false; END IF;
  step := terms -> 'step';
  IF (terms -> 'minimum')::numeric % step <> 0 THEN RETURN false; END IF;
  FOR tier IN SELECT jsonb_array_elements(terms -> 'tiers') LOOP
    IF jsonb_typeof(tier) <> 'object' OR NOT is_integer_between(tier -> 'from', 1, 9999) OR NOT is_price(tier -> 'price')
    THEN RETURN false; END IF;
    IF (tier -> 'from')::numeric % step <> 0 OR (tier -> 'from')::numeric <= last_from
      OR (tier -> 'price')::numeric >= last_price
    THEN RETURN false; END IF;
    last_from := tier -> 'from';
    last_price := tier -> 'price';
  END LOOP;
  RETURN true;
END $$;
CREATE FUNCTION are_sale_options(options jsonb) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  option jsonb;
  units text[] := '{}';
BEGIN
  IF jsonb_typeof(options) <> 'array' OR jsonb_array_length(options) NOT BETWEEN 1 AND 4 THEN RETURN false; END IF;
  FOR option IN SELECT jsonb_array_elements(options) LOOP
    IF jsonb_typeof(option) <> 'object'
      OR coalesce(option ->> 'unit', '') NOT IN ('unidade', 'pacote', 'caixa', 'kg')
      OR option ->> 'unit' = ANY (units)
      OR NOT is_price(option -> 'price')
      OR NOT is_integer_between(option -> 'contains', 1, CASE WHEN units = '{}' THEN 1 ELSE 10000 END)
      OR option -> 'active' <> 'false'
      OR (units = '{}' AND option ? 'active')
      OR NOT are_sale_terms(option, (option -> 'price')::numeric)
    THEN RETURN false; END IF;
    units := units || (option ->> 'unit');
  END LOOP;
  RETURN true;
END $$;
CREATE TABLE products (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 300),
  slug text NOT NULL UNIQUE CHECK (char_length(slug) BETWEEN 1 AND 300),
  -- The product's id in another system, such as an ERP.
  external_id text UNIQUE CHECK (char_length(external_id) BETWEEN 1 AND 100),
  category text REFERENCES categories (slug) ON UPDATE CASCADE,
  -- What the chips of a category page filter by: "Sachês", "Caixas".
  "group" text CHECK (char_length("group") BETWEEN 1 AND 40 AND "group" = btrim("group")),
  short_desc text NOT NULL DEFAULT '' CHECK (char_length(short_desc) <= 5000),
  long_desc text NOT NULL DEFAULT '' CHECK (char_length(long_desc) <= 50000),
  ingredients text NOT NULL DEFAULT '' CHECK (char_length(ingredients) <= 2000),
  -- Main units: the sum of the product's movements. Orders may take it below zero.
  stock integer NOT NULL DEFAULT 0,
  images jsonb NOT NULL DEFAULT '[]' CHECK (is_text_list(images, 100)),
  visible boolean NOT NULL DEFAULT true,
  position integer NOT NULL DEFAULT 0 CHECK (position >= 0),
  specs jsonb NOT NULL DEFAULT '{}' CONSTRAINT products_specs_check CHECK (
    jsonb_typeof(specs) = 'object'
    AND NOT specs ? 'unit'
    AND NOT jsonb_path_exists(specs, '$.rating ? (!(@.type() == "number" && @ >= 0 && @ <= 5))')
    AND NOT jsonb_path_exists(specs, '$.packageInfo.* ? (!(@.type() == "number" && @ >= 1 && @ == @.floor()))')
  ),
  sale_options jsonb NOT NULL
    DEFAULT '[{"unit": "unidade", "price": 0, "contains": 1, "minimum": 1, "step": 1, "tiers": []}]',
  -- What other systems store with it. Visitors never see it.
  metadata jsonb NOT NULL DEFAULT '{}'
    CONSTRAINT products_metadata CHECK (jsonb_typeof(metadata) = 'object' AND octet_length(metadata::text) <= 50000),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT products_sale_options_check CHECK (are_sale_options(sale_options)),
  CONSTRAINT products_variable_weight_check CHECK (
    NOT jsonb_path_exists(specs, '$.variable_weight ? (@.type() != "boolean")')
    AND (sale_options -> 0 ->> 'unit' = 'kg' OR coalesce(specs ->> 'variable_weight', 'false') = 'false')
  )
);
CREATE TRIGGER products_touch BEFORE UPDATE ON products FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER products_change AFTER INSERT OR UPDATE OR DELETE ON products
  FOR EACH ROW EXECUTE FUNCTION record_change('products');

-- Lists of products in parts: by position, and by category with what is sold out at the end.
-- Of no visible option the stock covers the minimum.
CREATE FUNCTION is_sold_out(stock integer, sale_options jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT NOT jsonb_path_exists(
    sale_options,
    '$[*] ? (!(@.active == false) && $stock >= @.minimum * @.contains)',
    jsonb_build_object('stock', stock)
  )
$$;
CREATE INDEX products_by_position ON products (position, created_at, id);
CREATE INDEX products_by_category
  ON products (category, is_sold_out(stock, sale_options), position, created_at, id) WHERE visible;

-- The categories of the lists whose members or order changed ('' is none); null when there is none, and for a product that
-- is and was hidden. So a changed price drops the cached pages of one product and not those of all.
CREATE FUNCTION changed_lists(before_row jsonb, after_row jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_agg(DISTINCT coalesce(one ->> 'category', ''))
  FROM unnest(ARRAY[before_row, after_row]) AS rows (one)
  WHERE (one ->> 'visible')::boolean
    AND (
      EXISTS (
        SELECT FROM unnest(ARRAY['visible', 'category', 'group', 'position', 'title', 'slug']) AS columns (name)
        WHERE before_row -> name IS DISTINCT FROM after_row -> name
      )
      -- What is sold out comes last.
      OR is_sold_out((before_row ->> 'stock')::integer, before_row -> 'sale_options')
        IS DISTINCT FROM is_sold_out((after_row ->> 'stock')::integer, after_row -> 'sale_options')
    )
$$;

-- What products are searched by. Rebuilt, not copied, by `npm run move` and `npm run restore`.
CREATE TABLE product_search (
  product_id uuid PRIMARY KEY,
  -- Without accents and case.
  title text NOT NULL,
  -- Each word with the weight of its text: A for the title, C for the descriptions. '=polpas' is the category.
  words tsvector NOT NULL
);
CREATE INDEX product_search_words ON product_search USING gin (words) WITH (fastupdate = off);
-- As `plainText` in app/domain/catalogue/search.ts.
CREATE FUNCTION plain_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g'))
$$;
-- As `wordsOf` in app/domain/catalogue/search.ts, as the text of a tsvector. The separators are listed because the meaning of
-- a class depends on the database's locale; ª, µ and º are letters.
CREATE FUNCTION weighted_words(plain text, weight text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(DISTINCT format('''%s'':%s', left(word, 100), weight), ' '), '')
  FROM regexp_split_to_table(
    plain,
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u2100-\u2bff\u3000-\u303f]+'
  ) AS word
  WHERE word <> ''
$$;
CREATE FUNCTION product_words(product products) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT concat_ws(' ',
    weighted_words(plain_text(product.title), '1A'),
    '''=' || product.category || ''':2B',
    weighted_words(plain_text(product.short_desc || ' ' || product.long_desc), '3C')
  )::tsvector
$$;
CREATE FUNCTION index_products() RETURNS void LANGUAGE sql AS $$
  DELETE FROM product_search;
  INSERT INTO product_search SELECT id, plain_text(title), product_words(products) FROM products;
$$;
CREATE FUNCTION index_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM product_search WHERE product_id = OLD.id;
  ELSE
    INSERT INTO product_search VALUES (NEW.id, plain_text(NEW.title), product_words(NEW))
    ON CONFLICT (product_id) DO UPDATE SET title = excluded.title, words = excluded.words;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER products_search AFTER INSERT OR DELETE OR UPDATE OF title, category, short_desc, long_desc ON products
  FOR EACH ROW EXECUTE FUNCTION index_product();

-- Products in the order of their last change, for GET /api/products?after=, as order_changes for orders. Both share the id of
-- the feed. Changes of the stock are changes of the product.
CREATE TABLE product_changes (
  product_id uuid PRIMARY KEY,
  changed_in xid8 NOT NULL
);
CREATE INDEX product_changes_in_order ON product_changes (changed_in, product_id);
CREATE FUNCTION restart_product_feed() RETURNS void LANGUAGE sql AS $$
  DELETE FROM product_changes;
  INSERT INTO product_changes SELECT id, pg_current_xact_id() FROM products;
$$;
CREATE FUNCTION track_product_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM product_changes WHERE product_id = OLD.id;
  ELSIF TG_OP = 'INSERT' OR NEW IS DISTINCT FROM OLD THEN
    INSERT INTO product_changes VALUES (NEW.id, pg_current_xact_id())
    ON CONFLICT (product_id) DO UPDATE SET changed_in = excluded.changed_in;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER products_track AFTER INSERT OR UPDATE OR DELETE ON products
  FOR EACH ROW EXECUTE FUNCTION track_product_change();

-- Imports in progress: a file is applied in several transactions, and continued after a crash. `file` is compressed with
-- gzip and encoded in base64; `next_row` counts its rows that are applied.
CREATE TABLE product_imports (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  author text NOT NULL,
  file text NOT NULL,
  seen jsonb,
  next_row integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE product_imports ALTER COLUMN file SET STORAGE EXTERNAL;

-- Stock: why it is what it is.

CREATE TABLE stock_movements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- No foreign keys: a movement outlives its product and its order.
  product_id uuid NOT NULL,
  -- Main units added; negative when they were taken.
  quantity numeric(12, 3) NOT NULL CONSTRAINT stock_movements_quantity_check CHECK (quantity <> 0),
  reason text NOT NULL CONSTRAINT stock_movements_reason_check CHECK (
    reason IN ('pedido', 'cancelamento', 'edição', 'entrada', 'contagem', 'ajuste', 'importação')
  ),
  order_id uuid,
  note text CONSTRAINT stock_movements_note_check CHECK (char_length(note) BETWEEN 1 AND 500),
  -- NULL is the system.
  author text,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX stock_movements_by_product ON stock_movements (product_id, id);
-- `explainStock` in app/domain/stock/commands.server.ts sets it; a change that nobody explained is an adjustment.
CREATE FUNCTION stock_reason() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(nullif(current_setting('pomar.stock_reason', true), ''), 'ajuste')
$$;
-- Each change of a stock is a movement, in its transaction. A deleted product ends at 0, so that it may be restored.
CREATE FUNCTION record_stock_movement() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved integer := coalesce(NEW.stock, 0) - coalesce(OLD.stock, 0);
BEGIN
  IF moved <> 0 THEN
    INSERT INTO stock_movements (product_id, quantity, reason, order_id, note, author) VALUES (
      coalesce(NEW.id, OLD.id),
      moved,
      stock_reason(),
      nullif(current_setting('pomar.stock_order', true), '')::uuid,
      nullif(current_setting('pomar.stock_note', true), ''),
      nullif(current_setting('pomar.user_email', true), '')
    );
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER products_stock AFTER INSERT OR UPDATE OF stock OR DELETE ON products
  FOR EACH ROW EXECUTE FUNCTION record_stock_movement();
-- Movements are written once, and only by the trigger of `products`.
CREATE FUNCTION guard_stock_movements() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND pg_trigger_depth() > 1 THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'stock_movements follow from changes of products.stock' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER stock_movements_guard BEFORE INSERT OR UPDATE OR DELETE ON stock_movements
  FOR EACH ROW EXECUTE FUNCTION guard_stock_movements();

-- Recipes.

CREATE TABLE recipes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 300),
  slug text NOT NULL UNIQUE CHECK (char_length(slug) BETWEEN 1 AND 300),
  category text NOT NULL DEFAULT '' CHECK (char_length(category) <= 200),
  difficulty text NOT NULL DEFAULT 'Fácil' CHECK (difficulty IN ('Fácil', 'Médio', 'Difícil')),
  short_desc text NOT NULL DEFAULT '' CHECK (char_length(short_desc) <= 5000),
  long_desc text NOT NULL DEFAULT '' CHECK (char_length(long_desc) <= 50000),
  -- Minutes.
  prep_time integer CHECK (prep_time >= 0),
  servings integer CHECK (servings >= 0),
  image_url text CHECK (char_length(image_url) <= 2000),
  ingredients jsonb NOT NULL DEFAULT '[]' CHECK (is_text_list(ingredients, 500)),
  instructions text NOT NULL DEFAULT '' CHECK (char_length(instructions) <= 50000),
  is_featured boolean NOT NULL DEFAULT false,
  visible boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX recipes_newest ON recipes (created_at DESC, id);
CREATE TRIGGER recipes_touch BEFORE UPDATE ON recipes FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER recipes_change AFTER INSERT OR UPDATE OR DELETE ON recipes
  FOR EACH ROW EXECUTE FUNCTION record_change('recipes');

-- Orders. The statuses are those of app/domain/orders/status.ts, whose test names what a new one changes here.

CREATE TABLE pedidos (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  numero_pedido bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) UNIQUE,
  status text NOT NULL DEFAULT 'pendente',
  -- The lines and the fee: `record_order_change` checks it.
  valor_total numeric(14, 2) NOT NULL,
  delivery_fee numeric(12, 2) NOT NULL DEFAULT 0,
  cliente_info jsonb NOT NULL,
  user_id uuid,
  -- One key, one order: the browser creates it, and a repeated request finds the order.
  idempotency_key text UNIQUE,
  -- SHA-256 of the request, so that a reused key with other contents is rejected.
  request_hash text,
  anonymized_at timestamptz(3),
  -- A part of what is signed: the next number invalidates the customer's link.
  link_version integer NOT NULL DEFAULT 1,
  -- The customer's own text.
  cancel_reason text,
  paid_at timestamptz(3),
  paid_method text,
  -- What other systems store with it.
  metadata jsonb NOT NULL DEFAULT '{}'
    CONSTRAINT pedidos_metadata CHECK (jsonb_typeof(metadata) = 'object' AND octet_length(metadata::text) <= 50000),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT pedidos_status_check CHECK (status IN ('pendente', 'confirmado', 'entregue', 'cancelado')),
  CONSTRAINT pedidos_amounts_check CHECK (
    valor_total BETWEEN 0 AND 999999999999.99 AND delivery_fee BETWEEN 0 AND 9999999.99
  ),
  CONSTRAINT pedidos_cliente_info_check CHECK (
    jsonb_typeof(cliente_info) = 'object' AND octet_length(cliente_info::text) <= 20000
  ),
  CONSTRAINT pedidos_note_check CHECK (
    jsonb_typeof(cliente_info -> 'note') = 'string' AND char_length(cliente_info ->> 'note') BETWEEN 1 AND 500
  ),
  CONSTRAINT pedidos_if_missing_check CHECK (cliente_info -> 'if_missing' IN ('"ligar"', '"trocar"', '"tirar"')),
  CONSTRAINT pedidos_request_check CHECK (
    char_length(idempotency_key) BETWEEN 1 AND 255 AND char_length(request_hash) <= 128
  ),
  CONSTRAINT pedidos_link_check CHECK (link_version >= 1 AND char_length(cancel_reason) <= 200),
  CONSTRAINT pedidos_paid_check CHECK (
    (paid_at IS NULL) = (paid_method IS NULL) AND char_length(paid_method) BETWEEN 1 AND 100
  )
);
CREATE INDEX pedidos_newest ON pedidos (created_at DESC, id DESC) INCLUDE (status, valor_total);
CREATE INDEX pedidos_by_status ON pedidos (status, created_at DESC, id DESC);
-- Closed orders whose customers' data are to be erased, and what is to be paid. New orders are in neither.
CREATE INDEX pedidos_retained ON pedidos (updated_at)
  WHERE anonymized_at IS NULL AND status IN ('entregue', 'cancelado');
CREATE INDEX pedidos_receivable ON pedidos (created_at DESC, id DESC) INCLUDE (valor_total)
  WHERE paid_at IS NULL AND status IN ('confirmado', 'entregue');
CREATE TRIGGER pedidos_touch BEFORE UPDATE ON pedidos FOR EACH ROW EXECUTE FUNCTION touch_row();

CREATE TABLE order_lines (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES pedidos (id) ON DELETE CASCADE,
  position integer NOT NULL,
  -- No foreign key: a line outlives its product, finds it again when it is restored, and locks no product.
  product_id uuid,
  -- Name, slug and external id when the order was placed.
  product_name text NOT NULL,
  slug text,
  external_id text,
  unit text NOT NULL,
  -- How the shop called it then, where that says more: 'Caixa · 48 un'.
  unit_label text,
  -- In `unit`: whole numbers, except for kg.
  quantity numeric(10, 3) NOT NULL,
  price numeric(12, 2) NOT NULL,
  -- How many main units of the product one `unit` contains.
  contains integer NOT NULL DEFAULT 1,
  -- Priced after weighing when it was ordered: price and total are estimates until there is a weight.
  variable_weight boolean NOT NULL DEFAULT false,
  weight numeric(10, 3),
  total numeric(14, 2) NOT NULL,
  CONSTRAINT order_lines_order_id_position_key UNIQUE (order_id, position),
  CONSTRAINT order_lines_position_check CHECK (position BETWEEN 0 AND 999),
  CONSTRAINT order_lines_unit_check CHECK (
    unit IN ('unidade', 'pacote', 'caixa', 'kg') AND char_length(unit_label) BETWEEN 1 AND 100
  ),
  -- NaN passes for greater than any number.
  CONSTRAINT order_lines_quantity_check CHECK (
    quantity > 0 AND quantity < 'NaN' AND (unit = 'kg' OR quantity = floor(quantity)) AND contains >= 1
  ),
  CONSTRAINT order_lines_weight_check CHECK (
    weight IS NULL OR weight > 0 AND weight < 'NaN' AND variable_weight
  ),
  CONSTRAINT order_lines_total_check CHECK (
    price BETWEEN 0 AND 9999999.99 AND total = round(price * coalesce(weight, quantity), 2)
  )
);
-- A line as the API, the exports, the mails and the audit log show it. STABLE, as jsonb_build_object is: queries contain the
-- body of an IMMUTABLE function only if all of it is immutable, and the call took a sixth of an order's time.
CREATE FUNCTION order_item(line order_lines) RETURNS jsonb LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT jsonb_strip_nulls(jsonb_build_object(
    'product_id', coalesce(line.product_id::text, ''),
    'product_name', line.product_name,
    'slug', line.slug,
    'external_id', line.external_id,
    'quantity', trim_scale(line.quantity),
    'unit', line.unit,
    'unit_label', line.unit_label,
    'price', trim_scale(line.price),
    'total', trim_scale(line.total),
    'contains', nullif(line.contains, 1),
    'variable_weight', nullif(line.variable_weight, false)
  ))
$$;
-- PL/pgSQL keeps its plan, SQL would not.
CREATE FUNCTION order_items(of_order uuid) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT jsonb_agg(order_item(lines) ORDER BY position) FROM order_lines AS lines WHERE order_id = of_order);
END $$;
-- The order feed (GET /api/orders?after=) and the search: orders by the transaction of their last change. Numbers and
-- timestamps are not in commit order; transaction ids below pg_snapshot_xmin() are final, so that a reader that stops there
-- misses nothing. The search scans one narrow row per order, which is cheaper for an insert than an index of words.
-- Belongs to this database: rebuilt, not copied, by `npm run move` and `npm run restore`.
CREATE TABLE order_changes (
  order_id uuid PRIMARY KEY,
  changed_in xid8 NOT NULL,
  created_at timestamptz(3) NOT NULL,
  status text NOT NULL,
  -- Id without hyphens, number, the customer's name and e-mail: see `order_search_text`.
  search_text text NOT NULL
);
CREATE INDEX order_changes_in_order ON order_changes (changed_in, order_id);
CREATE TABLE order_feed (
  single_row boolean PRIMARY KEY DEFAULT true CHECK (single_row),
  -- Part of each cursor: a new value invalidates all cursors.
  id uuid NOT NULL
);
INSERT INTO order_feed (id) VALUES (gen_random_uuid());

-- `foldText` in app/domain/orders/search.server.ts folds what is typed in the same way. `text || bigint` is not immutable,
-- hence the cast.
CREATE FUNCTION order_search_text(id uuid, numero_pedido bigint, cliente_info jsonb) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT translate(id::text, '-', '') || ' ' || numero_pedido::text || ' ' || lower(translate(
    left(coalesce(cliente_info ->> 'name', ''), 300) || ' ' || left(coalesce(cliente_info ->> 'email', ''), 320),
    E'áàâãäåéèêëíìîïóòôõöúùûüçñýÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑÝ\u00a0',
    'aaaaaaeeeeiiiiooooouuuucnyaaaaaaeeeeiiiiooooouuuucny '))
$$;
-- Number and amount of the orders placed on a day in São Paulo, for the dashboard.
CREATE TABLE order_sums (
  day date NOT NULL,
  status text NOT NULL,
  is_paid boolean NOT NULL,
  -- No two open transactions write one part of a sum: orders do not wait for each other.
  part smallint NOT NULL,
  orders integer NOT NULL,
  amount numeric(16, 2) NOT NULL,
  PRIMARY KEY (day, status, is_paid, part)
);
-- Sold on the orders of a day, in `unit` of each line: orders whose status takes from the stock. Only such a change of the
-- status writes here, and these wait for each other at the stock anyway.
CREATE TABLE product_sums (
  day date NOT NULL,
  product_id uuid NOT NULL,
  -- As ordered.
  product_name text NOT NULL,
  quantity numeric(14, 3) NOT NULL,
  amount numeric(16, 2) NOT NULL,
  PRIMARY KEY (day, product_id)
);
CREATE FUNCTION takes_stock(status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT status IN ('confirmado', 'entregue')
$$;
CREATE FUNCTION order_day(created_at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (created_at AT TIME ZONE 'America/Sao_Paulo')::date
$$;
CREATE FUNCTION restart_order_sums() RETURNS void LANGUAGE sql AS $$
  DELETE FROM order_sums;
  INSERT INTO order_sums
  SELECT order_day(created_at), status, paid_at IS NOT NULL, 0, count(*), sum(valor_total)
  FROM pedidos GROUP BY 1, 2, 3;
  DELETE FROM product_sums;
  INSERT INTO product_sums
  SELECT order_day(created_at), product_id, max(product_name), sum(quantity), sum(total)
  FROM pedidos JOIN order_lines ON order_id = pedidos.id
  WHERE takes_stock(status) AND product_id IS NOT NULL GROUP BY 1, 2;
$$;
-- Rebuilds what is derived from the orders. Needed after rows were copied from a database with other transaction ids.
CREATE FUNCTION restart_order_feed() RETURNS void LANGUAGE sql AS $$
  DELETE FROM order_changes;
  INSERT INTO order_changes
  SELECT id, pg_current_xact_id(), created_at, status, order_search_text(id, numero_pedido, cliente_info)
  FROM pedidos ORDER BY created_at;
  SELECT restart_order_sums();
  INSERT INTO order_feed (id) VALUES (gen_random_uuid()) ON CONFLICT (single_row) DO UPDATE SET id = excluded.id;
$$;
-- Everything that follows from the change of an order, in its transaction: audit log, feed, sums, webhooks, notification.
-- It runs when the statement that writes an order has written its lines, and before a deletion removes them.
CREATE FUNCTION record_order_change() RETURNS trigger LANGUAGE plpgsql
-- The audit log stores instants as text in UTC, also behind a pooler with another time zone.
SET timezone = 'UTC' AS $$
DECLARE
  acting_user text := nullif(current_setting('pomar.user_email', true), '');
  log_id uuid := gen_random_uuid();
  one pedidos;
  items jsonb;
  items_total numeric;
  sums_part smallint := 0;
  sold integer := coalesce(takes_stock(NEW.status), false)::integer - coalesce(takes_stock(OLD.status), false)::integer;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW IS NOT DISTINCT FROM OLD THEN
    RETURN NULL;
  END IF;
  one := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  SELECT jsonb_build_object('itens', jsonb_agg(order_item(lines) ORDER BY position)), sum(total) INTO items, items_total
  FROM order_lines AS lines WHERE order_id = one.id;
  IF one.valor_total IS DISTINCT FROM one.delivery_fee + items_total AND TG_OP <> 'DELETE' THEN
    RAISE EXCEPTION 'new row for relation "pedidos" violates check constraint "pedidos_total_is_items_plus_fee"' USING
      ERRCODE = 'check_violation', TABLE = 'pedidos', CONSTRAINT = 'pedidos_total_is_items_plus_fee';
  END IF;

  INSERT INTO audit_logs (id, user_email, table_name, operation, record_id, old_data, new_data)
  VALUES (
    log_id, acting_user, 'orders', TG_OP, one.id::text,
    CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) || items END,
    CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) || items END
  );

  -- The first part that no other open transaction has.
  WHILE NOT pg_try_advisory_xact_lock('order_sums'::regclass::integer, sums_part) LOOP
    sums_part := sums_part + 1;
  END LOOP;
  IF TG_OP = 'DELETE' THEN
    DELETE FROM order_changes WHERE order_id = OLD.id;
  ELSE
    INSERT INTO order_changes VALUES (
      one.id, pg_current_xact_id(), one.created_at, one.status,
      order_search_text(one.id, one.numero_pedido, one.cliente_info)
    )
    ON CONFLICT (order_id) DO UPDATE SET
      changed_in = excluded.changed_in,
      created_at = excluded.created_at,
      status = excluded.status,
      search_text = excluded.search_text;
    INSERT INTO order_sums AS sums VALUES (
      order_day(NEW.created_at), NEW.status, NEW.paid_at IS NOT NULL, sums_part, 1, NEW.valor_total)
    ON CONFLICT (day, status, is_paid, part) DO UPDATE SET
      orders = sums.orders + excluded.orders, amount = sums.amount + excluded.amount;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO order_sums AS sums VALUES (
      order_day(OLD.created_at), OLD.status, OLD.paid_at IS NOT NULL, sums_part, -1, -OLD.valor_total)
    ON CONFLICT (day, status, is_paid, part) DO UPDATE SET
      orders = sums.orders + excluded.orders, amount = sums.amount + excluded.amount;
  END IF;

  IF sold <> 0 THEN
    INSERT INTO product_sums AS sums
    SELECT order_day(one.created_at), product_id, max(product_name), sold * sum(quantity), sold * sum(total)
    FROM order_lines WHERE order_id = one.id AND product_id IS NOT NULL GROUP BY product_id ORDER BY product_id
    ON CONFLICT (day, product_id) DO UPDATE SET
      product_name = greatest(sums.product_name, excluded.product_name),
      quantity = sums.quantity + excluded.quantity,
      amount = sums.amount + excluded.amount;
  END IF;

  IF EXISTS (SELECT FROM webhooks) THEN
    PERFORM queue_webhooks(
      CASE WHEN TG_OP = 'INSERT' THEN 'order.created' ELSE 'order.changed' END,
      jsonb_build_object(
        'id', one.id,
        'numero_pedido', one.numero_pedido,
        'status', one.status,
        'valor_total', one.valor_total,
        'version', one.version,
        'deleted', TG_OP = 'DELETE'
      )
    );
  END IF;

  PERFORM pg_notify('pomar_changes', json_strip_nulls(json_build_object(
    'table', 'orders',
    'operation', TG_OP,
    'id', one.id,
    'version', one.version,
    'numero_pedido', one.numero_pedido,
    'status', one.status,
    'by', left(acting_user, 320),
    -- Of an order anything but its status changed.
    'quiet', CASE WHEN TG_OP = 'UPDATE' AND OLD.status = NEW.status THEN true END,
    'tab', left(nullif(current_setting('pomar.tab', true), ''), 64),
    'log', log_id
  ))::text);
  RETURN OLD;
END $$;
CREATE TRIGGER pedidos_change AFTER INSERT OR UPDATE ON pedidos
  FOR EACH ROW EXECUTE FUNCTION record_order_change();
CREATE TRIGGER pedidos_deletion BEFORE DELETE ON pedidos
  FOR EACH ROW EXECUTE FUNCTION record_order_change();

-- An order that is pending and not in here is new to the seller, on whatever device they look.
CREATE TABLE opened_orders (
  order_id uuid PRIMARY KEY REFERENCES pedidos (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  opened_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE FUNCTION announce_change(change jsonb) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('pomar_changes', jsonb_strip_nulls(change || jsonb_build_object(
    'tab', left(nullif(current_setting('pomar.tab', true), ''), 64)
  ))::text)
$$;
CREATE FUNCTION announce_opening() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_change(
    jsonb_build_object('table', 'orders', 'operation', 'UPDATE', 'id', NEW.order_id, 'quiet', true)
  );
  RETURN NULL;
END $$;
CREATE TRIGGER opened_orders_announce AFTER INSERT ON opened_orders
  FOR EACH ROW EXECUTE FUNCTION announce_opening();

-- Signs the customers' links. Written by the first process that needs it, never by a migration: installations share the
-- database that the build creates.
CREATE TABLE order_link_key (
  single_row boolean PRIMARY KEY DEFAULT true CHECK (single_row),
  -- 32 random bytes in base64url.
  key text NOT NULL CHECK (key ~ '^[A-Za-z0-9_-]{43}$')
);

-- Settings: one row. NULL means never saved, so that the built-in value counts.

CREATE TABLE settings (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  single_row boolean NOT NULL DEFAULT true UNIQUE CHECK (single_row),
  site_name text CHECK (char_length(site_name) <= 200),
  logo text CHECK (char_length(logo) <= 2000),
  policies text CHECK (char_length(policies) <= 200000),
  seo_default jsonb NOT NULL DEFAULT '{}' CHECK (
    jsonb_typeof(seo_default) = 'object' AND octet_length(seo_default::text) <= 50000
  ),
  colors jsonb NOT NULL DEFAULT '{}' CHECK (
    jsonb_typeof(colors) = 'object' AND octet_length(colors::text) <= 5000
  ),
  payment_methods jsonb CHECK (is_text_list(payment_methods, 100)),
  -- Custom ones that are switched off; the form offers them again.
  disabled_payment_methods jsonb NOT NULL DEFAULT '[]' CHECK (is_text_list(disabled_payment_methods, 100)),
  pix jsonb CHECK (
    jsonb_typeof(pix) = 'object'
    AND pix ?& ARRAY['key', 'merchant_name', 'merchant_city']
    AND octet_length(pix::text) <= 1000
  ),
  -- BRL in whole cents; 0 means off.
  delivery_settings jsonb NOT NULL DEFAULT '{"delivery_fee": 0, "minimum_order": 0, "free_delivery_minimum": 0}' CHECK (
    jsonb_typeof(delivery_settings) = 'object'
    AND delivery_settings ?& ARRAY['delivery_fee', 'minimum_order', 'free_delivery_minimum']
    AND NOT jsonb_path_exists(delivery_settings, '$.* ? (!(
      @.type() == "number" && @ >= 0 && @ <= 9999999.99 && @ * 100 == (@ * 100).floor()
    ))')
  ),
  phone text CHECK (char_length(phone) <= 200),
  email text CHECK (char_length(email) <= 320),
  whatsapp text CHECK (char_length(whatsapp) <= 200),
  hero_image_url text CHECK (char_length(hero_image_url) <= 2000),
  hero_image_tall_url text CHECK (char_length(hero_image_tall_url) <= 2000),
  hero_image_wide_url text CHECK (char_length(hero_image_wide_url) <= 2000),
  premium_fruits_image_url text CHECK (char_length(premium_fruits_image_url) <= 2000),
  recipes_hero_title text CHECK (char_length(recipes_hero_title) <= 500),
  recipes_hero_subtitle text CHECK (char_length(recipes_hero_subtitle) <= 2000),
  recipes_hero_image_url text CHECK (char_length(recipes_hero_image_url) <= 2000),
  about_page_content jsonb CHECK (
    jsonb_typeof(about_page_content) = 'object' AND octet_length(about_page_content::text) <= 500000
  ),
  -- Templates of the seller's WhatsApp messages by status.
  order_messages jsonb CHECK (
    jsonb_typeof(order_messages) = 'object' AND octet_length(order_messages::text) <= 20000
  ),
  -- The statuses of which the customer gets a mail.
  customer_mails jsonb NOT NULL DEFAULT '["confirmado", "entregue", "cancelado"]' CHECK (is_text_list(customer_mails, 20)),
  -- An order that is not opened for so many minutes is announced again; 0 never.
  reminder_minutes integer NOT NULL DEFAULT 15 CHECK (reminder_minutes BETWEEN 0 AND 1440),
  -- Customers' data are erased from closed orders after so many months; 0 keeps them.
  retention_months integer NOT NULL DEFAULT 0 CHECK (retention_months BETWEEN 0 AND 600),
  -- Whether /feeds/meta.csv offers the catalogue to Meta and WhatsApp.
  catalogue_feed boolean NOT NULL DEFAULT false,
  legal_name text CHECK (char_length(legal_name) <= 200),
  -- 14 letters and digits. The check digits are not checked: the form warns about them.
  cnpj text CHECK (cnpj ~ '^[0-9A-Z]{12}[0-9]{2}$'),
  address jsonb CHECK (jsonb_typeof(address) = 'object' AND octet_length(address::text) <= 10000),
  opening_hours jsonb CHECK (
    jsonb_typeof(opening_hours) = 'object'
    AND jsonb_array_length(opening_hours -> 'week') = 7
    AND jsonb_array_length(opening_hours -> 'holidays') <= 100
    AND octet_length(opening_hours::text) <= 50000
  ),
  service_types jsonb CHECK (jsonb_typeof(service_types) = 'array' AND octet_length(service_types::text) <= 50000),
  home_hero_title text CHECK (char_length(home_hero_title) <= 300),
  home_hero_text text CHECK (char_length(home_hero_text) <= 1000),
  home_claims jsonb CHECK (jsonb_typeof(home_claims) = 'array' AND octet_length(home_claims::text) <= 20000),
  contact_claim jsonb CHECK (jsonb_typeof(contact_claim) = 'object' AND octet_length(contact_claim::text) <= 5000),
  page_texts jsonb CHECK (jsonb_typeof(page_texts) = 'object' AND octet_length(page_texts::text) <= 50000),
  testimonial jsonb CHECK (jsonb_typeof(testimonial) = 'object' AND octet_length(testimonial::text) <= 10000),
  social_links jsonb NOT NULL DEFAULT '[]' CHECK (is_text_list(social_links, 20)),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
INSERT INTO settings DEFAULT VALUES;
CREATE TRIGGER settings_touch BEFORE UPDATE ON settings FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER settings_change AFTER INSERT OR UPDATE OR DELETE ON settings
  FOR EACH ROW EXECUTE FUNCTION record_change('settings');

-- Audit log: written once, by triggers; only `anonymize_orders` may erase something of a row.

CREATE TABLE audit_logs (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- NULL is the system: no user was signed in.
  user_email text,
  table_name text NOT NULL,
  operation text NOT NULL CHECK (operation IN ('INSERT', 'UPDATE', 'DELETE')),
  record_id text NOT NULL,
  old_data jsonb,
  new_data jsonb,
  -- The changes of one transaction are one action; rows of early versions have none.
  action_id bigint DEFAULT txid_current()
);
CREATE INDEX audit_logs_newest ON audit_logs (created_at DESC, id DESC);
CREATE INDEX audit_logs_by_table ON audit_logs (table_name, created_at DESC, id DESC);
CREATE INDEX audit_logs_by_record ON audit_logs (table_name, record_id, created_at DESC);
CREATE INDEX audit_logs_deleted_orders ON audit_logs (created_at)
  WHERE table_name = 'orders' AND operation = 'DELETE';

-- Privacy: two orders are one person's by the e-mail and by the document without its marks. NULL where there is none.
CREATE FUNCTION customer_email(cliente_info jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT nullif(lower(btrim(cliente_info ->> 'email')), '')
$$;
-- Who has bought before, for the limit of confirmations. New orders are not in it.
CREATE INDEX pedidos_customers ON pedidos (customer_email(cliente_info)) WHERE status IN ('confirmado', 'entregue');
CREATE FUNCTION customer_document(cliente_info jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT nullif(upper(regexp_replace(cliente_info ->> 'document', '[^0-9A-Za-z]', '', 'g')), '')
$$;
-- The customer's data without the person: the number of goods and the instant remain.
CREATE FUNCTION without_person(cliente_info jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT jsonb_object_agg(key, ''::text) || jsonb_strip_nulls(jsonb_build_object(
    'totalItems', cliente_info -> 'totalItems',
    'timestamp', cliente_info -> 'timestamp'
  ))
  FROM unnest(ARRAY['name', 'email', 'phone', 'document', 'zipCode', 'street', 'number', 'neighborhood', 'city', 'state'])
    AS key
$$;
-- A row of pedidos in the audit log without its customer; other rows are unchanged. The metadata may identify the customer in
-- another system.
CREATE FUNCTION without_customer(logged jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN logged ? 'cliente_info'
    THEN logged - 'metadata' || jsonb_build_object(
      'cliente_info', without_person(logged -> 'cliente_info'), 'request_hash', NULL
    ) || CASE WHEN logged ? 'cancel_reason' THEN jsonb_build_object('cancel_reason', NULL) ELSE '{}' END
    ELSE logged
  END
$$;
CREATE FUNCTION guard_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('pomar.anonymizing', true) = 'on'
    AND NEW.old_data IS NOT DISTINCT FROM without_customer(OLD.old_data)
    AND NEW.new_data IS NOT DISTINCT FROM without_customer(OLD.new_data)
    AND to_jsonb(NEW) - ARRAY['old_data', 'new_data'] = to_jsonb(OLD) - ARRAY['old_data', 'new_data']
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'rows of % are written once', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER audit_logs_written_once BEFORE UPDATE OR DELETE ON audit_logs
  FOR EACH ROW EXECUTE FUNCTION guard_audit_log();
-- Erases the customers of these orders, deleted ones included, also from the audit log. The change itself is logged like any
-- other. Returns how many orders were not anonymized before.
CREATE FUNCTION anonymize_orders(ids uuid[], at timestamptz) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  names text[] := ids::text[];
  cleaned integer;
BEGIN
  DELETE FROM postal_codes WHERE cep IN (
    SELECT cliente_info ->> 'zipCode' FROM pedidos WHERE id = ANY (ids)
    UNION ALL
    SELECT coalesce(old_data, new_data) #>> '{cliente_info,zipCode}' FROM audit_logs
    WHERE table_name = 'orders' AND record_id = ANY (names)
  );
  UPDATE pedidos
  SET cliente_info = without_person(cliente_info), request_hash = NULL, cancel_reason = NULL, anonymized_at = at
  WHERE id = ANY (ids) AND anonymized_at IS NULL;
  GET DIAGNOSTICS cleaned = ROW_COUNT;
  PERFORM set_config('pomar.anonymizing', 'on', true);
  UPDATE audit_logs
  SET old_data = without_customer(old_data), new_data = without_customer(new_data)
  WHERE table_name = 'orders' AND record_id = ANY (names);
  PERFORM set_config('pomar.anonymizing', '', true);
  RETURN cleaned;
END $$;
CREATE FUNCTION drop_metadata() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.metadata := '{}';
  RETURN NEW;
END $$;
CREATE TRIGGER pedidos_drop_metadata BEFORE UPDATE OF anonymized_at ON pedidos FOR EACH ROW
  WHEN (NEW.anonymized_at IS NOT NULL) EXECUTE FUNCTION drop_metadata();

-- What leaves the shop: webhooks, notices on the seller's devices, mails.

CREATE TABLE webhooks (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  url text NOT NULL CHECK (char_length(url) BETWEEN 1 AND 2000),
  events jsonb NOT NULL CHECK (is_text_list(events, 10)),
  -- Signs each delivery, so that it cannot be stored as a hash. For a day after a change the previous one signs too.
  secret text NOT NULL CHECK (char_length(secret) <= 200),
  previous_secret text CONSTRAINT webhooks_previous_secret CHECK (char_length(previous_secret) <= 200),
  secret_changed_at timestamptz(3),
  enabled boolean NOT NULL DEFAULT true,
  -- Why the shop disabled it: 'gone' after the answer 410.
  disabled_reason text CONSTRAINT webhooks_disabled_reason CHECK (
    disabled_reason IS NULL OR disabled_reason = 'gone' AND NOT enabled),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Identifies the shop to push services (VAPID). Written by the first process that needs it, never by a migration.
CREATE TABLE push_key (
  single_row boolean PRIMARY KEY DEFAULT true CHECK (single_row),
  -- Base64url: 32 bytes, and the uncompressed point of 65 bytes.
  private_key text NOT NULL CHECK (private_key ~ '^[A-Za-z0-9_-]{43}$'),
  public_key text NOT NULL CHECK (public_key ~ '^[A-Za-z0-9_-]{87}$')
);

CREATE TABLE push_subscriptions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  endpoint text NOT NULL UNIQUE CHECK (char_length(endpoint) BETWEEN 1 AND 1000),
  p256dh text NOT NULL CHECK (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth text NOT NULL CHECK (auth ~ '^[A-Za-z0-9_-]{22}$'),
  device text NOT NULL CHECK (char_length(device) BETWEEN 1 AND 200),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

-- One queue for order mails, webhook deliveries and notices on the seller's devices. Rows are written in the transaction of
-- the change.
CREATE TABLE outbox (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL CONSTRAINT outbox_kind CHECK (kind IN ('mail', 'webhook', 'push')),
  -- Of a mail its kind, such as 'customer' or 'confirmado'; of a webhook the event; of a notice 'created' and the like.
  event text NOT NULL,
  -- The webhook or the device; mails have none. Neither this nor the order is a foreign key: a new order must not fail because
  -- a receiver is deleted at the same moment. A message without its receiver or order is dropped.
  receiver uuid,
  order_id uuid,
  -- Of webhooks. Ids, numbers, status, total and stock only: no personal data.
  payload jsonb CONSTRAINT outbox_payload CHECK (jsonb_typeof(payload) = 'object'),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  -- NULL: sent, or given up.
  next_attempt_at timestamptz(3) DEFAULT now(),
  sent_at timestamptz(3),
  -- Of the last attempt.
  response_status integer,
  error text CONSTRAINT outbox_error CHECK (char_length(error) <= 100)
);
CREATE INDEX outbox_unsent ON outbox (kind, receiver, next_attempt_at) WHERE sent_at IS NULL;
CREATE INDEX outbox_deliveries ON outbox (created_at DESC, id DESC) WHERE kind = 'webhook';
-- Each mail and each notice of an order once per receiver.
CREATE UNIQUE INDEX outbox_once ON outbox (order_id, event, receiver) NULLS NOT DISTINCT WHERE order_id IS NOT NULL;

-- 'product.stock_changed' is the former name of 'stock.changed', for those who chose it.
CREATE FUNCTION queue_webhooks(event text, data jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO outbox (kind, event, receiver, payload)
  SELECT 'webhook', name, id, jsonb_build_object(
    'type', name,
    'timestamp', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'data', data
  )
  FROM webhooks, jsonb_array_elements_text(events) AS name
  WHERE enabled AND (name = event OR name = 'product.stock_changed' AND event = 'stock.changed')
$$;
-- Changes of the stock and of the position alone do not make a product another one.
CREATE FUNCTION queue_product_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one products := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  common jsonb := jsonb_build_object(
    'id', one.id, 'slug', one.slug, 'external_id', one.external_id, 'version', one.version);
  counted text[] := ARRAY['stock', 'position', 'version', 'updated_at'];
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks WHERE enabled) THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.stock <> OLD.stock THEN
    PERFORM queue_webhooks('stock.changed', common || jsonb_build_object(
      'stock', NEW.stock, 'previous_stock', OLD.stock, 'reason', stock_reason()));
  END IF;
  IF TG_OP <> 'UPDATE' OR to_jsonb(NEW) - counted <> to_jsonb(OLD) - counted THEN
    PERFORM queue_webhooks('product.updated', common || jsonb_build_object('deleted', TG_OP = 'DELETE'));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER products_webhooks AFTER INSERT OR UPDATE OR DELETE ON products
  FOR EACH ROW EXECUTE FUNCTION queue_product_webhooks();
-- The mails and notices of a new order.
CREATE FUNCTION queue_new_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The limit of confirmations is counted after the order is stored: until then the mail waits.
  INSERT INTO outbox (kind, event, order_id, next_attempt_at)
  VALUES ('mail', 'customer', NEW.id, now() + interval '2 seconds'), ('mail', 'shop', NEW.id, now());
  INSERT INTO outbox (kind, event, order_id, receiver)
  SELECT 'push', 'created', NEW.id, id FROM push_subscriptions;
  RETURN NULL;
END $$;
-- An order that was not placed now, such as an imported one, is no news.
CREATE TRIGGER pedidos_queue_new AFTER INSERT ON pedidos FOR EACH ROW
  WHEN (NEW.created_at > now() - interval '10 minutes')
  EXECUTE FUNCTION queue_new_order();
-- The delay of the mail lets the seller correct a wrong status: a mail whose order has another status by then is not sent.
CREATE FUNCTION queue_order_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox (kind, event, order_id, receiver, next_attempt_at)
  SELECT 'mail', NEW.status, NEW.id, NULL::uuid, now() + interval '30 seconds'
  FROM settings WHERE customer_mails ? NEW.status
  UNION ALL
  SELECT 'push', 'cancelled', NEW.id, id, now() FROM push_subscriptions
  WHERE NEW.status = 'cancelado' AND current_setting('pomar.user_email', true) = 'cliente'
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER pedidos_queue_status AFTER UPDATE OF status ON pedidos FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NEW.anonymized_at IS NULL)
  EXECUTE FUNCTION queue_order_status();
CREATE FUNCTION drop_order_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM outbox WHERE order_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER pedidos_drop_messages AFTER DELETE ON pedidos
  FOR EACH ROW EXECUTE FUNCTION drop_order_messages();

-- The administrator, and the tokens by which programs act in their name.

CREATE TABLE administrator (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  single_row boolean NOT NULL DEFAULT true UNIQUE CHECK (single_row),
  email text NOT NULL CHECK (char_length(email) BETWEEN 3 AND 320),
  -- argon2id, as a PHC string.
  password_hash text NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
  -- The same of the password that the environment gave last: another one there takes effect, the same one does not
  -- undo a change made since.
  given_password_hash text CHECK (given_password_hash LIKE '$argon2id$%'),
  -- Signs the cookies by which browsers that have signed in before are recognised.
  device_key text NOT NULL,
  totp_secret text,
  -- Shown to the administrator, not yet confirmed by a code.
  totp_offered_secret text,
  -- The last time step whose code was accepted: a code counts once.
  totp_last_step bigint NOT NULL DEFAULT 0,
  second_factor_since timestamptz(3),
  -- SHA-256 of each recovery code not used yet.
  recovery_hashes jsonb NOT NULL DEFAULT '[]' CHECK (is_text_list(recovery_hashes, 20)),
  password_changed_at timestamptz(3) NOT NULL,
  CHECK ((totp_secret IS NULL) = (second_factor_since IS NULL))
);

CREATE TABLE sessions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- SHA-256 of the token, in hex: the token itself is only in the browser's cookie.
  token_hash text NOT NULL UNIQUE,
  email text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_seen_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  user_agent text CHECK (char_length(user_agent) <= 500),
  address text CHECK (char_length(address) <= 100)
);
CREATE INDEX sessions_by_email ON sessions (email, created_at DESC);

CREATE TABLE api_tokens (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- SHA-256 of the token, in hex.
  token_hash text NOT NULL UNIQUE,
  -- Its last characters, by which a person recognises it.
  ending text NOT NULL CHECK (char_length(ending) = 4),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  scope text NOT NULL CONSTRAINT api_tokens_scope CHECK (scope IN ('read', 'write', 'webhooks')),
  email text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);
CREATE INDEX api_tokens_newest ON api_tokens (created_at DESC, id);

-- Records of the processes.

-- Results of POST requests by their Idempotency-Key, for a day. Orders store theirs in `pedidos`.
CREATE TABLE idempotency_keys (
  route text NOT NULL,
  key text NOT NULL CHECK (char_length(key) BETWEEN 1 AND 255),
  -- SHA-256 of the request: a reused key with other contents is rejected.
  request_hash text NOT NULL,
  -- Items are appended in the transaction of their change.
  results jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(results) = 'array'),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (route, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- Points consumed per key, for the limits. Unlogged: after a crash of the database all begin at zero.
CREATE UNLOGGED TABLE rate_limits (
  key text PRIMARY KEY CHECK (char_length(key) <= 300),
  points integer NOT NULL,
  expire timestamptz(3)
);

-- Answers of the postal-code services.
CREATE TABLE postal_codes (
  cep text PRIMARY KEY CHECK (cep ~ '^[0-9]{8}$'),
  address jsonb NOT NULL CHECK (jsonb_typeof(address) = 'object'),
  fetched_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Pictures that no row named when this was last checked, and since when.
CREATE TABLE unused_media (
  name text PRIMARY KEY CHECK (char_length(name) <= 500),
  since timestamptz(3) NOT NULL
);
