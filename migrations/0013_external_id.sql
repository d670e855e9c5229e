-- The product's id in another system, such as an ERP.
ALTER TABLE products
  ADD COLUMN external_id text UNIQUE CHECK (char_length(external_id) BETWEEN 1 AND 100);
