-- The shop: what is sold, what is ordered, what the seller has set, and who changed what.

-- Limits of length are far above what the forms allow: they keep a mistake from filling the disk. Instants keep
-- milliseconds, as JavaScript does, so that a cursor made from one points exactly at its row.

CREATE FUNCTION is_text_list(value jsonb, most integer) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_typeof(value) = 'array'
    AND jsonb_array_length(value) <= most
    AND NOT jsonb_path_exists(value, '$[*] ? (@.type() != "string")')
$$;

CREATE TABLE categories (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  slug text NOT NULL UNIQUE CHECK (slug IN ('polpas', 'frutas-congeladas', 'gelo-saborizado', 'pescados')),
  description text NOT NULL DEFAULT '' CHECK (char_length(description) <= 5000),
  image_url text CHECK (char_length(image_url) <= 2000),
  position integer NOT NULL CHECK (position >= 0),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE products (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 300),
  slug text NOT NULL UNIQUE CHECK (char_length(slug) BETWEEN 1 AND 300),
  category text REFERENCES categories (slug) ON UPDATE CASCADE,
  short_desc text NOT NULL DEFAULT '' CHECK (char_length(short_desc) <= 5000),
  long_desc text NOT NULL DEFAULT '' CHECK (char_length(long_desc) <= 50000),
  -- BRL per sale unit. The upper end also keeps NaN out, which passes for greater than any number.
  price numeric(12, 2) NOT NULL DEFAULT 0 CHECK (price BETWEEN 0 AND 9999999.99),
  -- Counts sale units. A confirmed order may take it below zero: the seller sold what was still to come.
  stock integer NOT NULL DEFAULT 0,
  images jsonb NOT NULL DEFAULT '[]' CHECK (is_text_list(images, 100)),
  visible boolean NOT NULL DEFAULT true,
  position integer NOT NULL DEFAULT 0 CHECK (position >= 0),
  specs jsonb NOT NULL DEFAULT '{"unit": "unidade"}' CHECK (
    jsonb_typeof(specs) = 'object'
    AND coalesce(specs ->> 'unit', '') IN ('unidade', 'pacote', 'caixa', 'kg')
    AND NOT jsonb_path_exists(specs, '$.rating ? (!(@.type() == "number" && @ >= 0 && @ <= 5))')
    AND NOT jsonb_path_exists(specs, '$.packageInfo.* ? (!(@.type() == "number" && @ >= 1 && @ == @.floor()))')
  ),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX products_by_category ON products (category, position) WHERE visible;
CREATE INDEX products_by_position ON products (position);

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

CREATE FUNCTION sum_of_items(itens jsonb) RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(sum((item ->> 'total')::numeric), 0) FROM jsonb_array_elements(itens) AS item
$$;

CREATE TABLE pedidos (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  numero_pedido bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) UNIQUE,
  status text NOT NULL DEFAULT 'pendente' CHECK (status IN ('pendente', 'confirmado', 'entregue', 'cancelado')),
  valor_total numeric(14, 2) NOT NULL CHECK (valor_total BETWEEN 0 AND 999999999999.99),
  delivery_fee numeric(12, 2) NOT NULL DEFAULT 0 CHECK (delivery_fee BETWEEN 0 AND 9999999.99),
  cliente_info jsonb NOT NULL CHECK (
    jsonb_typeof(cliente_info) = 'object' AND octet_length(cliente_info::text) <= 20000
  ),
  itens jsonb NOT NULL CHECK (
    jsonb_typeof(itens) = 'array'
    AND jsonb_array_length(itens) BETWEEN 1 AND 1000
    AND NOT jsonb_path_exists(itens, '$[*] ? (!(
      @.product_id.type() == "string" && @.product_name.type() == "string"
      && @.quantity.type() == "number" && @.quantity >= 1 && @.quantity == @.quantity.floor()
      && (@.unit == "unidade" || @.unit == "pacote" || @.unit == "caixa" || @.unit == "kg")
      && @.price.type() == "number" && @.price >= 0 && @.total == @.price * @.quantity
    ))')
  ),
  user_id uuid,
  -- One key, one order: the shopper's browser makes it, and a repeated request finds the row it made.
  idempotency_key text UNIQUE CHECK (char_length(idempotency_key) BETWEEN 1 AND 255),
  -- SHA-256 of the request that made the order, so that a reused key with other contents is noticed.
  request_hash text CHECK (char_length(request_hash) <= 128),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT pedidos_total_is_items_plus_fee CHECK (valor_total = sum_of_items(itens) + delivery_fee)
);
CREATE INDEX pedidos_newest ON pedidos (created_at DESC, id DESC);
CREATE INDEX pedidos_by_status ON pedidos (status, created_at DESC, id DESC);

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
  -- NULL means never saved, so that the built-in methods count.
  payment_methods jsonb CHECK (is_text_list(payment_methods, 100)),
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
  premium_fruits_image_url text CHECK (char_length(premium_fruits_image_url) <= 2000),
  recipes_hero_title text CHECK (char_length(recipes_hero_title) <= 500),
  recipes_hero_subtitle text CHECK (char_length(recipes_hero_subtitle) <= 2000),
  recipes_hero_image_url text CHECK (char_length(recipes_hero_image_url) <= 2000),
  about_page_content jsonb CHECK (
    jsonb_typeof(about_page_content) = 'object' AND octet_length(about_page_content::text) <= 500000
  ),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE audit_logs (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- NULL is the system: nobody was signed in.
  user_email text,
  table_name text NOT NULL,
  operation text NOT NULL CHECK (operation IN ('INSERT', 'UPDATE', 'DELETE')),
  record_id text NOT NULL,
  old_data jsonb,
  new_data jsonb
);
CREATE INDEX audit_logs_newest ON audit_logs (created_at DESC, id DESC);
CREATE INDEX audit_logs_by_table ON audit_logs (table_name, created_at DESC, id DESC);
CREATE INDEX audit_logs_by_record ON audit_logs (table_name, record_id, created_at DESC);

