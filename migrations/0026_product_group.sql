-- What the chips of a category page filter by: "Sachês", "Caixas".
ALTER TABLE products
  ADD COLUMN "group" text CHECK (char_length("group") BETWEEN 1 AND 40 AND "group" = btrim("group"));
