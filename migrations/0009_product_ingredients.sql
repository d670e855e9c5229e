ALTER TABLE products
  ADD COLUMN ingredients text NOT NULL DEFAULT '' CHECK (char_length(ingredients) <= 2000);