CREATE TABLE sessions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- SHA-256 of the token, in hex: the token itself is only ever in the browser's cookie.
  token_hash text NOT NULL UNIQUE,
  email text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_seen_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3)
);
CREATE INDEX sessions_by_email ON sessions (email, created_at DESC);

-- Answers of the postal-code providers, kept so that a known address needs no second question.
CREATE TABLE postal_codes (
  cep text PRIMARY KEY CHECK (cep ~ '^[0-9]{8}$'),
  address jsonb NOT NULL CHECK (jsonb_typeof(address) = 'object'),
  fetched_at timestamptz(3) NOT NULL DEFAULT now()
);

-- What every shop begins with. Nobody did this, so that it stands before the triggers that would tell of it.
INSERT INTO categories (name, slug, position) VALUES
  ('Polpas de Frutas', 'polpas', 0),
  ('Frutas Congeladas', 'frutas-congeladas', 1),
  ('Gelo Saborizado', 'gelo-saborizado', 2),
  ('Pescados', 'pescados', 3);
INSERT INTO settings DEFAULT VALUES;

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

-- One row in audit_logs and one notification for each change, in the transaction of the change.
-- The trigger's argument is the name under which the table is known outside ('orders' for pedidos).
CREATE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  known_as text := TG_ARGV[0];
  acting_user text := nullif(current_setting('pomar.user_email', true), '');
  before_row jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
  after_row jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
  current_row jsonb := coalesce(after_row, before_row);
  log_id uuid;
BEGIN
  IF before_row = after_row THEN
    RETURN NULL;
  END IF;
  INSERT INTO audit_logs (user_email, table_name, operation, record_id, old_data, new_data)
  VALUES (acting_user, known_as, TG_OP, current_row ->> 'id', before_row, after_row)
  RETURNING id INTO log_id;
  -- A notification holds 8,000 bytes, and a character may take six in JSON.
  PERFORM pg_notify('pomar_changes', jsonb_strip_nulls(jsonb_build_object(
    'table', known_as,
    'operation', TG_OP,
    'id', current_row -> 'id',
    'version', current_row -> 'version',
    'title', left(current_row ->> 'title', 300),
    'slug', left(current_row ->> 'slug', 300),
    'by', left(acting_user, 320)
  ))::text);
  PERFORM pg_notify('pomar_changes', jsonb_build_object(
    'table', 'audit_logs', 'operation', 'INSERT', 'id', log_id
  )::text);
  RETURN NULL;
END $$;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are written once', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER audit_logs_written_once BEFORE UPDATE OR DELETE ON audit_logs
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER categories_touch BEFORE UPDATE ON categories FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER products_touch BEFORE UPDATE ON products FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER recipes_touch BEFORE UPDATE ON recipes FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER pedidos_touch BEFORE UPDATE ON pedidos FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER settings_touch BEFORE UPDATE ON settings FOR EACH ROW EXECUTE FUNCTION touch_row();

CREATE TRIGGER categories_change AFTER INSERT OR UPDATE OR DELETE ON categories
  FOR EACH ROW EXECUTE FUNCTION record_change('categories');
CREATE TRIGGER products_change AFTER INSERT OR UPDATE OR DELETE ON products
  FOR EACH ROW EXECUTE FUNCTION record_change('products');
CREATE TRIGGER recipes_change AFTER INSERT OR UPDATE OR DELETE ON recipes
  FOR EACH ROW EXECUTE FUNCTION record_change('recipes');
CREATE TRIGGER pedidos_change AFTER INSERT OR UPDATE OR DELETE ON pedidos
  FOR EACH ROW EXECUTE FUNCTION record_change('orders');
CREATE TRIGGER settings_change AFTER INSERT OR UPDATE OR DELETE ON settings
  FOR EACH ROW EXECUTE FUNCTION record_change('settings');
