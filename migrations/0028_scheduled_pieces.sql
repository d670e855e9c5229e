-- Prices change in pieces, and after a crash from here on.
ALTER TABLE price_schedules ADD COLUMN next_product integer NOT NULL DEFAULT 0;
