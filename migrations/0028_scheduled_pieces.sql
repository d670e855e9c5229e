-- The first product whose price is still to change: prices change in pieces, and a crash resumes here.
ALTER TABLE price_schedules ADD COLUMN next_product integer NOT NULL DEFAULT 0;
