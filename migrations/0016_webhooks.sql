-- Addresses of other systems that receive events, and the queue of deliveries, which is filled in the transaction of
-- each change.

CREATE TABLE webhooks (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  url text NOT NULL CHECK (char_length(url) BETWEEN 1 AND 2000),
  events jsonb NOT NULL CHECK (is_text_list(events, 10)),
  -- Signs each delivery, so that it cannot be stored as a hash.
  secret text NOT NULL CHECK (char_length(secret) <= 200),
  enabled boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  webhook_id uuid NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  event text NOT NULL,
  -- Ids, number, status, total and stock only: no personal data.
  payload jsonb NOT NULL CHECK (jsonb_typeof(payload) = 'object'),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  -- NULL: delivered, or abandoned after a day.
  next_attempt_at timestamptz(3) DEFAULT now(),
  delivered_at timestamptz(3),
  -- Of the last attempt.
  response_status integer,
  error text CHECK (error IN ('address', 'connection', 'status', 'timeout'))
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id);

CREATE FUNCTION queue_webhooks(event text, data jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO webhook_deliveries (webhook_id, event, payload)
  SELECT id, event, jsonb_build_object(
    'type', event,
    'timestamp', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'data', data
  )
  FROM webhooks WHERE enabled AND events ? event
$$;

CREATE FUNCTION queue_order_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one pedidos := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks) OR (TG_OP = 'UPDATE' AND NEW IS NOT DISTINCT FROM OLD) THEN
    RETURN NULL;
  END IF;
  PERFORM queue_webhooks(
    CASE WHEN TG_OP = 'INSERT' THEN 'order.created' ELSE 'order.changed' END,
    jsonb_build_object(
      'id', one.id,
      'numero_pedido', one.numero_pedido,
      'status', one.status,
      'valor_total', one.valor_total,
      'version', one.version,
      'deleted', TG_OP = 'DELETE'
    )
  );
  RETURN NULL;
END $$;
CREATE TRIGGER pedidos_webhooks AFTER INSERT OR UPDATE OR DELETE ON pedidos
  FOR EACH ROW EXECUTE FUNCTION queue_order_webhooks();

CREATE FUNCTION queue_stock_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_webhooks('product.stock_changed', jsonb_build_object(
    'id', NEW.id,
    'slug', NEW.slug,
    'external_id', NEW.external_id,
    'stock', NEW.stock,
    'previous_stock', OLD.stock,
    'version', NEW.version
  ));
  RETURN NULL;
END $$;
CREATE TRIGGER products_webhooks AFTER UPDATE ON products
  FOR EACH ROW WHEN (NEW.stock <> OLD.stock) EXECUTE FUNCTION queue_stock_webhooks();
