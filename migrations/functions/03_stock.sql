-- Movements and lots of the stock.

-- `explainStock` in app/domain/stock/commands.server.ts sets it; a change that nobody explained is an adjustment.
CREATE OR REPLACE FUNCTION stock_reason() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(nullif(current_setting('pomar.stock_reason', true), ''), 'ajuste')
$$;

CREATE OR REPLACE FUNCTION move_lot(lot uuid, movement stock_movements, moved numeric) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE stock_lots SET balance = trim_scale(balance + moved) WHERE id = lot;
  INSERT INTO lot_movements (lot_id, movement_id, order_id, quantity) VALUES (lot, movement.id, movement.order_id, moved);
END $$;

-- Lots of a product change only here, under the lock of the product's row. What an undone entry moved goes back to the same lots. A
-- lot that expires before the order's delivery date goes out only when nothing else is left: after the other lots and what is in
-- no lot.
CREATE OR REPLACE FUNCTION move_lots(movement stock_movements, stock_before numeric) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  named uuid := nullif(current_setting('pomar.stock_lot', true), '')::uuid;
  today date := (now() AT TIME ZONE 'America/Sao_Paulo')::date;
  -- The day on which the goods are needed.
  due date := greatest(today, (SELECT delivery_date FROM pedidos WHERE id = movement.order_id));
  rest numeric := abs(movement.quantity);
  in_no_lot numeric;
  one record;
BEGIN
  IF NOT EXISTS (SELECT FROM stock_lots WHERE product_id = movement.product_id) THEN
    RETURN;
  END IF;
  IF movement.undoes IS NOT NULL THEN
    PERFORM move_lot(lot_id, movement, -quantity) FROM lot_movements WHERE movement_id = movement.undoes;
    RETURN;
  END IF;
  IF named IS NOT NULL THEN
    PERFORM move_lot(named, movement, movement.quantity);
    RETURN;
  END IF;
  IF movement.quantity < 0 THEN
    SELECT greatest(stock_before - sum(balance), 0) INTO in_no_lot FROM stock_lots WHERE product_id = movement.product_id;
    -- Without an order, what is in no lot goes first.
    IF movement.order_id IS NULL THEN
      rest := rest - in_no_lot;
      in_no_lot := 0;
    END IF;
    FOR one IN
      SELECT id, balance AS part, coalesce(expires_on < due, false) AS is_short FROM stock_lots
      WHERE product_id = movement.product_id AND balance > 0
      ORDER BY is_short, expires_on NULLS LAST, created_at, id
    LOOP
      IF one.is_short THEN
        rest := rest - in_no_lot;
        in_no_lot := 0;
      END IF;
      EXIT WHEN rest <= 0;
      PERFORM move_lot(one.id, movement, -least(rest, one.part));
      rest := rest - one.part;
    END LOOP;
  ELSIF movement.order_id IS NOT NULL THEN
    -- An order returns what it got, the last to expire first.
    FOR one IN
      SELECT lot_id AS id, -sum(quantity) AS part FROM lot_movements JOIN stock_lots ON stock_lots.id = lot_id
      WHERE order_id = movement.order_id AND product_id = movement.product_id
      GROUP BY lot_id, expires_on HAVING sum(quantity) < 0 ORDER BY expires_on DESC NULLS FIRST, lot_id
    LOOP
      EXIT WHEN rest <= 0;
      PERFORM move_lot(one.id, movement, least(rest, one.part));
      rest := rest - one.part;
    END LOOP;
  END IF;
END $$;

-- Lots never hold more than the balance: what they hold beyond it was sold before it was received, and is of the last orders
-- that got goods of no lot.
CREATE OR REPLACE FUNCTION settle_oversold(product uuid, stock numeric) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  surplus numeric;
  lot stock_lots;
  owed record;
  movement stock_movements;
  part numeric;
BEGIN
  SELECT coalesce(sum(balance), 0) - greatest(stock, 0) INTO surplus FROM stock_lots WHERE product_id = product;
  WHILE surplus > 0 LOOP
    SELECT * INTO lot FROM stock_lots WHERE product_id = product AND balance > 0
    ORDER BY expires_on NULLS LAST, created_at, id LIMIT 1;
    WITH moved AS (
      SELECT one.id, one.order_id, one.quantity, coalesce(sum(lots.quantity), 0) - one.quantity AS rest
      FROM stock_movements AS one LEFT JOIN lot_movements AS lots ON movement_id = one.id
      WHERE product_id = product AND one.order_id IS NOT NULL GROUP BY one.id
    ), orders AS (
      SELECT id, quantity, least(rest, sum(rest) OVER (PARTITION BY order_id)) AS rest FROM moved
    )
    SELECT id, rest INTO owed FROM orders WHERE quantity < 0 AND rest > 0 ORDER BY id DESC LIMIT 1;
    EXIT WHEN NOT FOUND;
    SELECT * INTO movement FROM stock_movements WHERE id = owed.id;
    part := least(surplus, lot.balance, owed.rest);
    PERFORM move_lot(lot.id, movement, -part);
    surplus := surplus - part;
  END LOOP;
END $$;

