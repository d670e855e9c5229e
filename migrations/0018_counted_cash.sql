-- What was counted in cash when a day was closed. The row of a date exists once its stops were ordered or its cash counted.

ALTER TABLE delivery_routes ADD COLUMN counted_cash numeric(12, 2)
  CONSTRAINT delivery_routes_counted_cash_check CHECK (counted_cash >= 0);
ALTER TABLE delivery_routes ALTER COLUMN stops SET DEFAULT '[]';
