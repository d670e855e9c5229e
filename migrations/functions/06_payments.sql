-- Receipts and payments of orders, and what customers owe.

CREATE OR REPLACE FUNCTION settle_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.paid_at := NULL;
  NEW.paid_method := NULL;
  IF NEW.paid_amount > 0 AND NEW.paid_amount >= NEW.valor_total THEN
    SELECT received_at, method INTO NEW.paid_at, NEW.paid_method FROM payments JOIN receipts ON receipts.id = receipt_id
    WHERE order_id = NEW.id AND payments.amount > 0 ORDER BY received_at DESC, payments.created_at DESC, payments.id LIMIT 1;
  END IF;
  RETURN NEW;
END $$;

-- The audit log names the order as the record, and has no note: it may name the customer.
CREATE OR REPLACE FUNCTION record_payment() RETURNS trigger LANGUAGE plpgsql
SET timezone = 'UTC' AS $$
DECLARE
  one payments := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  receipt receipts;
  logged jsonb;
BEGIN
  UPDATE receipts SET allocated = (SELECT coalesce(sum(amount), 0) FROM payments WHERE receipt_id = one.receipt_id)
  WHERE id = one.receipt_id RETURNING * INTO receipt;
  INSERT INTO sales_stale VALUES (order_day(receipt.received_at));
  logged := to_jsonb(one) || jsonb_build_object(
    'method', receipt.method, 'kind', receipt.kind, 'received_at', receipt.received_at, 'author', receipt.author
  );
  INSERT INTO audit_logs (user_email, table_name, operation, record_id, old_data, new_data)
  VALUES (
    nullif(current_setting('pomar.user_email', true), ''), 'payments', TG_OP, one.order_id::text,
    CASE WHEN TG_OP = 'DELETE' THEN logged END, CASE WHEN TG_OP = 'INSERT' THEN logged END
  );
  -- Money that was recorded for one order goes with its payment. The rest of other receipts is credit.
  IF TG_OP = 'DELETE' AND receipt.allocated = 0 AND NOT receipt.on_account THEN
    DELETE FROM receipts WHERE id = receipt.id;
  END IF;
  -- Not FOR UPDATE, which waits for another payment's reference to the order.
  PERFORM FROM pedidos WHERE id = one.order_id FOR NO KEY UPDATE;
  UPDATE pedidos SET paid_amount = (SELECT coalesce(sum(amount), 0) FROM payments WHERE order_id = one.order_id)
  WHERE id = one.order_id;
  RETURN NULL;
END $$;

-- A payment that goes to another order, when the seller joins two: one less there, one more here.
CREATE OR REPLACE FUNCTION move_payment() RETURNS trigger LANGUAGE plpgsql
SET timezone = 'UTC' AS $$
DECLARE
  receipt receipts;
  details jsonb;
BEGIN
  SELECT * INTO receipt FROM receipts WHERE id = NEW.receipt_id;
  INSERT INTO sales_stale VALUES (order_day(receipt.received_at));
  details := jsonb_build_object(
    'method', receipt.method, 'kind', receipt.kind, 'received_at', receipt.received_at, 'author', receipt.author
  );
  INSERT INTO audit_logs (user_email, table_name, operation, record_id, old_data, new_data)
  VALUES
    (nullif(current_setting('pomar.user_email', true), ''), 'payments', 'DELETE', OLD.order_id::text, to_jsonb(OLD) || details, NULL),
    (nullif(current_setting('pomar.user_email', true), ''), 'payments', 'INSERT', NEW.order_id::text, NULL, to_jsonb(NEW) || details);
  UPDATE pedidos SET paid_amount = (SELECT coalesce(sum(amount), 0) FROM payments WHERE order_id = pedidos.id)
  WHERE id IN (OLD.order_id, NEW.order_id);
  -- The order that it was joined with may be of another one of merged customers.
  UPDATE receipts SET customer_id = pedidos.customer_id FROM pedidos
  WHERE receipts.id = NEW.receipt_id AND NOT on_account AND pedidos.id = NEW.order_id
    AND receipts.customer_id IS DISTINCT FROM pedidos.customer_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION mark_receipt_sales() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_stale VALUES (order_day(CASE WHEN TG_OP = 'DELETE' THEN OLD.received_at ELSE NEW.received_at END));
  RETURN NULL;
END $$;

-- What is recorded for an account is in the log of the customer; for one order, in that of the order. Without the note. A change by
-- `settle_credit` is a deletion at the former customer and a creation at the new one.
CREATE OR REPLACE FUNCTION record_receipt() RETURNS trigger LANGUAGE plpgsql
SET timezone = 'UTC' AS $$
DECLARE
  author text := nullif(current_setting('pomar.user_email', true), '');
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO audit_logs (user_email, table_name, operation, record_id, old_data)
    VALUES (author, 'receipts', 'DELETE', OLD.customer_id::text, to_jsonb(OLD) - ARRAY['note', 'on_account']);
    PERFORM announce_change(jsonb_build_object('table', 'customers', 'operation', 'UPDATE', 'id', OLD.customer_id, 'quiet', true));
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO audit_logs (user_email, table_name, operation, record_id, new_data)
    VALUES (author, 'receipts', 'INSERT', NEW.customer_id::text, to_jsonb(NEW) - ARRAY['note', 'on_account', 'allocated']);
    PERFORM announce_change(jsonb_build_object('table', 'customers', 'operation', 'UPDATE', 'id', NEW.customer_id, 'quiet', true));
  END IF;
  RETURN NULL;
END $$;

