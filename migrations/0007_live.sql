-- What open pages of the back office are told beside the change itself: which tab made it, and whether it is worth a
-- notice. And which orders the seller has looked at.

CREATE FUNCTION announce_change(change jsonb) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('pomar_changes', jsonb_strip_nulls(change || jsonb_build_object(
    'tab', left(nullif(current_setting('pomar.tab', true), ''), 64)
  ))::text)
$$;

-- As in 0001, with `tab` and `quiet`.
CREATE OR REPLACE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql
-- The audit log keeps rows as text: their instants in UTC. Behind a pooler a connection's own setting does not count.
SET timezone = 'UTC' AS $$
DECLARE
  known_as text := TG_ARGV[0];
  acting_user text := nullif(current_setting('pomar.user_email', true), '');
  before_row jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
  after_row jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
  current_row jsonb := coalesce(after_row, before_row);
  of_a_move text[] := ARRAY['position', 'version', 'updated_at'];
  -- Only the place in the list changed, or of an order anything but its status.
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
  -- A notification holds 8,000 bytes, and a character may take six in JSON.
  PERFORM announce_change(jsonb_build_object(
    'table', known_as,
    'operation', TG_OP,
    'id', current_row -> 'id',
    'version', current_row -> 'version',
    'title', left(current_row ->> 'title', 300),
    'slug', left(current_row ->> 'slug', 300),
    'by', left(acting_user, 320),
    'quiet', nullif(is_quiet, false)
  ));
  PERFORM announce_change(
    jsonb_build_object('table', 'audit_logs', 'operation', 'INSERT', 'id', log_id)
  );
  RETURN NULL;
END $$;

-- An order that is pending and not in here is new to the seller, on whatever device they look.
CREATE TABLE opened_orders (
  -- Deferred, so that rows may be copied table by table in any order.
  order_id uuid PRIMARY KEY REFERENCES pedidos (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  opened_at timestamptz(3) NOT NULL DEFAULT now()
);
INSERT INTO opened_orders (order_id) SELECT id FROM pedidos;

CREATE FUNCTION announce_opening() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_change(
    jsonb_build_object('table', 'orders', 'operation', 'UPDATE', 'id', NEW.order_id, 'quiet', true)
  );
  RETURN NULL;
END $$;
CREATE TRIGGER opened_orders_announce AFTER INSERT ON opened_orders
  FOR EACH ROW EXECUTE FUNCTION announce_opening();
