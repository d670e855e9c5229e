-- Payment by Pix: the shop's key, and which orders are paid.
ALTER TABLE settings
  ADD COLUMN pix jsonb CHECK (
    jsonb_typeof(pix) = 'object'
    AND pix ?& ARRAY['key', 'merchant_name', 'merchant_city']
    AND octet_length(pix::text) <= 1000
  );

ALTER TABLE pedidos
  ADD COLUMN paid_at timestamptz(3),
  ADD COLUMN paid_method text CHECK (char_length(paid_method) BETWEEN 1 AND 100),
  ADD CONSTRAINT pedidos_paid CHECK ((paid_at IS NULL) = (paid_method IS NULL));

-- New orders are pending and therefore not in it.
CREATE INDEX pedidos_receivable ON pedidos (created_at DESC, id DESC) INCLUDE (valor_total)
  WHERE paid_at IS NULL AND status IN ('confirmado', 'entregue');
