-- Delivery zones with their days, shifts and cut-off; days on which nothing is delivered; the delivery of an order.

-- The rules are those of app/domain/delivery/rules.ts. Fees in BRL; 0 of a minimum means off.
CREATE TABLE delivery_zones (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL CONSTRAINT delivery_zones_name_check CHECK (char_length(name) BETWEEN 1 AND 80),
  -- An address that several zones contain belongs to the first.
  position integer NOT NULL CONSTRAINT delivery_zones_position_check CHECK (position >= 0),
  active boolean NOT NULL DEFAULT true,
  -- `{ from, until }`, 8 digits each; `{ city, neighborhood }`, where '' is the whole city.
  cep_ranges jsonb NOT NULL DEFAULT '[]',
  places jsonb NOT NULL DEFAULT '[]',
  fee numeric(12, 2) NOT NULL DEFAULT 0,
  minimum_order numeric(12, 2) NOT NULL DEFAULT 0,
  free_delivery_minimum numeric(12, 2) NOT NULL DEFAULT 0,
  -- 0 is Monday.
  weekdays jsonb NOT NULL DEFAULT '[]',
  -- `{ name, from, until, capacity }`; a null capacity is unlimited.
  shifts jsonb NOT NULL DEFAULT '[]',
  -- An order is for a date if it is placed until `cutoff_time` in São Paulo, so many days before.
  cutoff_days integer NOT NULL DEFAULT 1 CONSTRAINT delivery_zones_cutoff_days_check CHECK (cutoff_days BETWEEN 0 AND 28),
  cutoff_time text NOT NULL DEFAULT '18:00'
    CONSTRAINT delivery_zones_cutoff_time_check CHECK (cutoff_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT delivery_zones_amounts_check CHECK (
    fee BETWEEN 0 AND 9999999.99 AND minimum_order BETWEEN 0 AND 9999999.99
    AND free_delivery_minimum BETWEEN 0 AND 9999999.99
  ),
  CONSTRAINT delivery_zones_lists_check CHECK (
    jsonb_typeof(cep_ranges) = 'array' AND jsonb_typeof(places) = 'array' AND jsonb_typeof(weekdays) = 'array'
    AND jsonb_typeof(shifts) = 'array'
    AND octet_length(cep_ranges::text) + octet_length(places::text) + octet_length(shifts::text) <= 200000
    AND NOT jsonb_path_exists(weekdays, '$[*] ? (!(@.type() == "number" && @ >= 0 && @ <= 6 && @ == @.floor()))')
  )
);
CREATE TRIGGER delivery_zones_touch BEFORE UPDATE ON delivery_zones FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER delivery_zones_change AFTER INSERT OR UPDATE OR DELETE ON delivery_zones
  FOR EACH ROW EXECUTE FUNCTION record_change('delivery_zones');

-- On `date` nothing is delivered; what would have been is delivered on `moved_to`, if there is one.
CREATE TABLE delivery_exceptions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  date date NOT NULL CONSTRAINT delivery_exceptions_date_key UNIQUE,
  moved_to date CONSTRAINT delivery_exceptions_moved_to_check CHECK (moved_to <> date),
  note text NOT NULL DEFAULT '' CONSTRAINT delivery_exceptions_note_check CHECK (char_length(note) <= 200),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE TRIGGER delivery_exceptions_touch BEFORE UPDATE ON delivery_exceptions
  FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER delivery_exceptions_change AFTER INSERT OR UPDATE OR DELETE ON delivery_exceptions
  FOR EACH ROW EXECUTE FUNCTION record_change('delivery_exceptions');

ALTER TABLE settings
  -- Of an address in no zone: to be agreed on, or no order.
  ADD COLUMN outside_zones text NOT NULL DEFAULT 'combinar'
    CONSTRAINT settings_outside_zones_check CHECK (outside_zones IN ('combinar', 'recusar')),
  -- `{ weekdays, shifts, cutoff_days, cutoff_time }`, as of a zone; NULL: orders are not picked up at the shop.
  ADD COLUMN pickup jsonb CONSTRAINT settings_pickup_check CHECK (
    jsonb_typeof(pickup) = 'object' AND octet_length(pickup::text) <= 20000
  );

-- NULL in all of them: to be agreed on.
ALTER TABLE pedidos
  ADD COLUMN delivery_kind text CONSTRAINT pedidos_delivery_kind_check CHECK (delivery_kind IN ('entrega', 'retirada')),
  -- In São Paulo.
  ADD COLUMN delivery_date date,
  -- As the customer read it: 'Manhã, 8h às 12h'. The name is the part before the comma.
  ADD COLUMN delivery_shift text CONSTRAINT pedidos_delivery_shift_check CHECK (
    delivery_shift IS NULL OR char_length(delivery_shift) BETWEEN 1 AND 120 AND delivery_date IS NOT NULL
  ),
  -- The zone's name when the order was placed.
  ADD COLUMN delivery_zone text CONSTRAINT pedidos_delivery_zone_check CHECK (char_length(delivery_zone) BETWEEN 1 AND 80),
  -- No foreign key: an order outlives its zone.
  ADD COLUMN delivery_zone_id uuid;
CREATE INDEX pedidos_by_delivery_date ON pedidos (delivery_date, id) WHERE delivery_date IS NOT NULL;

-- Whether another order fits into a shift of a date. The transactions that ask for the same shift wait for each other, and
-- each statement of a volatile function sees what was committed before it: an order more than `capacity` is never placed.
CREATE FUNCTION has_delivery_capacity(kind text, zone uuid, day date, shift text, capacity integer) RETURNS boolean
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock('delivery_zones'::regclass::integer, hashtext(concat_ws(',', kind, zone, day, shift)));
  RETURN capacity > (
    SELECT count(*) FROM pedidos
    WHERE delivery_date = day AND delivery_kind = kind AND delivery_zone_id IS NOT DISTINCT FROM zone
      AND split_part(delivery_shift, ',', 1) = shift AND status <> 'cancelado'
  );
END $$;

-- As in 0003, with the delivery in the webhooks. An edit replaces the lines before it updates the order: what they were is in a setting
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
        'delivery_kind', one.delivery_kind,
        'delivery_date', one.delivery_date,
        'delivery_shift', one.delivery_shift,
        'delivery_zone', one.delivery_zone,
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
