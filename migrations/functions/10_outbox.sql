-- Messages that are sent later: webhooks, mails, notices and charges at the bank.

-- 'product.stock_changed' is the former name of 'stock.changed', for those who chose it.
CREATE OR REPLACE FUNCTION queue_webhooks(event text, data jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO outbox (kind, event, receiver, payload)
  SELECT 'webhook', name, id, jsonb_build_object(
    'type', name,
    'timestamp', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'data', data
  )
  FROM webhooks, jsonb_array_elements_text(events) AS name
  WHERE enabled AND (name = event OR name = 'product.stock_changed' AND event = 'stock.changed')
$$;

-- Changes of the stock and of the position alone do not make a product another one.
CREATE OR REPLACE FUNCTION queue_product_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one products := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  common jsonb := jsonb_build_object(
    'id', one.id, 'slug', one.slug, 'external_id', one.external_id, 'version', one.version);
  counted text[] := ARRAY['stock', 'position', 'version', 'updated_at'];
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks WHERE enabled) THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.stock <> OLD.stock THEN
    PERFORM queue_webhooks('stock.changed', common || jsonb_build_object(
      'stock', NEW.stock, 'previous_stock', OLD.stock, 'reason', stock_reason()));
  END IF;
  IF TG_OP <> 'UPDATE' OR to_jsonb(NEW) - counted <> to_jsonb(OLD) - counted THEN
    PERFORM queue_webhooks('product.updated', common || jsonb_build_object('deleted', TG_OP = 'DELETE'));
  END IF;
  RETURN NULL;
END $$;

-- The mails and notices of a new order. `pomar.confirmation` says who may get the confirmation, where a limit is reached: nobody, or
-- mailboxes with an earlier order that the seller confirmed.
CREATE OR REPLACE FUNCTION queue_new_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  recipients text := coalesce(current_setting('pomar.confirmation', true), '');
  is_limited boolean := recipients = 'none';
BEGIN
  IF recipients = 'customers' THEN
    is_limited := NOT EXISTS (
      SELECT FROM pedidos AS earlier
      WHERE earlier.status IN ('confirmado', 'entregue')
        AND customer_email(earlier.cliente_info) = customer_email(NEW.cliente_info)
    );
  END IF;
  INSERT INTO outbox (kind, event, order_id, receiver, next_attempt_at, error)
  SELECT
    'mail', 'customer', NEW.id, NULL::uuid,
    CASE WHEN NOT is_limited THEN now() END, CASE WHEN is_limited THEN 'limit' END
  UNION ALL
  SELECT 'mail', 'shop', NEW.id, NULL, now(), NULL
  UNION ALL
  SELECT 'push', 'created', NEW.id, id, now(), NULL FROM push_subscriptions;
  RETURN NULL;
END $$;

-- The delay of the mail lets the seller correct a wrong status: a mail whose order has another status by then is not sent.
CREATE OR REPLACE FUNCTION queue_order_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox (kind, event, order_id, receiver, next_attempt_at)
  SELECT 'mail', NEW.status, NEW.id, NULL::uuid, now() + interval '30 seconds'
  FROM settings WHERE customer_mails ? NEW.status
  UNION ALL
  SELECT 'push', 'cancelled', NEW.id, id, now() FROM push_subscriptions
  WHERE NEW.status = 'cancelado' AND current_setting('pomar.user_email', true) = 'cliente'
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

-- That its customer changed an order, each time again.
CREATE OR REPLACE FUNCTION queue_customer_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox (kind, event, order_id, receiver)
  SELECT 'push', 'changed', NEW.id, id FROM push_subscriptions
  ON CONFLICT (order_id, event, receiver) WHERE order_id IS NOT NULL DO UPDATE SET
    created_at = excluded.created_at, attempts = 0, next_attempt_at = now(), sent_at = NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION drop_order_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM outbox WHERE order_id = OLD.id AND kind <> 'pix';
  RETURN NULL;
END $$;

-- An order has one message about its charge, which is sent again after each change, so that no two processes ask the bank about
-- one order at the same time. One that waits for its attempt keeps its time: a later `created_at` tells whoever is sending it that
-- the order has changed meanwhile.
CREATE OR REPLACE FUNCTION queue_pix(of_order uuid) RETURNS void LANGUAGE sql AS $$
  INSERT INTO outbox (kind, event, order_id, created_at)
  SELECT 'pix', 'pix', of_order, clock_timestamp() FROM pix_provider
  ON CONFLICT (order_id, event, receiver) WHERE order_id IS NOT NULL DO UPDATE SET
    created_at = greatest(excluded.created_at, outbox.created_at + interval '1 millisecond'),
    attempts = CASE WHEN outbox.next_attempt_at IS NULL THEN 0 ELSE outbox.attempts END,
    next_attempt_at = coalesce(outbox.next_attempt_at, now()),
    sent_at = NULL
$$;

CREATE OR REPLACE TRIGGER products_webhooks AFTER INSERT OR UPDATE OR DELETE ON products
  FOR EACH ROW EXECUTE FUNCTION queue_product_webhooks();
-- An order that was not placed now, such as an imported one, is no news.
CREATE OR REPLACE TRIGGER pedidos_queue_new AFTER INSERT ON pedidos FOR EACH ROW
  WHEN (NEW.created_at > now() - interval '10 minutes')
  EXECUTE FUNCTION queue_new_order();
CREATE OR REPLACE TRIGGER pedidos_queue_status AFTER UPDATE OF status ON pedidos FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NEW.anonymized_at IS NULL)
  EXECUTE FUNCTION queue_order_status();
CREATE OR REPLACE TRIGGER pedidos_queue_change AFTER UPDATE OF edited_at ON pedidos FOR EACH ROW
  WHEN (OLD.edited_at IS DISTINCT FROM NEW.edited_at AND current_setting('pomar.user_email', true) = 'cliente')
  EXECUTE FUNCTION queue_customer_change();
CREATE OR REPLACE TRIGGER pedidos_drop_messages AFTER DELETE ON pedidos
  FOR EACH ROW EXECUTE FUNCTION drop_order_messages();
