-- Orders that repeat: what is ordered in which rhythm, and what became of each date.

CREATE TABLE order_series (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
  -- The order that it repeats. No foreign key: the series stays when the order is deleted.
  order_id uuid NOT NULL,
  -- As in `pedidos`: what each order of the series gets.
  cliente_info jsonb NOT NULL CHECK (jsonb_typeof(cliente_info) = 'object'),
  channel text NOT NULL,
  delivery_kind text CHECK (delivery_kind IN ('entrega', 'retirada')),
  delivery_shift text,
  payment_method text,
  -- {"product_id", "product_name", "unit", "quantity", "price"}: the price is the one that the customer accepted last.
  lines jsonb NOT NULL CHECK (jsonb_typeof(lines) = 'array' AND octet_length(lines::text) <= 200000),
  mode text NOT NULL DEFAULT 'pedido' CHECK (mode IN ('pedido', 'lembrete')),
  -- 0 is Monday.
  weekdays jsonb NOT NULL CHECK (jsonb_typeof(weekdays) = 'array' AND jsonb_array_length(weekdays) BETWEEN 1 AND 7),
  every_weeks integer NOT NULL DEFAULT 1 CHECK (every_weeks IN (1, 2)),
  -- Of every second week the first one is that of this day.
  starts_on date NOT NULL,
  -- Earlier dates are not ordered.
  counts_from date NOT NULL,
  -- NULL: the shop has not confirmed the order that it repeats, so nothing is ordered yet.
  accepted_at timestamptz(3),
  paused_at timestamptz(3),
  ended_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX order_series_by_customer ON order_series (customer_id);
CREATE INDEX order_series_by_order ON order_series (order_id);
CREATE INDEX order_series_running ON order_series (id) WHERE ended_at IS NULL AND paused_at IS NULL;

-- One row per date of a series that differs or is done: so that no date is ordered twice.
CREATE TABLE series_dates (
  series_id uuid NOT NULL REFERENCES order_series (id) ON DELETE CASCADE,
  -- As the rhythm has it; the delivery may be on another day.
  date date NOT NULL,
  state text NOT NULL CHECK (state IN ('changed', 'skipped', 'placed', 'reminded', 'failed')),
  -- What is different on this date only.
  changes jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(changes) = 'object' AND octet_length(changes::text) <= 200000),
  delivery_date date,
  order_id uuid,
  -- What was not possible as the series has it; no personal data.
  exceptions jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(exceptions) = 'array'),
  -- When the seller took it off the list.
  settled_at timestamptz(3),
  made_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (series_id, date)
);
CREATE INDEX series_dates_by_order ON series_dates (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX series_dates_unsettled ON series_dates (made_at DESC)
  WHERE settled_at IS NULL AND state IN ('placed', 'reminded', 'failed');

-- From this difference of a price on, in percent, an order of a series is on the seller's list.
ALTER TABLE settings ADD COLUMN series_price_percent integer NOT NULL DEFAULT 10
  CHECK (series_price_percent BETWEEN 0 AND 1000);
