-- As in 0016, and a lot that expires before the order's delivery date goes out only when nothing else is left: after the other
-- lots and what is in no lot.
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