-- The moving average after a receipt, for one main unit, rounded half up:
--   (stock before × average before + cost of the receipt) / (stock before + quantity)
-- Without an average before, or with a stock before of 0 or less (goods that were sold before they were received), it is the cost of the
-- receipt. A receipt without a cost does not change it.
CREATE OR REPLACE FUNCTION average_cost(stock_before numeric, average_before bigint, quantity numeric, cost bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN cost IS NULL THEN average_before
    WHEN average_before IS NULL OR stock_before <= 0 THEN round(cost / quantity)
    ELSE round((stock_before * average_before + cost) / (stock_before + quantity))
  END
$$;

CREATE OR REPLACE FUNCTION save_average_cost(product uuid, average bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF average IS NULL THEN
    DELETE FROM product_costs WHERE product_id = product;
  ELSE
    INSERT INTO product_costs SELECT id, average, sale_options -> 0 ->> 'unit' FROM products WHERE id = product
    ON CONFLICT (product_id) DO UPDATE SET average_cost = excluded.average_cost, unit = excluded.unit;
  END IF;
END $$;

-- A receipt is inserted after its movement, under the lock of the product's row.
CREATE OR REPLACE FUNCTION record_stock_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved numeric;
BEGIN
  SELECT quantity INTO STRICT moved FROM stock_movements WHERE id = NEW.movement_id AND product_id = NEW.product_id;
  SELECT stock - moved INTO STRICT NEW.stock_before FROM products WHERE id = NEW.product_id;
  SELECT average_cost INTO NEW.average_before
  FROM product_costs JOIN products ON id = product_id AND sale_options -> 0 ->> 'unit' = unit WHERE product_id = NEW.product_id;
  IF NEW.cost IS NOT NULL THEN
    PERFORM save_average_cost(NEW.product_id, average_cost(NEW.stock_before, NEW.average_before, moved, NEW.cost));
  END IF;
  RETURN NEW;
END $$;

-- The average becomes what it would be if the undone movement had never been: the receipts since are computed again.
CREATE OR REPLACE FUNCTION undo_stock_receipt(undone bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  movement stock_movements;
  average bigint;
  one record;
  is_changed boolean := false;
BEGIN
  SELECT * INTO STRICT movement FROM stock_movements WHERE id = undone;
  FOR one IN
    SELECT receipt.*, made.quantity FROM stock_receipts AS receipt JOIN stock_movements AS made ON made.id = movement_id
    WHERE receipt.product_id = movement.product_id AND movement_id >= undone ORDER BY movement_id
  LOOP
    IF NOT is_changed THEN
      average := one.average_before;
      is_changed := true;
    END IF;
    IF one.movement_id = undone THEN
      UPDATE stock_receipts SET is_undone = true, invoice = NULL WHERE movement_id = undone;
      DELETE FROM supplier_invoices
      WHERE access_key = one.invoice AND NOT EXISTS (SELECT FROM stock_receipts WHERE invoice = one.invoice);
    ELSE
      one.stock_before := one.stock_before - movement.quantity;
      UPDATE stock_receipts SET stock_before = one.stock_before, average_before = average WHERE movement_id = one.movement_id;
      IF NOT one.is_undone THEN
        average := average_cost(one.stock_before, average, one.quantity, one.cost);
      END IF;
    END IF;
  END LOOP;
  IF is_changed THEN
    PERFORM save_average_cost(movement.product_id, average);
  END IF;
END $$;

-- Each change of a stock is a movement, in its transaction. A deleted product ends at 0, so that it may be restored. The setting
-- `pomar.stock_undoes` names the entry that is undone.
CREATE OR REPLACE FUNCTION record_stock_movement() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved numeric := coalesce(NEW.stock, 0) - coalesce(OLD.stock, 0);
  movement stock_movements;
BEGIN
  IF moved <> 0 THEN
    INSERT INTO stock_movements (product_id, quantity, reason, order_id, note, author, undoes) VALUES (
      coalesce(NEW.id, OLD.id),
      moved,
      stock_reason(),
      nullif(current_setting('pomar.stock_order', true), '')::uuid,
      nullif(current_setting('pomar.stock_note', true), ''),
      nullif(current_setting('pomar.user_email', true), ''),
      nullif(current_setting('pomar.stock_undoes', true), '')::bigint
    ) RETURNING * INTO movement;
    IF movement.undoes IS NOT NULL THEN
      PERFORM undo_stock_receipt(movement.undoes);
    END IF;
    PERFORM move_lots(movement, coalesce(OLD.stock, 0));
    IF moved > 0 THEN
      PERFORM settle_oversold(movement.product_id, coalesce(NEW.stock, 0));
    END IF;
  END IF;
  RETURN NULL;
END $$;

-- Movements are written once, and only by the trigger of `products`.
CREATE OR REPLACE FUNCTION guard_stock_movements() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND pg_trigger_depth() > 1 THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'stock_movements follow from changes of products.stock' USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE OR REPLACE TRIGGER products_stock AFTER INSERT OR UPDATE OF stock OR DELETE ON products
  FOR EACH ROW EXECUTE FUNCTION record_stock_movement();
CREATE OR REPLACE TRIGGER stock_movements_guard BEFORE INSERT OR UPDATE OR DELETE ON stock_movements
  FOR EACH ROW EXECUTE FUNCTION guard_stock_movements();
CREATE OR REPLACE TRIGGER lot_movements_guard BEFORE INSERT OR UPDATE OR DELETE ON lot_movements
  FOR EACH ROW EXECUTE FUNCTION guard_stock_movements();
CREATE OR REPLACE TRIGGER receipt_average BEFORE INSERT ON stock_receipts
  FOR EACH ROW EXECUTE FUNCTION record_stock_receipt();
