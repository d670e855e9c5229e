-- The shop: what is sold, what is ordered, what the seller has set, and who changed what.

CREATE TABLE categories (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL CHECK (name <> ''),
  slug text NOT NULL UNIQUE CHECK (slug IN ('polpas', 'frutas-congeladas', 'gelo-saborizado', 'pescados')),
  description text NOT NULL DEFAULT '',
  image_url text,
  position integer NOT NULL CHECK (position >= 0),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE products (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  title text NOT NULL CHECK (title <> ''),
  slug text NOT NULL UNIQUE CHECK (slug <> ''),
  category text REFERENCES categories (slug) ON UPDATE CASCADE,
  short_desc text NOT NULL DEFAULT '',
  long_desc text NOT NULL DEFAULT '',
  price numeric(12, 2) NOT NULL DEFAULT 0 CHECK (price >= 0),
  -- Counts sale units. A confirmed order may take it below zero: the seller sold what was still to come.
  stock integer NOT NULL DEFAULT 0,
  images jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(images) = 'array'),
  visible boolean NOT NULL DEFAULT true,
  position integer NOT NULL DEFAULT 0 CHECK (position >= 0),
  specs jsonb NOT NULL DEFAULT '{"unit": "unidade"}' CHECK (
    specs ->> 'unit' IS NOT NULL AND specs ->> 'unit' IN ('unidade', 'pacote', 'caixa', 'kg')
  ),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX products_by_category ON products (category, position) WHERE visible;
CREATE INDEX products_by_position ON products (position);

CREATE TABLE recipes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  title text NOT NULL CHECK (title <> ''),
  slug text NOT NULL UNIQUE CHECK (slug <> ''),
  category text NOT NULL DEFAULT '',
  difficulty text NOT NULL DEFAULT 'Fácil' CHECK (difficulty IN ('Fácil', 'Médio', 'Difícil')),
  short_desc text NOT NULL DEFAULT '',
  long_desc text NOT NULL DEFAULT '',
  prep_time integer CHECK (prep_time >= 0),
  servings integer CHECK (servings >= 0),
  image_url text,
  ingredients jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(ingredients) = 'array'),
  instructions text NOT NULL DEFAULT '',
  is_featured boolean NOT NULL DEFAULT false,
  visible boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX recipes_newest ON recipes (created_at DESC, id);

CREATE TABLE pedidos (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  numero_pedido bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) UNIQUE,
  status text NOT NULL DEFAULT 'pendente' CHECK (status IN ('pendente', 'confirmado', 'entregue', 'cancelado')),
  valor_total numeric(14, 2) NOT NULL CHECK (valor_total >= 0),
  delivery_fee numeric(12, 2) NOT NULL DEFAULT 0 CHECK (delivery_fee >= 0),
  cliente_info jsonb NOT NULL CHECK (jsonb_typeof(cliente_info) = 'object'),
  itens jsonb NOT NULL CHECK (jsonb_typeof(itens) = 'array' AND jsonb_array_length(itens) > 0),
  user_id uuid,
  -- One key, one order: the shopper's browser makes it, and a repeated request finds the row it made.
  idempotency_key text UNIQUE,
  -- SHA-256 of the request that made the order, so that a reused key with other contents is noticed.
  request_hash text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX pedidos_newest ON pedidos (created_at DESC, id DESC);
CREATE INDEX pedidos_by_status ON pedidos (status, created_at DESC, id DESC);

CREATE TABLE settings (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  single_row boolean NOT NULL DEFAULT true UNIQUE CHECK (single_row),
  site_name text,
  logo text,
  policies text,
  seo_default jsonb NOT NULL DEFAULT '{}',
  colors jsonb NOT NULL DEFAULT '{}',
  -- NULL means never saved, so that the built-in methods count.
  payment_methods jsonb CHECK (jsonb_typeof(payment_methods) = 'array'),
  delivery_settings jsonb NOT NULL DEFAULT '{"delivery_fee": 0, "minimum_order": 0, "free_delivery_minimum": 0}',
  phone text,
  email text,
  whatsapp text,
  hero_image_url text,
  premium_fruits_image_url text,
  recipes_hero_title text,
  recipes_hero_subtitle text,
  recipes_hero_image_url text,
  about_page_content jsonb,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE audit_logs (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
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
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX sessions_by_email ON sessions (email, created_at DESC);

-- Answers of the postal-code providers, kept so that a known address needs no second question.
CREATE TABLE postal_codes (
  cep text PRIMARY KEY CHECK (cep ~ '^[0-9]{8}$'),
  address jsonb NOT NULL,
  fetched_at timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION touch_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  NEW.updated_at := now();
  RETURN NEW;
END $$;

-- One row in audit_logs and one notification for each change, in the transaction of the change.
-- The trigger's argument is the name under which the table is known outside ('orders' for pedidos).
CREATE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  known_as text := TG_ARGV[0];
  before_row jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
  after_row jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
  current_row jsonb := coalesce(after_row, before_row);
  log_id uuid;
BEGIN
  INSERT INTO audit_logs (user_email, table_name, operation, record_id, old_data, new_data)
  VALUES (
    nullif(current_setting('pomar.user_email', true), ''),
    known_as, TG_OP, current_row ->> 'id', before_row, after_row
  )
  RETURNING id INTO log_id;
  PERFORM pg_notify('pomar_changes', jsonb_strip_nulls(jsonb_build_object(
    'table', known_as,
    'operation', TG_OP,
    'id', current_row ->> 'id',
    'version', current_row -> 'version',
    -- A notification holds 8,000 bytes.
    'title', left(current_row ->> 'title', 200),
    'slug', left(current_row ->> 'slug', 200),
    'by', nullif(current_setting('pomar.user_email', true), '')
  ))::text);
  PERFORM pg_notify('pomar_changes', jsonb_build_object(
    'table', 'audit_logs', 'operation', 'INSERT', 'id', log_id
  )::text);
  RETURN NULL;
END $$;

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

INSERT INTO categories (name, slug, position) VALUES
  ('Polpas de Frutas', 'polpas', 0),
  ('Frutas Congeladas', 'frutas-congeladas', 1),
  ('Gelo Saborizado', 'gelo-saborizado', 2),
  ('Pescados', 'pescados', 3);
INSERT INTO settings DEFAULT VALUES;
