-- A picture composed for each shape of its box: tall (4:5) and wide (14:5) beside the square or landscape one.
ALTER TABLE categories
  ADD COLUMN image_tall_url text CHECK (char_length(image_tall_url) <= 2000),
  ADD COLUMN image_wide_url text CHECK (char_length(image_wide_url) <= 2000);

ALTER TABLE settings
  ADD COLUMN hero_image_tall_url text CHECK (char_length(hero_image_tall_url) <= 2000),
  ADD COLUMN hero_image_wide_url text CHECK (char_length(hero_image_wide_url) <= 2000);
