-- Orders that repeat report each price that changed, an order that is not opened is announced again after 15 minutes, and
-- /feeds/meta.csv always offers the catalogue.
ALTER TABLE settings DROP COLUMN series_price_percent, DROP COLUMN reminder_minutes, DROP COLUMN catalogue_feed;
