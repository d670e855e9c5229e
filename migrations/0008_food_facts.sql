-- What the law asks the label of a food to say: `foodSchema` in app/domain/catalogue/food/schema.ts has the parts.
ALTER TABLE products ADD COLUMN food jsonb NOT NULL DEFAULT '{}'
  CONSTRAINT products_food_check CHECK (jsonb_typeof(food) = 'object' AND octet_length(food::text) <= 10000);
