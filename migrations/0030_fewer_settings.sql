-- Orders that repeat report each price that changed, and an order that is not opened is announced again after 15 minutes.
ALTER TABLE settings DROP COLUMN series_price_percent, DROP COLUMN reminder_minutes;
