-- For every audited table: version, audit log and notification.

-- An update that changes nothing leaves version, audit log and listeners alone.
CREATE OR REPLACE FUNCTION touch_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version;
  NEW.updated_at := OLD.updated_at;
  IF NEW IS DISTINCT FROM OLD THEN
    NEW.version := OLD.version + 1;
    NEW.updated_at := now();
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION announce_change(change jsonb) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('pomar_changes', jsonb_strip_nulls(change || jsonb_build_object(
    'tab', left(nullif(current_setting('pomar.tab', true), ''), 64)
  ))::text)
$$;

-- Whether visitors see a row of this table; false for none.
CREATE OR REPLACE FUNCTION is_public(table_name text, of_row jsonb) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT of_row IS NOT NULL AND CASE
    WHEN table_name IN ('categories', 'recipes') THEN (of_row ->> 'visible')::boolean
    WHEN table_name = 'products' THEN (of_row ->> 'visible')::boolean
      AND NOT EXISTS (SELECT FROM categories WHERE slug = of_row ->> 'category' AND NOT visible)
    WHEN table_name = 'delivery_zones' THEN (of_row ->> 'active')::boolean
    ELSE true
  END
$$;

-- One row in audit_logs and one notification for each change, in the transaction of the change. The trigger's argument is the
-- name under which the table is known outside. Orders have a function of their own.
CREATE OR REPLACE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql
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
    'hidden', CASE WHEN NOT (is_public(TG_ARGV[0], before_row) OR is_public(TG_ARGV[0], after_row)) THEN true END,
    'tab', left(nullif(current_setting('pomar.tab', true), ''), 64),
    'log', log_id
  ))::text);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER categories_touch BEFORE UPDATE ON categories FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE OR REPLACE TRIGGER categories_change AFTER INSERT OR UPDATE OR DELETE ON categories
  FOR EACH ROW EXECUTE FUNCTION record_change('categories');
CREATE OR REPLACE TRIGGER products_touch BEFORE UPDATE ON products FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE OR REPLACE TRIGGER products_change AFTER INSERT OR UPDATE OR DELETE ON products
  FOR EACH ROW EXECUTE FUNCTION record_change('products');
CREATE OR REPLACE TRIGGER recipes_touch BEFORE UPDATE ON recipes FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE OR REPLACE TRIGGER recipes_change AFTER INSERT OR UPDATE OR DELETE ON recipes
  FOR EACH ROW EXECUTE FUNCTION record_change('recipes');
CREATE OR REPLACE TRIGGER pedidos_touch BEFORE UPDATE ON pedidos FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE OR REPLACE TRIGGER settings_touch BEFORE UPDATE ON settings FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE OR REPLACE TRIGGER settings_change AFTER INSERT OR UPDATE OR DELETE ON settings
  FOR EACH ROW EXECUTE FUNCTION record_change('settings');
CREATE OR REPLACE TRIGGER delivery_zones_touch BEFORE UPDATE ON delivery_zones FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE OR REPLACE TRIGGER delivery_zones_change AFTER INSERT OR UPDATE OR DELETE ON delivery_zones
  FOR EACH ROW EXECUTE FUNCTION record_change('delivery_zones');
CREATE OR REPLACE TRIGGER delivery_exceptions_touch BEFORE UPDATE ON delivery_exceptions
  FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE OR REPLACE TRIGGER delivery_exceptions_change AFTER INSERT OR UPDATE OR DELETE ON delivery_exceptions
  FOR EACH ROW EXECUTE FUNCTION record_change('delivery_exceptions');
CREATE OR REPLACE TRIGGER packings_touch BEFORE UPDATE ON packings FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE OR REPLACE TRIGGER delivery_routes_touch BEFORE UPDATE ON delivery_routes FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE OR REPLACE TRIGGER customers_touch BEFORE UPDATE ON customers FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE OR REPLACE TRIGGER customers_change AFTER UPDATE OR DELETE ON customers
  FOR EACH ROW EXECUTE FUNCTION record_change('customers');
-- A customer whom an order brought is in the log of the order.
CREATE OR REPLACE TRIGGER customers_creation AFTER INSERT ON customers
  FOR EACH ROW WHEN (current_setting('pomar.user_email', true) <> '') EXECUTE FUNCTION record_change('customers');
CREATE OR REPLACE TRIGGER price_tables_touch BEFORE UPDATE ON price_tables FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE OR REPLACE TRIGGER price_tables_change AFTER INSERT OR UPDATE OR DELETE ON price_tables
  FOR EACH ROW EXECUTE FUNCTION record_change('price_tables');
CREATE OR REPLACE TRIGGER members_touch BEFORE UPDATE ON members FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE OR REPLACE TRIGGER members_change AFTER INSERT OR UPDATE OR DELETE ON members
  FOR EACH ROW EXECUTE FUNCTION record_change('members');
