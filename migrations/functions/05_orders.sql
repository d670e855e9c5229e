-- What follows from the change of an order.

-- Main units that a line takes from the stock.
CREATE OR REPLACE FUNCTION line_stock(line order_lines) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN line.weight IS NULL THEN line.quantity * line.contains
    WHEN line.unit = 'kg' THEN line.weight * line.contains
    ELSE line.weight
  END
$$;

-- A line as the API, the exports, the mails and the audit log show it. STABLE, as jsonb_build_object is: queries contain the
-- body of an IMMUTABLE function only if all of it is immutable, and the call took a sixth of an order's time.
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

-- PL/pgSQL keeps its plan, SQL would not.
CREATE OR REPLACE FUNCTION order_items(of_order uuid) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT jsonb_agg(order_item(lines) ORDER BY position) FROM order_lines AS lines WHERE order_id = of_order);
END $$;

-- When an order is due. Until it is delivered, days from the delivery count from the agreed date, as far as there is one.
CREATE OR REPLACE FUNCTION order_due_day(
  due_days integer, due_from text, created_at timestamptz, delivery_date date, delivered_at timestamptz
) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT due_days + CASE
    WHEN due_from = 'order' THEN order_day(created_at)
    ELSE coalesce(order_day(delivered_at), delivery_date, order_day(created_at))
  END
$$;

-- The first such day of a month from a date on; a shorter month has its last day.
CREATE OR REPLACE FUNCTION next_month_day(day date, day_of_month integer) RETURNS date
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT min(one) FROM (
    SELECT least(first + day_of_month - 1, (first + interval '1 month')::date - 1) AS one
    FROM (VALUES (date_trunc('month', day)::date), ((date_trunc('month', day) + interval '1 month')::date)) AS months (first)
  ) AS days WHERE one >= day
$$;

-- When the monthly bill of a delivery closes and is due; NULL for a customer who does not pay by the month.
CREATE OR REPLACE FUNCTION find_bill(of_customer uuid, delivered_on date, OUT billed_on date, OUT due_on date)
LANGUAGE sql STABLE AS $$
  SELECT closes_on, next_month_day(closes_on + 1, root.billing_due_day)
  FROM customers AS one JOIN customers AS root ON root.id = one.root_id,
    LATERAL (SELECT next_month_day(delivered_on, root.billing_closing_day) AS closes_on) AS bill
  WHERE one.id = of_customer AND root.billing_closing_day IS NOT NULL
$$;

CREATE OR REPLACE FUNCTION derive_due_date() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.delivered_at := CASE WHEN NEW.status = 'entregue' THEN coalesce(NEW.delivered_at, now()) END;
  NEW.due_on := order_due_day(NEW.due_days, NEW.due_from, NEW.created_at, NEW.delivery_date, NEW.delivered_at);
  IF NEW.delivered_at IS NULL THEN
    NEW.billed_on := NULL;
  ELSIF TG_OP = 'UPDATE' AND OLD.billed_on IS NOT NULL THEN
    -- What was agreed when it was delivered.
    NEW.due_on := OLD.due_on;
  ELSIF TG_OP = 'INSERT' OR OLD.delivered_at IS NULL THEN
    SELECT bill.billed_on, coalesce(bill.due_on, NEW.due_on) INTO NEW.billed_on, NEW.due_on
    FROM (SELECT) AS one LEFT JOIN find_bill(NEW.customer_id, order_day(NEW.delivered_at)) AS bill ON true;
  END IF;
  RETURN NEW;
END $$;

-- `foldText` in app/domain/orders/search.server.ts folds what is typed in the same way. `text || bigint` is not immutable,
-- hence the cast.
CREATE OR REPLACE FUNCTION order_search_text(id uuid, numero_pedido bigint, cliente_info jsonb) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT translate(id::text, '-', '') || ' ' || numero_pedido::text || ' ' || lower(translate(
    left(coalesce(cliente_info ->> 'name', ''), 300) || ' ' || left(coalesce(cliente_info ->> 'email', ''), 320),
    E'áàâãäåéèêëíìîïóòôõöúùûüçñýÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑÝ\u00a0',
    'aaaaaaeeeeiiiiooooouuuucnyaaaaaaeeeeiiiiooooouuuucny '))
    || ' ' || left(coalesce(cliente_info ->> 'phone', ''), 40)
    || ' ' || lower(regexp_replace(left(coalesce(cliente_info ->> 'document', ''), 40), '[^0-9A-Za-z]', '', 'g'))
    || ' ' || coalesce(phone_key(left(cliente_info ->> 'phone', 40)), '')
$$;

-- Rebuilds what is derived from the orders. Needed after rows were copied from a database with other transaction ids.
CREATE OR REPLACE FUNCTION restart_order_feed() RETURNS void LANGUAGE sql AS $$
  DELETE FROM order_changes;
  INSERT INTO order_changes
  SELECT id, pg_current_xact_id(), created_at, status, order_search_text(id, numero_pedido, cliente_info)
  FROM pedidos ORDER BY created_at;
  INSERT INTO order_feed (id) VALUES (gen_random_uuid()) ON CONFLICT (single_row) DO UPDATE SET id = excluded.id;
$$;

