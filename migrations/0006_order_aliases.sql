-- What a customer calls a sale option, as the seller assigned it: 'acerola' is a box of 'Polpa de acerola'.
CREATE TABLE order_aliases (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- The root when it was learned; it belongs to the root that this customer has now.
  customer_id uuid NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
  -- Words without accents, case, plural, quantity and unit.
  words text NOT NULL CHECK (length(words) BETWEEN 1 AND 200),
  product_id uuid NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  unit text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (customer_id, words)
);
CREATE INDEX order_aliases_by_product ON order_aliases (product_id);
