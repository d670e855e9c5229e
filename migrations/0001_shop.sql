-- The tables, by subject, and the functions that their checks and indexes call: stored rows and indexes depend on these, so that a
-- change of one is a migration. All other functions and the triggers are in `functions`.
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

-- Categories.

CREATE TABLE categories (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  slug text NOT NULL UNIQUE
    -- 'polpas' has the address of 'polpas-de-frutas'.
    CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND char_length(slug) <= 60 AND slug <> 'polpas-de-frutas'),
  -- Of tabs and tiles; '' is the name.
  short_name text NOT NULL DEFAULT '' CHECK (char_length(short_name) <= 30),
  description text NOT NULL DEFAULT '' CHECK (char_length(description) <= 5000),
  image_url text CHECK (char_length(image_url) <= 2000),
  -- Composed for the shape of its box: 4:5 and 14:5.
  image_tall_url text CHECK (char_length(image_tall_url) <= 2000),
  image_wide_url text CHECK (char_length(image_wide_url) <= 2000),
  -- The color of its page and pictures; NULL is that of the theme.
  tint text CONSTRAINT categories_tint_check
    CHECK (tint IN ('purple', 'yellow', 'blue', 'teal', 'green', 'orange', 'red', 'gray')),
  -- A hidden category hides its products.
  visible boolean NOT NULL DEFAULT true,
  position integer NOT NULL CHECK (position >= 0),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

INSERT INTO categories (name, short_name, slug, tint, position) VALUES
  ('Polpas de Frutas', 'Polpas', 'polpas', 'purple', 0),
  ('Frutas Congeladas', 'Frutas', 'frutas-congeladas', 'yellow', 1),
  ('Gelo Saborizado', 'Gelo', 'gelo-saborizado', 'blue', 2),
  ('Pescados', 'Pescados', 'pescados', 'teal', 3);

-- Products. The main sale unit is the first entry of `sale_options`; the rules are those of
-- app/domain/catalogue/sale-options.ts. `active` is stored only when it is false.

-- Minimum, step and quantity prices of a main option in kg may have three decimals. The rules are those of
-- app/domain/catalogue/sale-option-errors.ts.
CREATE FUNCTION is_quantity(value jsonb, has_decimals boolean) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN has_decimals AND jsonb_typeof(value) = 'number'
    THEN value::numeric BETWEEN 0.001 AND 9999 AND value::numeric = round(value::numeric, 3)
    ELSE is_integer_between(value, 1, 9999) END
$$;

CREATE FUNCTION are_sale_terms(terms jsonb, price numeric, has_decimals boolean DEFAULT false) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  step numeric;
  tier jsonb;
  last_from numeric := 0;
  last_price numeric := price;
BEGIN
  IF jsonb_typeof(terms) IS DISTINCT FROM 'object'
    OR NOT is_quantity(terms -> 'step', has_decimals)
    OR NOT is_quantity(terms -> 'minimum', has_decimals)
    OR jsonb_typeof(terms -> 'tiers') IS DISTINCT FROM 'array'
    OR jsonb_array_length(terms -> 'tiers') > 5
  THEN RETURN false; END IF;
  step := terms -> 'step';
  IF (terms -> 'minimum')::numeric % step <> 0 THEN RETURN false; END IF;
  FOR tier IN SELECT jsonb_array_elements(terms -> 'tiers') LOOP
    IF jsonb_typeof(tier) <> 'object' OR NOT is_quantity(tier -> 'from', has_decimals) OR NOT is_price(tier -> 'price')
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
      OR NOT are_sale_terms(option, (option -> 'price')::numeric, units = '{}' AND option ->> 'unit' = 'kg')
    THEN RETURN false; END IF;
    units := units || (option ->> 'unit');
  END LOOP;
  RETURN true;
END $$;

