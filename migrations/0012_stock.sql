-- Lots: goods that were received together, with their expiry date. A balance may be partly in lots and partly in none.

ALTER TABLE stock_movements
  DROP CONSTRAINT stock_movements_reason_check,
  ADD CONSTRAINT stock_movements_reason_check CHECK (
    reason IN ('pedido', 'cancelamento', 'edição', 'entrada', 'contagem', 'perda', 'ajuste', 'importação')
  );

CREATE TABLE stock_lots (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- No foreign key: a lot outlives its product, for recalls.
  product_id uuid NOT NULL,
  code text CONSTRAINT stock_lots_code_check CHECK (char_length(code) BETWEEN 1 AND 60),
  expires_on date,
  -- Main units: the sum of `lot_movements`.
  balance numeric NOT NULL DEFAULT 0 CONSTRAINT stock_lots_balance_check CHECK (balance >= 0 AND balance = round(balance, 3)),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT stock_lots_name_check CHECK (code IS NOT NULL OR expires_on IS NOT NULL),
  CONSTRAINT stock_lots_key UNIQUE NULLS NOT DISTINCT (product_id, code, expires_on)
);
CREATE INDEX stock_lots_expiring ON stock_lots (expires_on) WHERE balance > 0;

-- The part of a movement that is of a lot. Of an order, its sum is what the order got of the lot.
CREATE TABLE lot_movements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lot_id uuid NOT NULL REFERENCES stock_lots (id),
  movement_id bigint NOT NULL REFERENCES stock_movements (id),
  -- That of the movement.
  order_id uuid,
  quantity numeric NOT NULL CONSTRAINT lot_movements_quantity_check CHECK (quantity <> 0)
);
CREATE INDEX lot_movements_by_lot ON lot_movements (lot_id, order_id);
CREATE INDEX lot_movements_by_movement ON lot_movements (movement_id);
CREATE INDEX lot_movements_by_order ON lot_movements (order_id) WHERE order_id IS NOT NULL;
CREATE TRIGGER lot_movements_guard BEFORE INSERT OR UPDATE OR DELETE ON lot_movements
  FOR EACH ROW EXECUTE FUNCTION guard_stock_movements();

CREATE FUNCTION move_lot(lot uuid, movement stock_movements, moved numeric) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE stock_lots SET balance = trim_scale(balance + moved) WHERE id = lot;
  INSERT INTO lot_movements (lot_id, movement_id, order_id, quantity) VALUES (lot, movement.id, movement.order_id, moved);
END $$;
-- Lots of a product change only here, under the lock of the product's row.
CREATE FUNCTION move_lots(movement stock_movements, stock_before numeric) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  named uuid := nullif(current_setting('pomar.stock_lot', true), '')::uuid;
  today date := (now() AT TIME ZONE 'America/Sao_Paulo')::date;
  rest numeric := abs(movement.quantity);
  one record;
BEGIN
  IF NOT EXISTS (SELECT FROM stock_lots WHERE product_id = movement.product_id) THEN
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
-- As in 0003, and with lots.
CREATE OR REPLACE FUNCTION record_stock_movement() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved numeric := coalesce(NEW.stock, 0) - coalesce(OLD.stock, 0);
  movement stock_movements;
BEGIN
  IF moved <> 0 THEN
    INSERT INTO stock_movements (product_id, quantity, reason, order_id, note, author) VALUES (
      coalesce(NEW.id, OLD.id),
      moved,
      stock_reason(),
      nullif(current_setting('pomar.stock_order', true), '')::uuid,
      nullif(current_setting('pomar.stock_note', true), ''),
      nullif(current_setting('pomar.user_email', true), '')
    ) RETURNING * INTO movement;
    PERFORM move_lots(movement, coalesce(OLD.stock, 0));
  END IF;
  RETURN NULL;
END $$;
