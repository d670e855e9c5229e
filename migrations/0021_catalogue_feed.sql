-- Whether /feeds/meta.csv offers the catalogue to Meta and WhatsApp.
ALTER TABLE settings ADD COLUMN catalogue_feed boolean NOT NULL DEFAULT false;