-- Of no visible option the stock covers the minimum.
CREATE FUNCTION is_sold_out(stock numeric, sale_options jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT NOT jsonb_path_exists(
    sale_options,
    '$[*] ? (!(@.active == false) && $stock >= @.minimum * @.contains)',
    jsonb_build_object('stock', stock)
  )
$$;

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
  -- Main units with up to three decimals: the sum of the product's movements. Orders may take it below zero.
  stock numeric NOT NULL DEFAULT 0
    -- NaN is greater than any number.
    CONSTRAINT products_stock_check CHECK (abs(stock) <= 2147483647 AND stock = round(stock, 3)),
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
-- Lists of products in parts: by position, and by category with what is sold out at the end.
CREATE INDEX products_by_position ON products (position, created_at, id);
CREATE INDEX products_by_category
  ON products (category, is_sold_out(stock, sale_options), position, created_at, id) WHERE visible;

-- What products are searched by. Rebuilt, not copied, by `npm run move` and `npm run restore`.
CREATE TABLE product_search (
  product_id uuid PRIMARY KEY,
  -- Without accents and case.
  title text NOT NULL,
  -- Each word with the weight of its text: A for the title, C for the descriptions. '=polpas' is the category.
  words tsvector NOT NULL
);
CREATE INDEX product_search_words ON product_search USING gin (words) WITH (fastupdate = off);

-- Products in the order of their last change, for GET /api/products?after=, as order_changes for orders. Both share the id of
-- the feed. Changes of the stock are changes of the product.
CREATE TABLE product_changes (
  product_id uuid PRIMARY KEY,
  changed_in xid8 NOT NULL
);
CREATE INDEX product_changes_in_order ON product_changes (changed_in, product_id);

-- Imports in progress: a file is applied in several transactions, and continued after a crash. `file` is compressed with
-- gzip and encoded in base64; `next_row` counts its rows that are applied.
CREATE TABLE product_imports (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  author text NOT NULL,
  file text NOT NULL,
  seen jsonb,
  -- What each column is, as a person chose it in a list; NULL: as the headings say.
  chosen_columns jsonb,
  next_row integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
-- The file is compressed already.
ALTER TABLE product_imports ALTER COLUMN file SET STORAGE EXTERNAL;

-- Prices that change later.
CREATE TABLE price_schedules (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  apply_at timestamptz(3) NOT NULL,
  -- `percent` or `amount`, and `round_to`.
  change jsonb NOT NULL CONSTRAINT price_schedules_change_check CHECK (jsonb_typeof(change) = 'object'),
  -- `id`, `title` and `sale_options` of each product as they were planned: other prices are not overwritten.
  products jsonb NOT NULL CONSTRAINT price_schedules_products_check CHECK (jsonb_typeof(products) = 'array'),
  -- Who planned it: the audit log names this author.
  author text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  applied_at timestamptz(3),
  -- `id`, `title` and `message` of the products whose prices stayed.
  skipped jsonb NOT NULL DEFAULT '[]' CONSTRAINT price_schedules_skipped_check CHECK (jsonb_typeof(skipped) = 'array')
);
CREATE INDEX price_schedules_pending ON price_schedules (apply_at, id) WHERE applied_at IS NULL;

-- Price tables: what some customers pay instead of the public prices. The rules are those of app/domain/catalogue/price-tables/rules.ts.

CREATE TABLE price_tables (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL CONSTRAINT price_tables_name_check CHECK (char_length(name) BETWEEN 1 AND 80),
  active boolean NOT NULL DEFAULT true,
  -- By slug of the category, '' for none: what is added to the public price, such as -10.
  percentages jsonb NOT NULL DEFAULT '{}',
  -- `{ product_id, unit, price }`, in BRL.
  prices jsonb NOT NULL DEFAULT '[]',
  -- Instead of the minimums of the settings and of the zones; NULL: these.
  minimum_order numeric(12, 2) CONSTRAINT price_tables_minimum_check CHECK (minimum_order BETWEEN 0 AND 9999999.99),
  -- The first and the last day, in São Paulo.
  valid_from date,
  valid_until date,
  -- Whether a public quantity price that is lower than the table's price counts.
  lower_tier boolean NOT NULL DEFAULT false,
  -- The link is derived from id and version, as those of orders: the next number invalidates it.
  link_version integer NOT NULL DEFAULT 1,
  link_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT price_tables_days_check CHECK (valid_from <= valid_until),
  CONSTRAINT price_tables_prices_check CHECK (
    jsonb_typeof(percentages) = 'object' AND jsonb_typeof(prices) = 'array'
    AND octet_length(percentages::text) <= 20000 AND octet_length(prices::text) <= 500000
    AND NOT jsonb_path_exists(percentages, '$.* ? (!(@.type() == "number" && @ >= -90 && @ <= 1000))')
    AND NOT jsonb_path_exists(prices, '$[*] ? (!(@.price.type() == "number" && @.price >= 0 && @.price <= 9999999.99))')
  )
);

-- Stock: why it is what it is.

CREATE TABLE stock_movements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- No foreign keys: a movement outlives its product and its order.
  product_id uuid NOT NULL,
  -- Main units added; negative when they were taken.
  quantity numeric(12, 3) NOT NULL CONSTRAINT stock_movements_quantity_check CHECK (quantity <> 0),
  reason text NOT NULL CONSTRAINT stock_movements_reason_check CHECK (
    reason IN ('pedido', 'cancelamento', 'edição', 'entrada', 'contagem', 'perda', 'ajuste', 'importação')
  ),
  order_id uuid,
  note text CONSTRAINT stock_movements_note_check CHECK (char_length(note) BETWEEN 1 AND 500),
  -- The entry that this movement reverses.
  undoes bigint CONSTRAINT stock_movements_undoes_key UNIQUE,
  -- NULL is the system.
  author text,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX stock_movements_by_product ON stock_movements (product_id, id);

CREATE TABLE stock_lots (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- No foreign key: a lot outlives its product, for recalls.
  product_id uuid NOT NULL,
  code text CONSTRAINT stock_lots_code_check CHECK (char_length(code) BETWEEN 1 AND 60),
  expires_on date,
  -- Main units: the sum of `lot_movements`.
  balance numeric NOT NULL DEFAULT 0 CONSTRAINT stock_lots_balance_check CHECK (balance >= 0 AND balance = round(balance, 3)),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT stock_lots_name_check CHECK (code IS NOT NULL OR expires_on IS NOT NULL),
  CONSTRAINT stock_lots_key UNIQUE NULLS NOT DISTINCT (product_id, code, expires_on)
);
CREATE INDEX stock_lots_expiring ON stock_lots (expires_on) WHERE balance > 0;

-- The part of a movement that is of a lot. Of an order, its sum is what the order got of the lot.
CREATE TABLE lot_movements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lot_id uuid NOT NULL REFERENCES stock_lots (id),
  movement_id bigint NOT NULL REFERENCES stock_movements (id),
  -- That of the movement.
  order_id uuid,
  quantity numeric NOT NULL CONSTRAINT lot_movements_quantity_check CHECK (quantity <> 0)
);
CREATE INDEX lot_movements_by_lot ON lot_movements (lot_id, order_id);
CREATE INDEX lot_movements_by_movement ON lot_movements (movement_id);
CREATE INDEX lot_movements_by_order ON lot_movements (order_id) WHERE order_id IS NOT NULL;

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

-- Delivery.

-- The rules are those of app/domain/delivery/rules.ts. Fees in BRL; 0 of a minimum means off.
CREATE TABLE delivery_zones (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL CONSTRAINT delivery_zones_name_check CHECK (char_length(name) BETWEEN 1 AND 80),
  -- An address that several zones contain belongs to the first.
  position integer NOT NULL CONSTRAINT delivery_zones_position_check CHECK (position >= 0),
  active boolean NOT NULL DEFAULT true,
  -- `{ from, until }`, 8 digits each; `{ city, neighborhood }`, where '' is the whole city.
  cep_ranges jsonb NOT NULL DEFAULT '[]',
  places jsonb NOT NULL DEFAULT '[]',
  fee numeric(12, 2) NOT NULL DEFAULT 0,
  minimum_order numeric(12, 2) NOT NULL DEFAULT 0,
  free_delivery_minimum numeric(12, 2) NOT NULL DEFAULT 0,
  -- 0 is Monday.
  weekdays jsonb NOT NULL DEFAULT '[]',
  -- `{ name, from, until, capacity }`; a null capacity is unlimited.
  shifts jsonb NOT NULL DEFAULT '[]',
  -- An order is for a date if it is placed until `cutoff_time` in São Paulo, so many days before.
  cutoff_days integer NOT NULL DEFAULT 1 CONSTRAINT delivery_zones_cutoff_days_check CHECK (cutoff_days BETWEEN 0 AND 28),
  cutoff_time text NOT NULL DEFAULT '18:00'
    CONSTRAINT delivery_zones_cutoff_time_check CHECK (cutoff_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT delivery_zones_amounts_check CHECK (
    fee BETWEEN 0 AND 9999999.99 AND minimum_order BETWEEN 0 AND 9999999.99
    AND free_delivery_minimum BETWEEN 0 AND 9999999.99
  ),
  CONSTRAINT delivery_zones_lists_check CHECK (
    jsonb_typeof(cep_ranges) = 'array' AND jsonb_typeof(places) = 'array' AND jsonb_typeof(weekdays) = 'array'
    AND jsonb_typeof(shifts) = 'array'
    AND octet_length(cep_ranges::text) + octet_length(places::text) + octet_length(shifts::text) <= 200000
    AND NOT jsonb_path_exists(weekdays, '$[*] ? (!(@.type() == "number" && @ >= 0 && @ <= 6 && @ == @.floor()))')
  )
);

-- On `date` nothing is delivered; what would have been is delivered on `moved_to`, if there is one.
CREATE TABLE delivery_exceptions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  date date NOT NULL CONSTRAINT delivery_exceptions_date_key UNIQUE,
  moved_to date CONSTRAINT delivery_exceptions_moved_to_check CHECK (moved_to <> date),
  note text NOT NULL DEFAULT '' CONSTRAINT delivery_exceptions_note_check CHECK (char_length(note) <= 200),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Customers: who orders, with what the seller knows of them. An order keeps its own copy of what was typed.

-- Two orders are one person's by the e-mail and by the document without its marks. NULL where there is none.
CREATE FUNCTION customer_email(cliente_info jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT nullif(lower(btrim(cliente_info ->> 'email')), '')
$$;

CREATE FUNCTION customer_document(cliente_info jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT nullif(upper(regexp_replace(cliente_info ->> 'document', '[^0-9A-Za-z]', '', 'g')), '')
$$;

-- Letters and digits of a CPF or CNPJ, alphanumeric ones included; NULL when its check digits are wrong. As `validDocument`
-- in app/domain/customers/privacy/rules.ts.
CREATE FUNCTION valid_document(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  document text := upper(regexp_replace(value, '[^0-9A-Za-z]', '', 'g'));
  base integer := length(document) - 2;
  -- The weights of a CNPJ begin again after 9.
  weights integer := CASE WHEN base = 9 THEN 100 ELSE 8 END;
  total integer;
BEGIN
  IF document ~ '^(.)\1*$' OR document !~ '^([0-9]{9}|[0-9A-Z]{12})[0-9]{2}$' THEN
    RETURN NULL;
  END IF;
  FOR checked IN base + 1 .. base + 2 LOOP
    total := 0;
    FOR at IN 1 .. checked - 1 LOOP
      total := total + (ascii(substr(document, at, 1)) - 48) * (2 + (checked - 1 - at) % weights);
    END LOOP;
    total := CASE WHEN total % 11 < 2 THEN 0 ELSE 11 - total % 11 END;
    IF substr(document, checked, 1)::integer <> total THEN
      RETURN NULL;
    END IF;
  END LOOP;
  RETURN document;
END $$;

CREATE TABLE customers (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- CPF or CNPJ with valid check digits, without its marks.
  document text CONSTRAINT customers_document_key UNIQUE,
  name text NOT NULL,
  trade_name text,
  contact text,
  phone text,
  email text,
  -- `zipCode`, `street` and so on, as in `pedidos.cliente_info`.
  address jsonb NOT NULL DEFAULT '{}',
  note text,
  -- Days until an invoice is due.
  terms integer,
  credit_limit numeric(12, 2),
  -- Of a customer who pays by the month: the days on which a bill closes and is due, at the latest the last of the month.
  billing_closing_day integer,
  billing_due_day integer,
  price_table uuid REFERENCES price_tables (id) ON DELETE SET NULL,
  blocked boolean NOT NULL DEFAULT false,
  -- The customer whom the seller merged this one into, and the last one of that chain: of itself the row's own id.
  merged_into uuid,
  merged_at timestamptz(3),
  root_id uuid NOT NULL,
  -- A part of what is signed: the next number invalidates the link of the statement.
  link_version integer NOT NULL DEFAULT 1 CONSTRAINT customers_link_check CHECK (link_version >= 1),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT customers_document_check CHECK (document = valid_document(document)),
  CONSTRAINT customers_texts_check CHECK (
    char_length(name) BETWEEN 1 AND 300 AND char_length(trade_name) <= 300 AND char_length(contact) <= 300
    AND char_length(phone) <= 40 AND char_length(email) <= 254 AND char_length(note) <= 2000
  ),
  CONSTRAINT customers_address_check CHECK (
    jsonb_typeof(address) = 'object' AND octet_length(address::text) <= 5000
  ),
  CONSTRAINT customers_terms_check CHECK (terms BETWEEN 0 AND 365 AND credit_limit BETWEEN 0 AND 9999999.99),
  CONSTRAINT customers_billing_check CHECK (
    billing_closing_day BETWEEN 1 AND 31 AND billing_due_day BETWEEN 1 AND 31
    OR billing_closing_day IS NULL AND billing_due_day IS NULL
  ),
  CONSTRAINT customers_merge_check CHECK (
    (merged_into IS NULL) = (root_id = id) AND (merged_into IS NULL) = (merged_at IS NULL) AND merged_into <> id
  )
);
CREATE INDEX customers_contact ON customers (lower(email), phone);
CREATE INDEX customers_by_root ON customers (root_id);
CREATE INDEX customers_by_price_table ON customers (price_table) WHERE price_table IS NOT NULL;

-- Orders. The statuses are those of app/shared/order-status.ts, whose test names what a new one changes here.

CREATE FUNCTION order_day(created_at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (created_at AT TIME ZONE 'America/Sao_Paulo')::date
$$;

CREATE TABLE pedidos (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  numero_pedido bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) UNIQUE,
  status text NOT NULL DEFAULT 'pendente',
  channel text NOT NULL DEFAULT 'site'
    CONSTRAINT pedidos_channel_check CHECK (channel IN ('site', 'telefone', 'WhatsApp')),
  -- The lines and the fee without the discount: `record_order_change` checks it.
  valor_total numeric(14, 2) NOT NULL,
  delivery_fee numeric(12, 2) NOT NULL DEFAULT 0,
  discount numeric(12, 2) NOT NULL DEFAULT 0
    CONSTRAINT pedidos_discount_check CHECK (discount BETWEEN 0 AND 9999999.99),
  cliente_info jsonb NOT NULL,
  user_id uuid,
  -- No foreign key: an order is stored also if its customer is deleted at that moment.
  customer_id uuid,
  -- A copy of the name, which remains when the table is deleted.
  price_table_id uuid,
  price_table text,
  -- NULL in all of them: to be agreed on.
  delivery_kind text CONSTRAINT pedidos_delivery_kind_check CHECK (delivery_kind IN ('entrega', 'retirada')),
  -- In São Paulo.
  delivery_date date,
  -- As the customer read it: 'Manhã, 8h às 12h'. The name is the part before the comma.
  delivery_shift text CONSTRAINT pedidos_delivery_shift_check CHECK (
    delivery_shift IS NULL OR char_length(delivery_shift) BETWEEN 1 AND 120 AND delivery_date IS NOT NULL
  ),
  -- The zone's name when the order was placed.
  delivery_zone text CONSTRAINT pedidos_delivery_zone_check CHECK (char_length(delivery_zone) BETWEEN 1 AND 80),
  -- No foreign key: an order outlives its zone.
  delivery_zone_id uuid,
  -- How the customer chose to pay; NULL: nothing was chosen.
  payment_method text CONSTRAINT pedidos_payment_method_check CHECK (char_length(payment_method) BETWEEN 1 AND 100),
  -- The agreed days until it is due, and from what they count; NULL: at once.
  due_days integer CONSTRAINT pedidos_due_days_check CHECK (due_days BETWEEN 1 AND 365),
  due_from text NOT NULL DEFAULT 'delivery'
    CONSTRAINT pedidos_due_from_check CHECK (due_from IN ('delivery', 'order')),
  -- Both are kept by `derive_due_date`. Before the delivery the date may be an expected one.
  delivered_at timestamptz(3),
  due_on date,
  -- The day on which the monthly bill closes that the delivered order is in; NULL: in none.
  billed_on date,
  -- The sum of the payments. `paid_at` and `paid_method` are those of the last one, as long as they cover the total.
  paid_amount numeric(14, 2) NOT NULL DEFAULT 0,
  paid_at timestamptz(3),
  paid_method text,
  -- `itens`, `delivery_fee` and `valor_total` as they were sent; NULL until the first edit, then never changed.
  original jsonb CONSTRAINT pedidos_original_check CHECK (jsonb_typeof(original) = 'object'),
  edited_at timestamptz(3),
  -- Why the last edit was made, for the customer.
  edit_reason text CONSTRAINT pedidos_edit_reason_check CHECK (char_length(edit_reason) BETWEEN 1 AND 200),
  -- One key, one order: the browser creates it, and a repeated request finds the order.
  idempotency_key text UNIQUE,
  -- SHA-256 of the request, so that a reused key with other contents is rejected.
  request_hash text,
  anonymized_at timestamptz(3),
  -- A part of what is signed: the next number invalidates the customer's link.
  link_version integer NOT NULL DEFAULT 1,
  -- The customer's own text.
  cancel_reason text,
  -- What other systems store with it.
  metadata jsonb NOT NULL DEFAULT '{}'
    CONSTRAINT pedidos_metadata CHECK (jsonb_typeof(metadata) = 'object' AND octet_length(metadata::text) <= 50000),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT pedidos_status_check CHECK (status IN ('pendente', 'confirmado', 'entregue', 'cancelado')),
  CONSTRAINT pedidos_delivered_check CHECK ((delivered_at IS NOT NULL) = (status = 'entregue')),
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
  CONSTRAINT pedidos_edit_check CHECK ((original IS NULL) = (edited_at IS NULL)),
  CONSTRAINT pedidos_paid_amount_check CHECK (
    paid_amount BETWEEN 0 AND 999999999999.99
    AND (paid_at IS NOT NULL) = (paid_amount > 0 AND paid_amount >= valor_total)
  ),
  CONSTRAINT pedidos_paid_check CHECK (
    (paid_at IS NULL) = (paid_method IS NULL) AND char_length(paid_method) BETWEEN 1 AND 100
  )
);
CREATE INDEX pedidos_newest ON pedidos (created_at DESC, id DESC) INCLUDE (status, valor_total);
CREATE INDEX pedidos_by_status ON pedidos (status, created_at DESC, id DESC);
-- Closed orders whose customers' data are to be erased, and what is to be paid. New orders are in neither.
CREATE INDEX pedidos_retained ON pedidos (updated_at)
  WHERE anonymized_at IS NULL AND status IN ('entregue', 'cancelado');
CREATE INDEX pedidos_receivable ON pedidos (created_at DESC, id DESC) INCLUDE (valor_total, paid_amount)
  WHERE paid_at IS NULL AND status IN ('confirmado', 'entregue');
-- Who has bought before, for the limit of confirmations. New orders are not in it.
CREATE INDEX pedidos_customers ON pedidos (customer_email(cliente_info)) WHERE status IN ('confirmado', 'entregue');
CREATE INDEX pedidos_by_delivery_date ON pedidos (delivery_date, id) WHERE delivery_date IS NOT NULL;
CREATE INDEX pedidos_unattached ON pedidos (id) WHERE customer_id IS NULL AND anonymized_at IS NULL;
CREATE INDEX pedidos_by_customer ON pedidos (customer_id, created_at DESC);
-- What is to be received, the longest due first.
CREATE INDEX pedidos_due ON pedidos (coalesce(due_on, order_day(created_at)), id)
  WHERE paid_at IS NULL AND status IN ('confirmado', 'entregue');

CREATE TABLE order_lines (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES pedidos (id) ON DELETE CASCADE,
  position integer NOT NULL,
  -- No foreign key: a line outlives its product, finds it again when it is restored, and locks no product.
  product_id uuid,
  -- The product that this line replaces.
  swap_of uuid,
  -- Name, slug and external id when the order was placed.
  product_name text NOT NULL,
  slug text,
  external_id text,
  unit text NOT NULL,
  -- How the shop called it then, where that says more: 'Caixa · 48 un'.
  unit_label text,
  -- In `unit`: whole numbers, except for kg. A line that is not sent remains with quantity 0.
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
    quantity >= 0 AND quantity < 'NaN' AND (unit = 'kg' OR quantity = floor(quantity)) AND contains >= 1
  ),
  CONSTRAINT order_lines_weight_check CHECK (
    weight IS NULL OR weight > 0 AND weight < 'NaN' AND quantity > 0 AND (unit = 'kg' OR variable_weight)
  ),
  CONSTRAINT order_lines_swap_check CHECK (swap_of <> product_id),
  -- A box of a product that is sold by weight contains as many kilos: its price is that of `contains` kilos.
  CONSTRAINT order_lines_total_check CHECK (
    price BETWEEN 0 AND 9999999.99 AND total = round(
      CASE
        WHEN weight IS NULL THEN price * quantity
        WHEN unit = 'kg' THEN price * weight
        ELSE price * weight / contains
      END, 2)
  )
);

-- The order feed (GET /api/orders?after=) and the search: orders by the transaction of their last change. Numbers and
-- timestamps are not in commit order; transaction ids below pg_snapshot_xmin() are final, so that a reader that stops there
-- misses nothing. The search scans one narrow row per order, which is cheaper for an insert than an index of words.
-- Belongs to this database: rebuilt, not copied, by `npm run move` and `npm run restore`.
CREATE TABLE order_changes (
  order_id uuid PRIMARY KEY,
  changed_in xid8 NOT NULL,
  created_at timestamptz(3) NOT NULL,
  status text NOT NULL,
  -- Id without hyphens, number, the customer's name, e-mail, phone and document: see `order_search_text`.
  search_text text NOT NULL
);
CREATE INDEX order_changes_in_order ON order_changes (changed_in, order_id);

CREATE TABLE order_feed (
  single_row boolean PRIMARY KEY DEFAULT true CHECK (single_row),
  -- Part of each cursor: a new value invalidates all cursors.
  id uuid NOT NULL
);
INSERT INTO order_feed (id) VALUES (gen_random_uuid());

-- An order that is pending and not in here is new to the seller, on whatever device they look.
CREATE TABLE opened_orders (
  order_id uuid PRIMARY KEY REFERENCES pedidos (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  opened_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Signs the customers' links. Written by the first process that needs it, never by a migration: installations share the
-- database that the build creates.
CREATE TABLE order_link_key (
  single_row boolean PRIMARY KEY DEFAULT true CHECK (single_row),
  -- 32 random bytes in base64url.
  key text NOT NULL CHECK (key ~ '^[A-Za-z0-9_-]{43}$')
);

-- Money received, and to which orders it belongs: what is left of a receipt is the customer's credit.

CREATE TABLE receipts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Of an order without a customer there is none. No foreign key: an amount outlives the erased customer.
  customer_id uuid,
  -- BRL; money that was returned is negative.
  amount numeric(14, 2) NOT NULL CONSTRAINT receipts_amount_check CHECK (amount <> 0 AND abs(amount) <= 999999999999.99),
  -- The sum of its payments, which a trigger keeps. The credit of a customer is never negative: see `check_credit`.
  allocated numeric(14, 2) NOT NULL DEFAULT 0,
  method text NOT NULL CONSTRAINT receipts_method_check CHECK (char_length(method) BETWEEN 1 AND 100),
  -- An adjustment is a credit that the seller grants: no money was received.
  kind text NOT NULL CONSTRAINT receipts_kind_check CHECK (kind IN ('pix', 'cash', 'card', 'transfer', 'other', 'adjustment')),
  -- Recorded for the customer's account, not for one order.
  on_account boolean NOT NULL DEFAULT false,
  received_at timestamptz(3) NOT NULL,
  note text,
  -- NULL is the system.
  author text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT receipts_allocated_check CHECK (allocated BETWEEN least(amount, 0) AND greatest(amount, 0)),
  -- A refund and an adjustment have a note; an erased one is empty.
  CONSTRAINT receipts_note_check CHECK (
    char_length(note) <= 500 AND (amount > 0 AND kind <> 'adjustment' OR note IS NOT NULL)
  )
);
CREATE INDEX receipts_received ON receipts (received_at) INCLUDE (amount, method) WHERE kind <> 'adjustment';
CREATE INDEX receipts_by_customer ON receipts (customer_id, received_at);
CREATE INDEX receipts_credit ON receipts (customer_id) INCLUDE (amount, allocated) WHERE amount <> allocated;

-- The part of a receipt that an order got.
CREATE TABLE payments (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  order_id uuid NOT NULL REFERENCES pedidos (id) ON DELETE CASCADE,
  receipt_id uuid NOT NULL REFERENCES receipts (id),
  -- BRL; of a refund negative.
  amount numeric(14, 2) NOT NULL CONSTRAINT payments_amount_check CHECK (amount <> 0 AND abs(amount) <= 999999999999.99),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX payments_by_order ON payments (order_id);
CREATE INDEX payments_by_receipt ON payments (receipt_id);

-- What a customer owes for delivered orders, as it changed: the entries of an order add up to its total while it is delivered,
-- else to zero. Written by a trigger, never changed.
CREATE TABLE account_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES pedidos (id) ON DELETE CASCADE,
  amount numeric(14, 2) NOT NULL CHECK (amount <> 0),
  -- Why the seller changed a delivered order; NULL: it was delivered, or its delivery was undone.
  reason text,
  -- NULL is the system.
  author text,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX account_entries_by_order ON account_entries (order_id, created_at);

-- Charges at the seller's bank (API Pix of the Banco Central), where one is set up.

-- Has a row while the settings of the process name a bank: only then changes of orders queue messages for it.
CREATE TABLE pix_provider (single_row boolean PRIMARY KEY DEFAULT true CHECK (single_row));

-- What the bank was asked to charge, and what it answered. Nothing of the payer.
CREATE TABLE pix_charges (
  -- Derived from order and revision, so that a repeated request creates no second charge.
  txid text PRIMARY KEY CONSTRAINT pix_charges_txid_check CHECK (txid ~ '^[a-zA-Z0-9]{26,35}$'),
  -- No foreign key: the charge of a deleted order is removed at the bank afterwards.
  order_id uuid NOT NULL,
  -- The next charge of an order follows one that was paid in part, was removed or has expired.
  revision integer NOT NULL CONSTRAINT pix_charges_revision_check CHECK (revision >= 0),
  amount numeric(14, 2) NOT NULL CONSTRAINT pix_charges_amount_check CHECK (amount > 0),
  -- 'requested': the bank may or may not have it.
  state text NOT NULL DEFAULT 'requested'
    CONSTRAINT pix_charges_state_check CHECK (state IN ('requested', 'active', 'paid', 'removed')),
  -- Of an active one when the bank created it.
  state_since timestamptz(3) NOT NULL DEFAULT now(),
  -- 'Pix Copia e Cola'.
  code text CONSTRAINT pix_charges_code_check CHECK (char_length(code) <= 600),
  expires_at timestamptz(3),
  -- When the code was last shown to the customer: such a charge is read from the bank more often.
  shown_at timestamptz(3),
  -- NULL: the bank is not asked any more.
  next_check_at timestamptz(3) DEFAULT now(),
  CONSTRAINT pix_charges_order_key UNIQUE (order_id, revision),
  CONSTRAINT pix_charges_active_check CHECK (state <> 'active' OR expires_at IS NOT NULL)
);
CREATE INDEX pix_charges_due ON pix_charges (next_check_at) WHERE next_check_at IS NOT NULL;

-- Each Pix and each devolution that the bank has reported, so that it becomes a receipt once, whatever is repeated.
CREATE TABLE pix_receipts (
  -- The endToEndId; of a devolution followed by a colon and its id.
  end_to_end_id text PRIMARY KEY CONSTRAINT pix_receipts_id_check CHECK (char_length(end_to_end_id) BETWEEN 1 AND 100),
  txid text NOT NULL REFERENCES pix_charges (txid),
  -- BRL; of a devolution negative.
  amount numeric(14, 2) NOT NULL CONSTRAINT pix_receipts_amount_check CHECK (amount <> 0),
  -- No foreign key: who undoes the payment deletes the receipt. NULL: a devolution that was recorded by hand before.
  receipt_id uuid,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX pix_receipts_by_charge ON pix_receipts (txid);

-- Sales: what was sold on each day, from which the dashboard and the page 'Vendas' are read. The rows of a day are computed again
-- when one of them is read and an order of the day has changed: an order that is placed adds one row to `sales_stale` and waits for nobody.

CREATE TABLE sales_sums (
  -- 'total', 'product', 'category', 'customer', 'method', 'zone', 'channel': see app/domain/reports/sales/sums.server.ts.
  dimension text NOT NULL,
  -- In São Paulo: of the order, or of the payment.
  day date NOT NULL,
  key text NOT NULL,
  -- The status of the orders, or 'received' for payments.
  figure text NOT NULL,
  -- The name of a product as it was ordered, else empty: no customer is named here.
  label text NOT NULL,
  -- Of payments their number.
  orders integer NOT NULL,
  -- What was sold of products with this main unit: kilos and pieces are never added up.
  unidade numeric(16, 3) NOT NULL,
  pacote numeric(16, 3) NOT NULL,
  caixa numeric(16, 3) NOT NULL,
  kg numeric(16, 3) NOT NULL,
  amount numeric(16, 2) NOT NULL,
  PRIMARY KEY (dimension, day, key, figure)
);

-- Days whose sums are outdated, several times each.
CREATE TABLE sales_stale (day date NOT NULL);

-- The day of deliveries: what is picked and packed of each order, the order of the stops, failed attempts, links of helpers.

CREATE TABLE packings (
  -- The order.
  id uuid PRIMARY KEY REFERENCES pedidos (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  -- What is picked, in the unit of the line: { "<product_id> <unit>": 3 }. It stays when the order is edited, so that what is
  -- missing since then can be seen.
  picked jsonb NOT NULL DEFAULT '{}' CONSTRAINT packings_picked_check CHECK (
    jsonb_typeof(picked) = 'object' AND octet_length(picked::text) <= 50000
  ),
  volumes smallint NOT NULL DEFAULT 1 CONSTRAINT packings_volumes_check CHECK (volumes BETWEEN 1 AND 99),
  packed_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE delivery_routes (
  -- The date in São Paulo.
  id date PRIMARY KEY,
  -- The ids of its orders, first stop first. Those of other dates are ignored; orders that are missing come last.
  stops jsonb NOT NULL DEFAULT '[]' CONSTRAINT delivery_routes_stops_check CHECK (is_text_list(stops, 500)),
  -- What was counted in cash when the day was closed, in BRL.
  counted_cash numeric(12, 2) CONSTRAINT delivery_routes_counted_cash_check CHECK (counted_cash >= 0),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE delivery_attempts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  order_id uuid NOT NULL REFERENCES pedidos (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  -- The day of the attempt, in São Paulo.
  date date NOT NULL,
  -- May name the customer: not in the audit log, and erased with the customer's data.
  reason text CONSTRAINT delivery_attempts_reason_check CHECK (char_length(reason) BETWEEN 1 AND 200),
  author text NOT NULL CONSTRAINT delivery_attempts_author_check CHECK (char_length(author) <= 320),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX delivery_attempts_by_date ON delivery_attempts (date, created_at);
CREATE INDEX delivery_attempts_by_order ON delivery_attempts (order_id);

-- Who has the link sees one day without an account.
CREATE TABLE helper_links (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- SHA-256 of the token, in hex.
  token_hash text NOT NULL UNIQUE CONSTRAINT helper_links_token_hash_check CHECK (token_hash ~ '^[0-9a-f]{64}$'),
  date date NOT NULL,
  role text NOT NULL CONSTRAINT helper_links_role_check CHECK (role IN ('motorista', 'separacao')),
  -- What the audit log calls its holder.
  name text NOT NULL CONSTRAINT helper_links_name_check CHECK (char_length(name) BETWEEN 1 AND 60),
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX helper_links_by_date ON helper_links (date, created_at);

-- Settings: one row. NULL means never saved, so that the built-in value counts.

CREATE TABLE settings (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  single_row boolean NOT NULL DEFAULT true UNIQUE CHECK (single_row),
  -- 'demo': the demonstration shop. 'preparing': visitors see that the shop opens soon, and nobody orders.
  stage text NOT NULL DEFAULT 'open' CONSTRAINT settings_stage_check CHECK (stage IN ('demo', 'preparing', 'open')),
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
  -- By the name of a payment method: for whom it is, and the days until it is due.
  payment_terms jsonb NOT NULL DEFAULT '{}' CONSTRAINT settings_payment_terms_check
    CHECK (jsonb_typeof(payment_terms) = 'object' AND octet_length(payment_terms::text) <= 50000),
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
      @.type() == "number" && @ >= 0 && @ <= 9999999.99 && @ * 100 % 1 == 0
    ))')
  ),
  -- Of an address in no zone: to be agreed on, or no order.
  outside_zones text NOT NULL DEFAULT 'combinar'
    CONSTRAINT settings_outside_zones_check CHECK (outside_zones IN ('combinar', 'recusar')),
  -- `{ weekdays, shifts, cutoff_days, cutoff_time }`, as of a zone; NULL: orders are not picked up at the shop.
  pickup jsonb CONSTRAINT settings_pickup_check CHECK (
    jsonb_typeof(pickup) = 'object' AND octet_length(pickup::text) <= 20000
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
  show_ratings boolean NOT NULL DEFAULT true,
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
  -- The changes of one transaction are one action.
  action_id bigint NOT NULL DEFAULT txid_current()
);
CREATE INDEX audit_logs_newest ON audit_logs (created_at DESC, id DESC);
CREATE INDEX audit_logs_by_table ON audit_logs (table_name, created_at DESC, id DESC);
CREATE INDEX audit_logs_by_record ON audit_logs (table_name, record_id, created_at DESC);
CREATE INDEX audit_logs_deleted_orders ON audit_logs (created_at)
  WHERE table_name = 'orders' AND operation = 'DELETE';

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

-- One queue for order mails, webhook deliveries, notices on the seller's devices and charges at the bank. Rows are written in the transaction of
-- the change.
CREATE TABLE outbox (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL CONSTRAINT outbox_kind CHECK (kind IN ('mail', 'webhook', 'push', 'pix')),
  -- Of a mail its kind, such as 'customer' or 'confirmado'; of a webhook the event; of a notice 'created' and the like; of a
  -- charge 'pix'.
  event text NOT NULL,
  -- The webhook or the device; mails and charges have none. Neither this nor the order is a foreign key: a new order must not fail because
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
-- Each mail and each notice of an order once per receiver, and one message about its charge: see `queue_pix`.
CREATE UNIQUE INDEX outbox_once ON outbox (order_id, event, receiver) NULLS NOT DISTINCT WHERE order_id IS NOT NULL;

-- The administrator, the members, and the tokens by which programs act in their name.

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

-- Members: further persons of the shop beside the administrator, each with a role and credentials of their own.
CREATE TABLE members (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL CONSTRAINT members_name_check CHECK (char_length(name) BETWEEN 1 AND 60),
  -- In lower case.
  email text NOT NULL CONSTRAINT members_email_key UNIQUE
    CONSTRAINT members_email_check CHECK (char_length(email) BETWEEN 3 AND 254 AND email = lower(email)),
  role text NOT NULL CONSTRAINT members_role_check CHECK (role IN ('equipe', 'consulta')),
  active boolean NOT NULL DEFAULT true,
  -- When the last invitation was made; NULL: it was revoked. So the audit log says who revoked whose.
  invited_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Apart from `members`, whose rows are in the audit log. The columns are those of `administrator`.
CREATE TABLE member_credentials (
  id uuid PRIMARY KEY REFERENCES members (id) ON DELETE CASCADE,
  email text NOT NULL,
  -- NULL until the invitation is accepted.
  password_hash text CONSTRAINT member_credentials_password_hash_check CHECK (password_hash LIKE '$argon2id$%'),
  password_changed_at timestamptz(3) NOT NULL,
  device_key text NOT NULL,
  totp_secret text,
  totp_offered_secret text,
  totp_last_step bigint NOT NULL DEFAULT 0,
  second_factor_since timestamptz(3),
  recovery_hashes jsonb NOT NULL DEFAULT '[]'
    CONSTRAINT member_credentials_recovery_check CHECK (is_text_list(recovery_hashes, 20)),
  -- SHA-256 of the invitation's token, in hex; NULL once it was used or revoked.
  invitation_hash text CONSTRAINT member_credentials_invitation_key UNIQUE
    CONSTRAINT member_credentials_invitation_check CHECK (invitation_hash ~ '^[0-9a-f]{64}$'),
  invitation_expires_at timestamptz(3),
  signed_in_at timestamptz(3),
  CONSTRAINT member_credentials_second_factor_check CHECK ((totp_secret IS NULL) = (second_factor_since IS NULL)),
  CONSTRAINT member_credentials_expiry_check CHECK ((invitation_hash IS NULL) = (invitation_expires_at IS NULL))
);

CREATE TABLE sessions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- SHA-256 of the token, in hex: the token itself is only in the browser's cookie.
  token_hash text NOT NULL UNIQUE,
  email text NOT NULL,
  -- NULL: the administrator's.
  member_id uuid REFERENCES members (id) ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_seen_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  user_agent text CHECK (char_length(user_agent) <= 500),
  address text CHECK (char_length(address) <= 100)
);
CREATE INDEX sessions_by_email ON sessions (email, created_at DESC);
CREATE INDEX sessions_by_member ON sessions (member_id) WHERE member_id IS NOT NULL;

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
