ALTER TABLE settings ADD COLUMN show_ratings boolean NOT NULL DEFAULT true;

-- A new shop had an empty list, though its seller had chosen nothing: NULL means the built-in defaults.
UPDATE settings SET payment_methods = NULL WHERE stage = 'preparing' AND payment_methods = '[]';
