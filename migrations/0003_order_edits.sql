-- Orders that are edited after they were placed, with weights, discounts and replaced products; stocks with decimals, since
-- a weight is taken from them.

-- The stock may have three decimals. What depends on the column's type is created again.
DROP TRIGGER products_stock ON products;
DROP INDEX products_by_category;
DROP FUNCTION is_sold_out(integer, jsonb);
ALTER TABLE products
  ALTER COLUMN stock TYPE numeric,
  -- NaN is greater than any number.
  ADD CONSTRAINT products_stock_check CHECK (abs(stock) <= 2147483647 AND stock = round(stock, 3));
CREATE FUNCTION is_sold_out(stock numeric, sale_options jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT NOT jsonb_path_exists(
    sale_options,
    '$[*] ? (!(@.active == false) && $stock >= @.minimum * @.contains)',
    jsonb_build_object('stock', stock)
  )
$$;
CREATE INDEX products_by_category
  ON products (category, is_sold_out(stock, sale_options), position, created_at, id) WHERE visible;
CREATE OR REPLACE FUNCTION changed_lists(before_row jsonb, after_row jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_agg(DISTINCT coalesce(one ->> 'category', ''))
  FROM unnest(ARRAY[before_row, after_row]) AS rows (one)
  WHERE (one ->> 'visible')::boolean
    AND (
      EXISTS (
        SELECT FROM unnest(ARRAY['visible', 'category', 'group', 'position', 'title', 'slug']) AS columns (name)
        WHERE before_row -> name IS DISTINCT FROM after_row -> name
      )
      -- What is sold out comes last.
      OR is_sold_out((before_row ->> 'stock')::numeric, before_row -> 'sale_options')
        IS DISTINCT FROM is_sold_out((after_row ->> 'stock')::numeric, after_row -> 'sale_options')
    )
$$;
CREATE OR REPLACE FUNCTION record_stock_movement() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved numeric := coalesce(NEW.stock, 0) - coalesce(OLD.stock, 0);
BEGIN
  IF moved <> 0 THEN
    INSERT INTO stock_movements (product_id, quantity, reason, order_id, note, author) VALUES (
      coalesce(NEW.id, OLD.id),
      moved,
      stock_reason(),
      nullif(current_setting('pomar.stock_order', true), '')::uuid,
      nullif(current_setting('pomar.stock_note', true), ''),
      nullif(current_setting('pomar.user_email', true), '')
    );
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER products_stock AFTER INSERT OR UPDATE OF stock OR DELETE ON products
  FOR EACH ROW EXECUTE FUNCTION record_stock_movement();

ALTER TABLE pedidos
  ADD COLUMN discount numeric(12, 2) NOT NULL DEFAULT 0
    CONSTRAINT pedidos_discount_check CHECK (discount BETWEEN 0 AND 9999999.99),
  -- `itens`, `delivery_fee` and `valor_total` as they were sent; NULL until the first edit, then never changed.
  ADD COLUMN original jsonb CONSTRAINT pedidos_original_check CHECK (jsonb_typeof(original) = 'object'),
  ADD COLUMN edited_at timestamptz(3),
  -- Why the last edit was made, for the customer.
  ADD COLUMN edit_reason text CONSTRAINT pedidos_edit_reason_check CHECK (char_length(edit_reason) BETWEEN 1 AND 200),
  -- What was paid, when the total has changed since; NULL: the total.
  ADD COLUMN paid_amount numeric(14, 2),
  ADD CONSTRAINT pedidos_edit_check CHECK ((original IS NULL) = (edited_at IS NULL)),
  ADD CONSTRAINT pedidos_paid_amount_check CHECK (
    paid_amount IS NULL OR paid_at IS NOT NULL AND paid_amount BETWEEN 0 AND 999999999999.99
  );

-- A line that is not sent remains with quantity 0.
ALTER TABLE order_lines
  -- The product that this line replaces.
  ADD COLUMN swap_of uuid,
  ADD CONSTRAINT order_lines_swap_check CHECK (swap_of <> product_id),
  DROP CONSTRAINT order_lines_quantity_check,
  ADD CONSTRAINT order_lines_quantity_check CHECK (
    quantity >= 0 AND quantity < 'NaN' AND (unit = 'kg' OR quantity = floor(quantity)) AND contains >= 1
  ),
  DROP CONSTRAINT order_lines_weight_check,
  ADD CONSTRAINT order_lines_weight_check CHECK (
    weight IS NULL OR weight > 0 AND weight < 'NaN' AND quantity > 0 AND (unit = 'kg' OR variable_weight)
  ),
  DROP CONSTRAINT order_lines_total_check,
  -- A box of a product that is sold by weight contains as many kilos: its price is that of `contains` kilos.
  ADD CONSTRAINT order_lines_total_check CHECK (
    price BETWEEN 0 AND 9999999.99 AND total = round(
      CASE
        WHEN weight IS NULL THEN price * quantity
        WHEN unit = 'kg' THEN price * weight
        ELSE price * weight / contains
      END, 2)
  );
-- Main units that a line takes from the stock.
CREATE FUNCTION line_stock(line order_lines) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN line.weight IS NULL THEN line.quantity * line.contains
    WHEN line.unit = 'kg' THEN line.weight * line.contains
    ELSE line.weight
  END
$$;
CREATE OR REPLACE FUNCTION order_item(line order_lines) RETURNS jsonb LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT jsonb_strip_nulls(jsonb_build_object(
    'product_id', coalesce(line.product_id::text, ''),
    'product_name', line.product_name,
    'slug', line.slug,
    'external_id', line.external_id,
    'quantity', trim_scale(line.quantity),
    'unit', line.unit,
    'unit_label', line.unit_label,
    'price', trim_scale(line.price),
    'total', trim_scale(line.total),
    'contains', nullif(line.contains, 1),
    'variable_weight', nullif(line.variable_weight, false),
    'weight', trim_scale(line.weight),
    'swap_of', line.swap_of
  ))
$$;

CREATE OR REPLACE FUNCTION restart_order_sums() RETURNS void LANGUAGE sql AS $$
  DELETE FROM order_sums;
  INSERT INTO order_sums
  SELECT order_day(created_at), status, paid_at IS NOT NULL, 0, count(*), sum(valor_total)
  FROM pedidos GROUP BY 1, 2, 3;
  DELETE FROM product_sums;
  INSERT INTO product_sums
  SELECT order_day(created_at), product_id, max(product_name),
    sum(CASE WHEN unit = 'kg' THEN coalesce(weight, quantity) ELSE quantity END), sum(total)
  FROM pedidos JOIN order_lines ON order_id = pedidos.id
  WHERE takes_stock(status) AND product_id IS NOT NULL GROUP BY 1, 2;
$$;
-- As in 0001, with discounts and edits. An edit replaces the lines before it updates the order: what they were is in a setting
-- of the transaction, `{ id, itens }`, which `editOrder` writes.
CREATE OR REPLACE FUNCTION record_order_change() RETURNS trigger LANGUAGE plpgsql
SET timezone = 'UTC' AS $$
DECLARE
  acting_user text := nullif(current_setting('pomar.user_email', true), '');
  log_id uuid := gen_random_uuid();
  one pedidos;
  edited jsonb;
  items jsonb;
  items_before jsonb;
  items_total numeric;
  sums_part smallint := 0;
  was_sold integer := coalesce(takes_stock(OLD.status), false)::integer;
  is_sold integer := coalesce(takes_stock(NEW.status), false)::integer;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW IS NOT DISTINCT FROM OLD THEN
    RETURN NULL;
  END IF;
  one := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  SELECT jsonb_build_object('itens', jsonb_agg(order_item(lines) ORDER BY position)), sum(total) INTO items, items_total
  FROM order_lines AS lines WHERE order_id = one.id;
  IF one.valor_total IS DISTINCT FROM one.delivery_fee + items_total - one.discount AND TG_OP <> 'DELETE' THEN
    RAISE EXCEPTION 'new row for relation "pedidos" violates check constraint "pedidos_total_is_items_plus_fee_minus_discount"'
      USING ERRCODE = 'check_violation', TABLE = 'pedidos', CONSTRAINT = 'pedidos_total_is_items_plus_fee_minus_discount';
  END IF;
  items_before := items;
  IF TG_OP = 'UPDATE' THEN
    IF OLD.original <> NEW.original OR OLD.original IS NOT NULL AND NEW.original IS NULL THEN
      RAISE EXCEPTION 'new row for relation "pedidos" violates check constraint "pedidos_original_is_written_once"'
        USING ERRCODE = 'check_violation', TABLE = 'pedidos', CONSTRAINT = 'pedidos_original_is_written_once';
    END IF;
    edited := nullif(current_setting('pomar.edited_order', true), '')::jsonb;
    IF edited ->> 'id' = one.id::text THEN
      items_before := edited - 'id';
    END IF;
  END IF;

  -- `original` is in the rows of the changes since.
  INSERT INTO audit_logs (id, user_email, table_name, operation, record_id, old_data, new_data)
  VALUES (
    log_id, acting_user, 'orders', TG_OP, one.id::text,
    CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) - 'original' || items_before END,
    CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) - 'original' || items END
  );

  -- The first part that no other open transaction has.
  WHILE NOT pg_try_advisory_xact_lock('order_sums'::regclass::integer, sums_part) LOOP
    sums_part := sums_part + 1;
  END LOOP;
  IF TG_OP = 'DELETE' THEN
    DELETE FROM order_changes WHERE order_id = OLD.id;
  ELSE
    INSERT INTO order_changes VALUES (
      one.id, pg_current_xact_id(), one.created_at, one.status,
      order_search_text(one.id, one.numero_pedido, one.cliente_info)
    )
    ON CONFLICT (order_id) DO UPDATE SET
      changed_in = excluded.changed_in,
      created_at = excluded.created_at,
      status = excluded.status,
      search_text = excluded.search_text;
    INSERT INTO order_sums AS sums VALUES (
      order_day(NEW.created_at), NEW.status, NEW.paid_at IS NOT NULL, sums_part, 1, NEW.valor_total)
    ON CONFLICT (day, status, is_paid, part) DO UPDATE SET
      orders = sums.orders + excluded.orders, amount = sums.amount + excluded.amount;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO order_sums AS sums VALUES (
      order_day(OLD.created_at), OLD.status, OLD.paid_at IS NOT NULL, sums_part, -1, -OLD.valor_total)
    ON CONFLICT (day, status, is_paid, part) DO UPDATE SET
      orders = sums.orders + excluded.orders, amount = sums.amount + excluded.amount;
  END IF;

  IF was_sold <> is_sold OR is_sold = 1 AND items_before <> items THEN
    INSERT INTO product_sums AS sums
    SELECT order_day(one.created_at), product_id::uuid, max(product_name),
      sum(sign * CASE WHEN unit = 'kg' THEN coalesce(weight, quantity) ELSE quantity END) AS quantity, sum(sign * total) AS amount
    FROM (VALUES (is_sold, items -> 'itens'), (-was_sold, items_before -> 'itens')) AS sides (sign, itens),
      jsonb_to_recordset(itens) AS line (
        product_id text, product_name text, unit text, quantity numeric, weight numeric, total numeric)
    WHERE product_id <> '' AND sign <> 0
    GROUP BY product_id
    ORDER BY product_id
    ON CONFLICT (day, product_id) DO UPDATE SET
      product_name = greatest(sums.product_name, excluded.product_name),
      quantity = sums.quantity + excluded.quantity,
      amount = sums.amount + excluded.amount;
  END IF;

  IF EXISTS (SELECT FROM webhooks) THEN
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
  END IF;

  PERFORM pg_notify('pomar_changes', json_strip_nulls(json_build_object(
    'table', 'orders',
    'operation', TG_OP,
    'id', one.id,
    'version', one.version,
    'numero_pedido', one.numero_pedido,
    'status', one.status,
    'by', left(acting_user, 320),
    -- Of an order anything but its status changed.
    'quiet', CASE WHEN TG_OP = 'UPDATE' AND OLD.status = NEW.status THEN true END,
    'tab', left(nullif(current_setting('pomar.tab', true), ''), 64),
    'log', log_id
  ))::text);
  RETURN OLD;
