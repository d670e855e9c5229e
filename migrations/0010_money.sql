-- Money received: each payment of an order is a row, and the order has their sum. Before, an order had one payment or none.

CREATE TABLE payments (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  order_id uuid NOT NULL REFERENCES pedidos (id) ON DELETE CASCADE,
  -- BRL; a refund is negative.
  amount numeric(14, 2) NOT NULL CONSTRAINT payments_amount_check CHECK (amount <> 0 AND abs(amount) <= 999999999999.99),
  method text NOT NULL CONSTRAINT payments_method_check CHECK (char_length(method) BETWEEN 1 AND 100),
  received_at timestamptz(3) NOT NULL,
  note text,
  -- NULL is the system.
  author text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- A refund has a note; an erased one is empty.
  CONSTRAINT payments_note_check CHECK (char_length(note) <= 500 AND (amount > 0 OR note IS NOT NULL))
);
INSERT INTO payments (order_id, amount, method, received_at, created_at)
SELECT id, coalesce(paid_amount, valor_total), paid_method, paid_at, paid_at
FROM pedidos WHERE paid_at IS NOT NULL AND coalesce(paid_amount, valor_total) > 0;
CREATE INDEX payments_by_order ON payments (order_id, received_at);
CREATE INDEX payments_received ON payments (received_at) INCLUDE (amount, method);

-- Versions and audit log of the orders stay.
ALTER TABLE pedidos DISABLE TRIGGER USER;
ALTER TABLE pedidos
  DROP COLUMN paid_amount,
  -- The sum of the payments. `paid_at` and `paid_method` are those of the last one, as long as they cover the total.
  ADD COLUMN paid_amount numeric(14, 2) NOT NULL DEFAULT 0;
UPDATE pedidos SET paid_amount = amount FROM payments WHERE order_id = pedidos.id;
UPDATE pedidos SET paid_at = NULL, paid_method = NULL
WHERE paid_at IS NOT NULL AND (paid_amount = 0 OR paid_amount < valor_total);
ALTER TABLE pedidos
  ENABLE TRIGGER USER,
  ADD CONSTRAINT pedidos_paid_amount_check CHECK (
    paid_amount BETWEEN 0 AND 999999999999.99
    AND (paid_at IS NOT NULL) = (paid_amount > 0 AND paid_amount >= valor_total)
  );
-- What `order_sums` count as receivable in full and is not: amounts paid in part, and orders of nothing.
CREATE INDEX pedidos_paid_in_part ON pedidos (paid_amount, valor_total)
  WHERE paid_at IS NULL AND status IN ('confirmado', 'entregue') AND (paid_amount > 0 OR valor_total = 0);
SELECT restart_order_sums();

-- How the customer chose to pay, and until when; NULL: nothing was chosen, or at once.
ALTER TABLE pedidos
  ADD COLUMN payment_method text CONSTRAINT pedidos_payment_method_check CHECK (char_length(payment_method) BETWEEN 1 AND 100),
  ADD COLUMN due_on date;
-- What is to be received, the longest due first.
CREATE INDEX pedidos_due ON pedidos (coalesce(due_on, order_day(created_at)), id)
  WHERE paid_at IS NULL AND status IN ('confirmado', 'entregue');
-- By the name of a payment method: for whom it is, and the days until it is due.
ALTER TABLE settings ADD COLUMN payment_terms jsonb NOT NULL DEFAULT '{}' CONSTRAINT settings_payment_terms_check
  CHECK (jsonb_typeof(payment_terms) = 'object' AND octet_length(payment_terms::text) <= 50000);

CREATE FUNCTION settle_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.paid_at := NULL;
  NEW.paid_method := NULL;
  IF NEW.paid_amount > 0 AND NEW.paid_amount >= NEW.valor_total THEN
    SELECT received_at, method INTO NEW.paid_at, NEW.paid_method FROM payments
    WHERE order_id = NEW.id AND amount > 0 ORDER BY received_at DESC, created_at DESC, id LIMIT 1;
  END IF;
  RETURN NEW;
END $$;
-- Before `pedidos_touch`, which compares the row with the stored one.
CREATE TRIGGER pedidos_settle BEFORE UPDATE OF valor_total, paid_amount ON pedidos FOR EACH ROW
  WHEN (NEW.valor_total <> OLD.valor_total OR NEW.paid_amount <> OLD.paid_amount)
  EXECUTE FUNCTION settle_order();
-- The audit log names the order as the record, and has no note: it may name the customer.
CREATE FUNCTION record_payment() RETURNS trigger LANGUAGE plpgsql
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
CREATE TRIGGER payments_record AFTER INSERT OR DELETE OR UPDATE OF amount, method, received_at ON payments
  FOR EACH ROW EXECUTE FUNCTION record_payment();
CREATE FUNCTION erase_payment_notes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payments SET note = '' WHERE order_id = NEW.id AND note <> '';
  DELETE FROM idempotency_keys WHERE route = '/orders/' || NEW.id || '/payments';
  RETURN NULL;
END $$;
CREATE TRIGGER pedidos_erase_payment_notes AFTER UPDATE OF anonymized_at ON pedidos FOR EACH ROW
  WHEN (NEW.anonymized_at IS NOT NULL) EXECUTE FUNCTION erase_payment_notes();
