-- Orders that repeat report each price that changed.
ALTER TABLE settings DROP COLUMN series_price_percent;