END $$;

-- The reason of an edit may name the customer.
CREATE OR REPLACE FUNCTION without_customer(logged jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN logged ? 'cliente_info'
    THEN logged - 'metadata' || jsonb_build_object(
      'cliente_info', without_person(logged -> 'cliente_info'), 'request_hash', NULL
    ) || CASE WHEN logged ? 'cancel_reason' THEN jsonb_build_object('cancel_reason', NULL) ELSE '{}' END
      || CASE WHEN logged ? 'edit_reason' THEN jsonb_build_object('edit_reason', NULL) ELSE '{}' END
    ELSE logged
  END
$$;
CREATE OR REPLACE FUNCTION anonymize_orders(ids uuid[], at timestamptz) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  names text[] := ids::text[];
  cleaned integer;
BEGIN
  DELETE FROM postal_codes WHERE cep IN (
    SELECT cliente_info ->> 'zipCode' FROM pedidos WHERE id = ANY (ids)
    UNION ALL
    SELECT coalesce(old_data, new_data) #>> '{cliente_info,zipCode}' FROM audit_logs
    WHERE table_name = 'orders' AND record_id = ANY (names)
  );
  UPDATE pedidos
  SET cliente_info = without_person(cliente_info), request_hash = NULL, cancel_reason = NULL, edit_reason = NULL,
    anonymized_at = at
  WHERE id = ANY (ids) AND anonymized_at IS NULL;
  GET DIAGNOSTICS cleaned = ROW_COUNT;
  PERFORM set_config('pomar.anonymizing', 'on', true);
  UPDATE audit_logs
  SET old_data = without_customer(old_data), new_data = without_customer(new_data)
  WHERE table_name = 'orders' AND record_id = ANY (names);
  PERFORM set_config('pomar.anonymizing', '', true);
  RETURN cleaned;
END $$;
