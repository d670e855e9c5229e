-- As in 0007, with the number and the status of a changed order.
CREATE OR REPLACE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql
-- The audit log stores instants as text in UTC, also behind a pooler with another time zone.
SET timezone = 'UTC' AS $$
DECLARE
  known_as text := TG_ARGV[0];
  acting_user text := nullif(current_setting('pomar.user_email', true), '');
  before_row jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
  after_row jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
  current_row jsonb := coalesce(after_row, before_row);
  of_a_move text[] := ARRAY['position', 'version', 'updated_at'];
  -- Only the position changed, or of an order anything but its status.
  is_quiet boolean := coalesce(before_row - of_a_move = after_row - of_a_move, false)
    OR coalesce(before_row -> 'status' = after_row -> 'status', false);
  log_id uuid;
BEGIN
  IF before_row = after_row THEN
    RETURN NULL;
  END IF;
  INSERT INTO audit_logs (user_email, table_name, operation, record_id, old_data, new_data)
  VALUES (acting_user, known_as, TG_OP, current_row ->> 'id', before_row, after_row)
  RETURNING id INTO log_id;
  -- A notification is limited to 8,000 bytes, and a character may take six in JSON.
  PERFORM announce_change(jsonb_build_object(
    'table', known_as,
    'operation', TG_OP,
    'id', current_row -> 'id',
    'version', current_row -> 'version',
    'title', left(current_row ->> 'title', 300),
    'slug', left(current_row ->> 'slug', 300),
    'numero_pedido', current_row -> 'numero_pedido',
    'status', current_row -> 'status',
    'by', left(acting_user, 320),
    'quiet', nullif(is_quiet, false)
  ));
  PERFORM announce_change(
    jsonb_build_object('table', 'audit_logs', 'operation', 'INSERT', 'id', log_id)
  );
  RETURN NULL;
END $$;
