-- The home page crops one picture to the shape of each window. A shop that had only one of another shape keeps that one.
ALTER TABLE settings ADD COLUMN hero_image_focus text NOT NULL DEFAULT 'center' CONSTRAINT settings_hero_image_focus_check
  CHECK (hero_image_focus IN (
    'top-left', 'top', 'top-right', 'left', 'center', 'right', 'bottom-left', 'bottom', 'bottom-right'
  ));
UPDATE settings SET hero_image_url = coalesce(hero_image_url, hero_image_wide_url, hero_image_tall_url)
WHERE hero_image_url IS NULL AND coalesce(hero_image_wide_url, hero_image_tall_url) IS NOT NULL;
ALTER TABLE settings DROP COLUMN hero_image_tall_url, DROP COLUMN hero_image_wide_url;
