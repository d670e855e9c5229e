-- The day of deliveries.

-- The audit log, and a quiet notification as of a change of the order: every open page of the day is one of orders.
CREATE OR REPLACE FUNCTION record_day_change() RETURNS trigger LANGUAGE plpgsql SET timezone = 'UTC' AS $$
DECLARE
  after_row jsonb := to_jsonb(NEW) - ARRAY['reason', 'token_hash'];
BEGIN
  IF TG_OP = 'UPDATE' AND NEW IS NOT DISTINCT FROM OLD THEN
    RETURN NULL;
  END IF;
  INSERT INTO audit_logs (user_email, table_name, operation, record_id, old_data, new_data)
  VALUES (
    nullif(current_setting('pomar.user_email', true), ''), TG_TABLE_NAME, TG_OP, after_row ->> 'id',
    CASE WHEN TG_OP = 'UPDATE' THEN to_jsonb(OLD) - ARRAY['reason', 'token_hash'] END, after_row
  );
  PERFORM announce_change(jsonb_build_object(
    'table', 'orders', 'operation', 'UPDATE', 'id', coalesce(after_row -> 'order_id', after_row -> 'id'), 'quiet', true));
  RETURN NULL;
END $$;

-- Whether anything of an order is picked or packed.
CREATE OR REPLACE FUNCTION is_picked(of_order uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM packings WHERE id = of_order
      AND (packed_at IS NOT NULL OR EXISTS (SELECT FROM jsonb_each_text(picked) WHERE value::numeric > 0))
  )
$$;

CREATE OR REPLACE TRIGGER packings_change AFTER INSERT OR UPDATE ON packings FOR EACH ROW EXECUTE FUNCTION record_day_change();
CREATE OR REPLACE TRIGGER delivery_routes_change AFTER INSERT OR UPDATE ON delivery_routes
  FOR EACH ROW EXECUTE FUNCTION record_day_change();
CREATE OR REPLACE TRIGGER delivery_attempts_change AFTER INSERT ON delivery_attempts
  FOR EACH ROW EXECUTE FUNCTION record_day_change();
CREATE OR REPLACE TRIGGER helper_links_change AFTER INSERT OR UPDATE ON helper_links
  FOR EACH ROW EXECUTE FUNCTION record_day_change();
