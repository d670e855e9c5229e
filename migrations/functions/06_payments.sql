-- Payments of orders.

CREATE OR REPLACE FUNCTION settle_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.paid_at := NULL;
  NEW.paid_method := NULL;
  IF NEW.paid_amount > 0 AND NEW.paid_amount >= NEW.valor_total THEN
    SELECT received_at, method INTO NEW.paid_at, NEW.paid_method FROM payments
    WHERE order_id = NEW.id AND amount > 0 ORDER BY received_at DESC, created_at DESC, id LIMIT 1;
  END IF;
  RETURN NEW;
END $$;

-- The audit log names the order as the record, and has no note: it may name the customer.
CREATE OR REPLACE FUNCTION record_payment() RETURNS trigger LANGUAGE plpgsql
SET timezone = 'UTC' AS $$
DECLARE
  one payments := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  INSERT INTO audit_logs (user_email, table_name, operation, record_id, old_data, new_data)
  VALUES (
    nullif(current_setting('pomar.user_email', true), ''), 'payments', TG_OP, one.order_id::text,
    CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) - 'note' END,
    CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) - 'note' END
  );
  -- Not FOR UPDATE, which waits for another payment's reference to the order.
  PERFORM FROM pedidos WHERE id = one.order_id FOR NO KEY UPDATE;
  UPDATE pedidos SET paid_amount = (SELECT coalesce(sum(amount), 0) FROM payments WHERE order_id = one.order_id)
  WHERE id = one.order_id;
  RETURN NULL;
END $$;

-- Before `pedidos_touch`, which compares the row with the stored one.
CREATE OR REPLACE TRIGGER pedidos_settle BEFORE UPDATE OF valor_total, paid_amount ON pedidos FOR EACH ROW
  WHEN (NEW.valor_total <> OLD.valor_total OR NEW.paid_amount <> OLD.paid_amount)
  EXECUTE FUNCTION settle_order();
CREATE OR REPLACE TRIGGER payments_record AFTER INSERT OR DELETE OR UPDATE OF amount, method, received_at ON payments
  FOR EACH ROW EXECUTE FUNCTION record_payment();
