-- A movement may be as large as the difference of two stocks, which go up to 1,000,000,000. A greater precision rewrites no row.
ALTER TABLE stock_movements ALTER COLUMN quantity TYPE numeric(16, 3);