-- Everything that follows from the change of an order, in its transaction: audit log, feed, sales, webhooks, charge at the bank, notification.
-- It runs when the statement that writes an order has written its lines, and before a deletion removes them. An edit replaces the
-- lines before it updates the order: what they were is in a setting of the transaction, `{ id, itens }`, which `editOrder` writes.
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
    -- It goes when an undone join makes the order again what it says.
    IF OLD.original <> NEW.original OR OLD.original IS NOT NULL AND NEW.original IS NULL AND (
      OLD.original -> 'itens' <> items -> 'itens' OR (OLD.original ->> 'valor_total')::numeric <> NEW.valor_total
    ) THEN
      RAISE EXCEPTION 'new row for relation "pedidos" violates check constraint "pedidos_original_is_written_once"'
        USING ERRCODE = 'check_violation', TABLE = 'pedidos', CONSTRAINT = 'pedidos_original_is_written_once';
    END IF;
    edited := nullif(current_setting('pomar.edited_order', true), '')::jsonb;
    IF edited ->> 'id' = one.id::text THEN
      items_before := edited - 'id';
    END IF;
  END IF;

  -- `original` and `changed_from` are in the rows of the changes since.
  INSERT INTO audit_logs (id, user_email, table_name, operation, record_id, old_data, new_data)
  VALUES (
    log_id, acting_user, 'orders', TG_OP, one.id::text,
    CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) - ARRAY['original', 'changed_from'] || items_before END,
    CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) - ARRAY['original', 'changed_from'] || items END
  );

  INSERT INTO sales_stale VALUES (order_day(one.created_at));
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
  END IF;

  IF EXISTS (SELECT FROM webhooks) THEN
    PERFORM queue_webhooks(
      CASE WHEN TG_OP = 'INSERT' THEN 'order.created' ELSE 'order.changed' END,
      jsonb_build_object(
        'id', one.id,
        'numero_pedido', one.numero_pedido,
        'status', one.status,
        'valor_total', one.valor_total,
        'delivery_kind', one.delivery_kind,
        'delivery_date', one.delivery_date,
        'delivery_shift', one.delivery_shift,
        'delivery_zone', one.delivery_zone,
        'version', one.version,
        'deleted', TG_OP = 'DELETE'
      )
    );
  END IF;

  -- A new order waits for the shop's agreement.
  IF TG_OP <> 'INSERT' THEN
    PERFORM queue_pix(one.id) FROM pix_provider;
  END IF;

  PERFORM pg_notify('pomar_changes', json_strip_nulls(json_build_object(
    'table', 'orders',
    'operation', TG_OP,
    'id', one.id,
    'version', one.version,
    'numero_pedido', one.numero_pedido,
    'status', one.status,
    'by', left(acting_user, 320),
    -- Of an order anything but its status changed, and not by its customer.
    'quiet', CASE WHEN TG_OP = 'UPDATE' AND OLD.status = NEW.status AND acting_user IS DISTINCT FROM 'cliente' THEN true END,
    'tab', left(nullif(current_setting('pomar.tab', true), ''), 64),
    'log', log_id
  ))::text);
  RETURN OLD;
END $$;

CREATE OR REPLACE FUNCTION announce_opening() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_change(
    jsonb_build_object('table', 'orders', 'operation', 'UPDATE', 'id', NEW.order_id, 'quiet', true)
  );
  RETURN NULL;
END $$;

-- The cost of what an order takes from the stock is the average of that moment. A product whose cost is not known yet gets it when the
-- order changes again, at the latest when it is delivered; an order that returns its goods forgets it.
CREATE OR REPLACE FUNCTION record_order_costs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status IN ('confirmado', 'entregue') THEN
    INSERT INTO order_costs
    SELECT DISTINCT NEW.id, product_costs.product_id, average_cost
    FROM order_lines JOIN product_costs USING (product_id)
      JOIN products ON products.id = product_id AND sale_options -> 0 ->> 'unit' = product_costs.unit
    WHERE order_id = NEW.id
    ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM order_costs WHERE order_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;

-- After `pedidos_attach_terms` and before `pedidos_touch`, by its name.
CREATE OR REPLACE TRIGGER pedidos_due BEFORE INSERT OR UPDATE ON pedidos
  FOR EACH ROW EXECUTE FUNCTION derive_due_date();
CREATE OR REPLACE TRIGGER pedidos_change AFTER INSERT OR UPDATE ON pedidos
  FOR EACH ROW EXECUTE FUNCTION record_order_change();
CREATE OR REPLACE TRIGGER pedidos_costs AFTER UPDATE ON pedidos FOR EACH ROW
  WHEN (NEW.status IN ('confirmado', 'entregue') OR OLD.status IN ('confirmado', 'entregue'))
  EXECUTE FUNCTION record_order_costs();
CREATE OR REPLACE TRIGGER pedidos_taken_costs AFTER INSERT ON pedidos FOR EACH ROW
  WHEN (NEW.status IN ('confirmado', 'entregue')) EXECUTE FUNCTION record_order_costs();
CREATE OR REPLACE TRIGGER pedidos_deletion BEFORE DELETE ON pedidos
  FOR EACH ROW EXECUTE FUNCTION record_order_change();
CREATE OR REPLACE TRIGGER opened_orders_announce AFTER INSERT ON opened_orders
  FOR EACH ROW EXECUTE FUNCTION announce_opening();
