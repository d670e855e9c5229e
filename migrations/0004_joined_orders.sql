-- Two orders of one customer for one delivery that the seller made one: `into_id` has all goods and payments, and the other is
-- cancelled. `undo` has what both were, and the versions that they must still have for it to be undone.
CREATE TABLE joined_orders (
  order_id uuid PRIMARY KEY REFERENCES pedidos (id) ON DELETE CASCADE,
  into_id uuid NOT NULL REFERENCES pedidos (id) ON DELETE CASCADE,
  undo jsonb NOT NULL,
  joined_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK (order_id <> into_id)
);
CREATE INDEX joined_orders_by_target ON joined_orders (into_id);
