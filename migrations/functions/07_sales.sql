-- The days whose sales are computed again. `record_order_change` marks that of each order.

-- An order that gets another customer moves its payments too.
CREATE OR REPLACE FUNCTION mark_moved_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_stale SELECT order_day(received_at) FROM payments JOIN receipts ON receipts.id = receipt_id WHERE order_id = NEW.id;
  RETURN NULL;
END $$;

-- Sales are those of a product's current category.
CREATE OR REPLACE FUNCTION mark_product_sales() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_stale SELECT DISTINCT day FROM sales_sums WHERE dimension = 'product' AND key = OLD.id::text;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION restart_sales() RETURNS void LANGUAGE sql AS $$
  DELETE FROM sales_sums;
  DELETE FROM sales_stale;
  INSERT INTO sales_stale
  SELECT order_day(created_at) FROM pedidos UNION SELECT order_day(received_at) FROM receipts;
$$;

CREATE OR REPLACE TRIGGER pedidos_moved_sales AFTER UPDATE OF customer_id, channel, delivery_zone ON pedidos FOR EACH ROW
  WHEN (
    (NEW.customer_id, NEW.channel, NEW.delivery_zone) IS DISTINCT FROM (OLD.customer_id, OLD.channel, OLD.delivery_zone)
  )
  EXECUTE FUNCTION mark_moved_payments();
CREATE OR REPLACE TRIGGER products_sales AFTER UPDATE OF category ON products FOR EACH ROW
  WHEN (NEW.category IS DISTINCT FROM OLD.category) EXECUTE FUNCTION mark_product_sales();
CREATE OR REPLACE TRIGGER products_delete_sales AFTER DELETE ON products
  FOR EACH ROW EXECUTE FUNCTION mark_product_sales();
