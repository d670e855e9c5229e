-- Whether the customer may change an order that the shop has confirmed, until its cut-off.
ALTER TABLE settings ADD COLUMN confirmed_orders_open boolean NOT NULL DEFAULT false;

-- `itens`, `delivery_fee` and `valor_total` as they were before the customer changed the order; NULL: there is no change that the
-- shop has not seen.
ALTER TABLE pedidos ADD COLUMN changed_from jsonb
  CONSTRAINT pedidos_changed_from_check CHECK (jsonb_typeof(changed_from) = 'object');

-- What the customer changes leaves `original` as it is.
ALTER TABLE pedidos DROP CONSTRAINT pedidos_edit_check;
ALTER TABLE pedidos ADD CONSTRAINT pedidos_edit_check CHECK (original IS NULL OR edited_at IS NOT NULL);
