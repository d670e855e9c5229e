-- Orders that repeat.

-- The audit log, and a quiet notification as of a change of the order that it repeats: lists of orders show series too.
CREATE OR REPLACE FUNCTION record_series_change() RETURNS trigger LANGUAGE plpgsql SET timezone = 'UTC' AS $$
DECLARE
  before_row jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
  after_row jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
  current_row jsonb := coalesce(after_row, before_row);
BEGIN
  IF before_row = after_row THEN
    RETURN NULL;
  END IF;
  INSERT INTO audit_logs (user_email, table_name, operation, record_id, old_data, new_data)
  VALUES (
    nullif(current_setting('pomar.user_email', true), ''), 'order_series', TG_OP,
    coalesce(current_row ->> 'series_id', current_row ->> 'id'), before_row, after_row
  );
  PERFORM announce_change(jsonb_build_object(
    'table', 'orders', 'operation', 'UPDATE', 'id', coalesce(current_row -> 'order_id', current_row -> 'series_id'), 'quiet', true));
  RETURN NULL;
END $$;

-- Deletes series with what the audit log has of them.
CREATE OR REPLACE FUNCTION erase_series(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM order_series WHERE id = ANY (ids);
  PERFORM set_config('pomar.anonymizing', 'on', true);
  UPDATE audit_logs SET old_data = without_customer(old_data), new_data = without_customer(new_data)
  WHERE table_name = 'order_series' AND record_id = ANY (ids::text[]);
  PERFORM set_config('pomar.anonymizing', '', true);
END $$;

-- The series of the customers whose data are erased with these orders.
CREATE OR REPLACE FUNCTION erase_series_of_orders(ids uuid[]) RETURNS void LANGUAGE sql AS $$
  SELECT erase_series(array_agg(series.id)) FROM order_series AS series
  WHERE order_id = ANY (ids) OR id IN (SELECT series_id FROM series_dates WHERE order_id = ANY (ids))
  HAVING count(*) > 0
$$;

CREATE OR REPLACE TRIGGER order_series_touch BEFORE UPDATE ON order_series FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE OR REPLACE TRIGGER order_series_change AFTER INSERT OR UPDATE OR DELETE ON order_series
  FOR EACH ROW EXECUTE FUNCTION record_series_change();
CREATE OR REPLACE TRIGGER series_dates_change AFTER INSERT OR UPDATE ON series_dates
  FOR EACH ROW EXECUTE FUNCTION record_series_change();
