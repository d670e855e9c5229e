-- Notifications of rows that visitors neither saw before a change nor see after it say so: they are not sent to visitors.

-- Whether visitors see a row of this table; false for none.
CREATE FUNCTION is_public(table_name text, of_row jsonb) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT of_row IS NOT NULL AND CASE
    WHEN table_name IN ('categories', 'recipes') THEN (of_row ->> 'visible')::boolean
    WHEN table_name = 'products' THEN (of_row ->> 'visible')::boolean
      AND NOT EXISTS (SELECT FROM categories WHERE slug = of_row ->> 'category' AND NOT visible)
    WHEN table_name = 'delivery_zones' THEN (of_row ->> 'active')::boolean
    ELSE true
  END
$$;

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
    'lists', CASE WHEN TG_ARGV[0] = 'products' THEN changed_lists(before_row, after_row) END,
    'hidden', CASE WHEN NOT (is_public(TG_ARGV[0], before_row) OR is_public(TG_ARGV[0], after_row)) THEN true END,
    'tab', left(nullif(current_setting('pomar.tab', true), ''), 64),
    'log', log_id
  ))::text);
  RETURN NULL;
END $$;
