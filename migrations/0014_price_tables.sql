-- Price tables: what some customers pay instead of the public prices. The rules are those of app/domain/price-tables/rules.ts.

CREATE TABLE price_tables (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL CONSTRAINT price_tables_name_check CHECK (char_length(name) BETWEEN 1 AND 80),
  active boolean NOT NULL DEFAULT true,
  -- By slug of the category, '' for none: what is added to the public price, such as -10.
  percentages jsonb NOT NULL DEFAULT '{}',
  -- `{ product_id, unit, price }`, in BRL.
  prices jsonb NOT NULL DEFAULT '[]',
  -- Instead of the minimums of the settings and of the zones; NULL: these.
  minimum_order numeric(12, 2) CONSTRAINT price_tables_minimum_check CHECK (minimum_order BETWEEN 0 AND 9999999.99),
  -- The first and the last day, in São Paulo.
  valid_from date,
  valid_until date,
  -- Whether a public quantity price that is lower than the table's price counts.
  lower_tier boolean NOT NULL DEFAULT false,
  -- The link is derived from id and version, as those of orders: the next number invalidates it.
  link_version integer NOT NULL DEFAULT 1,
  link_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT price_tables_days_check CHECK (valid_from <= valid_until),
  CONSTRAINT price_tables_prices_check CHECK (
    jsonb_typeof(percentages) = 'object' AND jsonb_typeof(prices) = 'array'
    AND octet_length(percentages::text) <= 20000 AND octet_length(prices::text) <= 500000
    AND NOT jsonb_path_exists(percentages, '$.* ? (!(@.type() == "number" && @ >= -90 && @ <= 1000))')
    AND NOT jsonb_path_exists(prices, '$[*] ? (!(@.price.type() == "number" && @.price >= 0 && @.price <= 9999999.99))')
  )
);
CREATE TRIGGER price_tables_touch BEFORE UPDATE ON price_tables FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER price_tables_change AFTER INSERT OR UPDATE OR DELETE ON price_tables
  FOR EACH ROW EXECUTE FUNCTION record_change('price_tables');

ALTER TABLE customers ADD COLUMN price_table uuid REFERENCES price_tables (id) ON DELETE SET NULL;
CREATE INDEX customers_by_price_table ON customers (price_table) WHERE price_table IS NOT NULL;

-- A copy of the name, which remains when the table is deleted.
ALTER TABLE pedidos ADD COLUMN price_table_id uuid, ADD COLUMN price_table text;
