-- What was sold on each day, from which the page 'Vendas' is read. The rows of a day are computed again when the page is read
-- and an order of the day has changed: an order that is placed adds one row to `sales_stale` and waits for nobody.

CREATE TABLE sales_sums (
  -- 'total', 'product', 'category', 'customer', 'method', 'zone', 'channel': see app/domain/sales/sums.server.ts.
  dimension text NOT NULL,
  -- In São Paulo: of the order, or of the payment.
  day date NOT NULL,
  key text NOT NULL,
  -- The status of the orders, or 'received' for payments.
  figure text NOT NULL,
  -- The name of a product as it was ordered, else empty: no customer is named here.
  label text NOT NULL,
  -- Of payments their number.
  orders integer NOT NULL,
  -- Main units of the products.
  quantity numeric(16, 3) NOT NULL,
  amount numeric(16, 2) NOT NULL,
  PRIMARY KEY (dimension, day, key, figure)
);
-- Days whose sums are outdated, several times each.
CREATE TABLE sales_stale (day date NOT NULL);

CREATE FUNCTION mark_order_sales() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_stale VALUES (order_day(CASE WHEN TG_OP = 'DELETE' THEN OLD.created_at ELSE NEW.created_at END));
  RETURN NULL;
END $$;
CREATE TRIGGER pedidos_sales AFTER INSERT OR UPDATE OR DELETE ON pedidos
  FOR EACH ROW EXECUTE FUNCTION mark_order_sales();
CREATE FUNCTION mark_payment_sales() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_stale VALUES (order_day(CASE WHEN TG_OP = 'DELETE' THEN OLD.received_at ELSE NEW.received_at END));
  RETURN NULL;
END $$;
CREATE TRIGGER payments_sales AFTER INSERT OR DELETE OR UPDATE OF amount, method, received_at ON payments
  FOR EACH ROW EXECUTE FUNCTION mark_payment_sales();
-- An order that gets another customer moves its payments too.
CREATE FUNCTION mark_moved_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_stale SELECT order_day(received_at) FROM payments WHERE order_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER pedidos_moved_sales AFTER UPDATE OF customer_id, channel, delivery_zone ON pedidos FOR EACH ROW
  WHEN (
    (NEW.customer_id, NEW.channel, NEW.delivery_zone) IS DISTINCT FROM (OLD.customer_id, OLD.channel, OLD.delivery_zone)
  )
  EXECUTE FUNCTION mark_moved_payments();
-- Sales are those of a product's current category.
CREATE FUNCTION mark_product_sales() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_stale SELECT DISTINCT day FROM sales_sums WHERE dimension = 'product' AND key = OLD.id::text;
  RETURN NULL;
END $$;
CREATE TRIGGER products_sales AFTER UPDATE OF category ON products FOR EACH ROW
  WHEN (NEW.category IS DISTINCT FROM OLD.category) EXECUTE FUNCTION mark_product_sales();
CREATE TRIGGER products_delete_sales AFTER DELETE ON products
  FOR EACH ROW EXECUTE FUNCTION mark_product_sales();

CREATE FUNCTION restart_sales() RETURNS void LANGUAGE sql AS $$
  DELETE FROM sales_sums;
  DELETE FROM sales_stale;
  INSERT INTO sales_stale
  SELECT order_day(created_at) FROM pedidos UNION SELECT order_day(received_at) FROM payments;
$$;
SELECT restart_sales();