-- At the end of the transaction: receipts are what their payments and the customer's credit add up to, and the credit of a
-- customer, with those merged into it, is never negative, so that nothing is returned or used twice.
CREATE OR REPLACE FUNCTION check_credit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one receipts := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  credit numeric;
BEGIN
  SELECT sum(amount - allocated) INTO credit FROM receipts
  WHERE amount <> allocated AND CASE
    WHEN one.customer_id IS NULL THEN id = one.id
    ELSE customer_id IN (
      SELECT part.id FROM customers AS own JOIN customers AS part ON part.root_id = own.root_id WHERE own.id = one.customer_id
    )
  END;
  IF credit < 0 THEN
    RAISE EXCEPTION 'the credit of a customer violates check constraint "receipts_credit_check"'
      USING ERRCODE = 'check_violation', TABLE = 'receipts', CONSTRAINT = 'receipts_credit_check';
  END IF;
  RETURN NULL;
END $$;

-- Receipts follow their order to another customer.
CREATE OR REPLACE FUNCTION move_receipts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE receipts SET customer_id = NEW.customer_id
  WHERE NOT on_account AND id IN (SELECT receipt_id FROM payments WHERE order_id = NEW.id);
  RETURN NULL;
END $$;

-- After two customers were separated: as one they may have returned or used credit of the other. As much of the refunds of the customer
-- `root` becomes those of `other` as its credit is less than nothing.
CREATE OR REPLACE FUNCTION settle_credit(root uuid, other uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  missing numeric := (
    SELECT coalesce(sum(allocated - amount), 0) FROM receipts JOIN customers ON customers.id = customer_id WHERE root_id = root
  );
  refund receipts;
BEGIN
  FOR refund IN
    SELECT receipts.* FROM receipts JOIN customers ON customers.id = customer_id
    WHERE root_id = root AND amount < allocated ORDER BY received_at DESC, receipts.id
  LOOP
    EXIT WHEN missing <= 0;
    IF -refund.amount <= missing THEN
      UPDATE receipts SET customer_id = other WHERE id = refund.id;
    ELSE
      UPDATE receipts SET amount = amount + missing WHERE id = refund.id;
      INSERT INTO receipts (customer_id, amount, method, kind, on_account, received_at, note, author, created_at)
      VALUES (
        other, -missing, refund.method, refund.kind, refund.on_account, refund.received_at, refund.note, refund.author, refund.created_at
      );
    END IF;
    missing := missing + refund.amount;
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION record_account_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  difference numeric := CASE WHEN NEW.status = 'entregue' THEN NEW.valor_total ELSE 0 END;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.status = 'entregue' THEN
    difference := difference - OLD.valor_total;
  END IF;
  IF difference <> 0 THEN
    INSERT INTO account_entries (order_id, amount, reason, author)
    VALUES (
      NEW.id, difference, CASE WHEN TG_OP = 'UPDATE' AND OLD.status = NEW.status THEN NEW.edit_reason END,
      nullif(current_setting('pomar.user_email', true), '')
    );
  END IF;
  RETURN NULL;
END $$;

-- Before `pedidos_touch`, which compares the row with the stored one.
CREATE OR REPLACE TRIGGER pedidos_settle BEFORE UPDATE OF valor_total, paid_amount ON pedidos FOR EACH ROW
  WHEN (NEW.valor_total <> OLD.valor_total OR NEW.paid_amount <> OLD.paid_amount)
  EXECUTE FUNCTION settle_order();
CREATE OR REPLACE TRIGGER pedidos_account AFTER UPDATE OF status, valor_total ON pedidos FOR EACH ROW
  WHEN (NEW.status <> OLD.status OR NEW.valor_total <> OLD.valor_total) EXECUTE FUNCTION record_account_entry();
CREATE OR REPLACE TRIGGER pedidos_account_insert AFTER INSERT ON pedidos FOR EACH ROW
  WHEN (NEW.status = 'entregue') EXECUTE FUNCTION record_account_entry();
CREATE OR REPLACE TRIGGER pedidos_move_receipts AFTER UPDATE OF customer_id ON pedidos FOR EACH ROW
  WHEN (NEW.customer_id IS DISTINCT FROM OLD.customer_id) EXECUTE FUNCTION move_receipts();
CREATE OR REPLACE TRIGGER payments_record AFTER INSERT OR DELETE ON payments
  FOR EACH ROW EXECUTE FUNCTION record_payment();
CREATE OR REPLACE TRIGGER payments_move AFTER UPDATE OF order_id ON payments
  FOR EACH ROW WHEN (NEW.order_id <> OLD.order_id) EXECUTE FUNCTION move_payment();
CREATE OR REPLACE TRIGGER receipts_sales AFTER INSERT OR DELETE OR UPDATE OF customer_id, amount ON receipts
  FOR EACH ROW EXECUTE FUNCTION mark_receipt_sales();
CREATE OR REPLACE TRIGGER receipts_creation AFTER INSERT ON receipts FOR EACH ROW
  WHEN (NEW.on_account) EXECUTE FUNCTION record_receipt();
CREATE OR REPLACE TRIGGER receipts_change AFTER UPDATE OF customer_id, amount ON receipts FOR EACH ROW
  WHEN (NEW.on_account AND (NEW.customer_id, NEW.amount) IS DISTINCT FROM (OLD.customer_id, OLD.amount))
  EXECUTE FUNCTION record_receipt();
CREATE OR REPLACE TRIGGER receipts_deletion AFTER DELETE ON receipts FOR EACH ROW
  WHEN (OLD.on_account) EXECUTE FUNCTION record_receipt();
DROP TRIGGER IF EXISTS receipts_check_credit ON receipts;
CREATE CONSTRAINT TRIGGER receipts_check_credit AFTER INSERT OR UPDATE OR DELETE ON receipts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_credit();
