-- What goods cost. These tables are apart from products, movements and lines, because only the administrator may see costs: members
-- read those rows, and the audit log and webhooks copy them. Costs are whole hundredths of a centavo (R$ 0,0001).

-- What was paid for an entry of the stock, and to whom. A receipt without a cost leaves the average alone.
CREATE TABLE stock_receipts (
  movement_id bigint PRIMARY KEY REFERENCES stock_movements (id),
  product_id uuid NOT NULL,
  supplier text CONSTRAINT stock_receipts_supplier_check CHECK (char_length(supplier) BETWEEN 1 AND 100),
  -- Of the whole movement.
  cost bigint CONSTRAINT stock_receipts_cost_check CHECK (cost BETWEEN 0 AND 1000000000000000),
  -- What the average after it is computed from; written by the trigger `receipt_average`.
  stock_before numeric NOT NULL,
  average_before bigint,
  is_undone boolean NOT NULL DEFAULT false
);
CREATE INDEX stock_receipts_by_product ON stock_receipts (product_id, movement_id);
CREATE INDEX stock_receipts_by_supplier ON stock_receipts (supplier) WHERE supplier IS NOT NULL;

-- The moving average of each product whose cost is known.
CREATE TABLE product_costs (
  product_id uuid PRIMARY KEY REFERENCES products (id) ON DELETE CASCADE,
  -- Of one main unit.
  average_cost bigint NOT NULL CONSTRAINT product_costs_average_cost_check CHECK (average_cost >= 0),
  -- The main unit when it was computed: the cost is unknown while the product is sold by another one.
  unit text NOT NULL
);

-- The average when an order took the product from the stock.
CREATE TABLE order_costs (
  order_id uuid NOT NULL REFERENCES pedidos (id) ON DELETE CASCADE,
  -- No foreign key: a line outlives its product.
  product_id uuid NOT NULL,
  -- Of one main unit.
  cost bigint NOT NULL CONSTRAINT order_costs_cost_check CHECK (cost >= 0),
  PRIMARY KEY (order_id, product_id)
);

-- The sums of lines whose cost is known: their amount, and their cost.
ALTER TABLE sales_sums
  ADD COLUMN costed_amount numeric(16, 2) NOT NULL DEFAULT 0,
  ADD COLUMN cost bigint NOT NULL DEFAULT 0;

-- The stock that the seller wants to have at least, in main units.
CREATE TABLE stock_minimums (
  product_id uuid PRIMARY KEY REFERENCES products (id) ON DELETE CASCADE,
  minimum numeric NOT NULL CONSTRAINT stock_minimums_minimum_check CHECK (
    minimum > 0 AND minimum <= 1000000000 AND minimum = round(minimum, 3)
  )
);

-- What was received by a supplier's invoice (NF-e). The access key makes each count once, until all of it is undone.

CREATE TABLE supplier_invoices (
  access_key text PRIMARY KEY CONSTRAINT supplier_invoices_access_key_check CHECK (access_key ~ '^[0-9]{6}[0-9A-Z]{12}[0-9]{26}$'),
  -- CNPJ or CPF.
  supplier_document text NOT NULL CONSTRAINT supplier_invoices_document_check CHECK (char_length(supplier_document) IN (11, 14)),
  number integer NOT NULL,
  issued_on date NOT NULL,
  received_at timestamptz(3) NOT NULL DEFAULT now()
);
ALTER TABLE stock_receipts ADD COLUMN invoice text REFERENCES supplier_invoices (access_key);
CREATE INDEX stock_receipts_by_invoice ON stock_receipts (invoice) WHERE invoice IS NOT NULL;

-- Which product a supplier's code is, and how many main units its purchase unit has: learned from what the seller chose.
CREATE TABLE supplier_codes (
  supplier_document text NOT NULL,
  code text NOT NULL CONSTRAINT supplier_codes_code_check CHECK (char_length(code) BETWEEN 1 AND 60),
  purchase_unit text NOT NULL CONSTRAINT supplier_codes_unit_check CHECK (char_length(purchase_unit) BETWEEN 1 AND 6),
  product_id uuid NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  factor numeric NOT NULL CONSTRAINT supplier_codes_factor_check CHECK (factor > 0 AND factor <= 100000 AND factor = round(factor, 3)),
  PRIMARY KEY (supplier_document, code, purchase_unit)
);
CREATE INDEX supplier_codes_by_product ON supplier_codes (product_id);
