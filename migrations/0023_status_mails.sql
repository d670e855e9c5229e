-- Mails that tell the customer about a status, each with a switch in the settings.

ALTER TABLE settings
  ADD COLUMN customer_mails jsonb NOT NULL DEFAULT '["confirmado", "entregue", "cancelado"]' CHECK (
    jsonb_typeof(customer_mails) = 'array'
    AND customer_mails <@ '["confirmado", "entregue", "cancelado"]'
    AND jsonb_array_length(customer_mails) <= 3
  );

ALTER TABLE order_mails
  DROP CONSTRAINT order_mails_kind_check,
  ADD CONSTRAINT order_mails_kind_check CHECK (
    kind IN ('customer', 'shop', 'confirmado', 'entregue', 'cancelado')
  );

-- In the transaction of the change, which happens a few times per order. The delay lets the seller correct a wrong
-- status: a mail whose order has another status by then is not sent.
CREATE FUNCTION queue_status_mail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM settings WHERE customer_mails ? NEW.status) THEN
    INSERT INTO order_mails (order_id, kind, next_attempt_at)
    VALUES (NEW.id, NEW.status, now() + interval '30 seconds')
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER pedidos_status_mail AFTER UPDATE OF status ON pedidos FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NEW.anonymized_at IS NULL)
  EXECUTE FUNCTION queue_status_mail();
