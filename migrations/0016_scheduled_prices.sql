-- Prices that change later, due dates by the customer's terms, lots of oversold goods, and undone stock entries.

CREATE TABLE price_schedules (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  apply_at timestamptz(3) NOT NULL,
  -- `percent` or `amount`, and `round_to`.
  change jsonb NOT NULL CONSTRAINT price_schedules_change_check CHECK (jsonb_typeof(change) = 'object'),
  -- `id`, `title` and `sale_options` of each product as they were planned: other prices are not overwritten.
  products jsonb NOT NULL CONSTRAINT price_schedules_products_check CHECK (jsonb_typeof(products) = 'array'),
  -- Who planned it: the audit log names this author.
  author text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  applied_at timestamptz(3),
  -- `id`, `title` and `message` of the products whose prices stayed.
  skipped jsonb NOT NULL DEFAULT '[]' CONSTRAINT price_schedules_skipped_check CHECK (jsonb_typeof(skipped) = 'array')
);
CREATE INDEX price_schedules_pending ON price_schedules (apply_at, id) WHERE applied_at IS NULL;

-- The due date of an order that the seller took is that of the customer's terms, unless the payment method is due at once.
-- An order of the site has the days that its checkout showed.
CREATE FUNCTION apply_customer_terms() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  days integer;
BEGIN
  SELECT root.terms INTO days FROM customers JOIN customers AS root ON root.id = customers.root_id
  WHERE customers.id = NEW.customer_id;
  IF days IS NOT NULL THEN
    NEW.due_on := CASE WHEN days > 0 THEN order_day(NEW.created_at) + days END;
  END IF;
  RETURN NEW;
END $$;
-- After `pedidos_attach`, by its name.
CREATE TRIGGER pedidos_attach_terms BEFORE INSERT ON pedidos FOR EACH ROW
  WHEN (NEW.channel <> 'site' AND (NEW.due_on IS NOT NULL OR NEW.payment_method IS NULL))
  EXECUTE FUNCTION apply_customer_terms();

ALTER TABLE stock_movements
  -- The entry that this movement reverses.
  ADD COLUMN undoes bigint CONSTRAINT stock_movements_undoes_key UNIQUE;
-- As in 0012, and with the entry that is undone, by the setting `pomar.stock_undoes`.
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
    PERFORM move_lots(movement, coalesce(OLD.stock, 0));
    IF moved > 0 THEN
      PERFORM settle_oversold(movement.product_id, coalesce(NEW.stock, 0));
    END IF;
  END IF;
  RETURN NULL;
END $$;
-- Lots never hold more than the balance: what they hold beyond it was sold before it was received, and is of the last orders
-- that got goods of no lot.
CREATE FUNCTION settle_oversold(product uuid, stock numeric) RETURNS void LANGUAGE plpgsql AS $$
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
-- As in 0012, and what an undone entry moved goes back to the same lots.
CREATE OR REPLACE FUNCTION move_lots(movement stock_movements, stock_before numeric) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  named uuid := nullif(current_setting('pomar.stock_lot', true), '')::uuid;
  today date := (now() AT TIME ZONE 'America/Sao_Paulo')::date;
  rest numeric := abs(movement.quantity);
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
    -- Without an order, what is in no lot goes first.
    IF movement.order_id IS NULL THEN
      SELECT rest - greatest(stock_before - sum(balance), 0) INTO rest FROM stock_lots WHERE product_id = movement.product_id;
    END IF;
    FOR one IN
      SELECT id, balance AS part FROM stock_lots WHERE product_id = movement.product_id AND balance > 0
      ORDER BY coalesce(expires_on < today, false), expires_on NULLS LAST, created_at, id
    LOOP
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
