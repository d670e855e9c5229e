-- A shop of the seller's own: further categories, each with a short name and a tint, and a stage before its opening.

ALTER TABLE categories
  DROP CONSTRAINT categories_slug_check,
  -- 'polpas' has the address of 'polpas-de-frutas'.
  ADD CONSTRAINT categories_slug_check
    CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND char_length(slug) <= 60 AND slug <> 'polpas-de-frutas'),
  -- Of tabs and tiles; '' is the name.
  ADD COLUMN short_name text NOT NULL DEFAULT '' CHECK (char_length(short_name) <= 30),
  -- The color of its page and pictures; NULL is that of the theme.
  ADD COLUMN tint text CONSTRAINT categories_tint_check
    CHECK (tint IN ('purple', 'yellow', 'blue', 'teal', 'green', 'orange', 'red', 'gray')),
  -- A hidden category hides its products.
  ADD COLUMN visible boolean NOT NULL DEFAULT true;
-- Versions and audit log stay. A category that was renamed gets no short name.
ALTER TABLE categories DISABLE TRIGGER USER;
UPDATE categories
SET tint = known.tint, short_name = CASE WHEN starts_with(name, known.short_name) THEN known.short_name ELSE '' END
FROM (VALUES
  ('polpas', 'Polpas', 'purple'),
  ('frutas-congeladas', 'Frutas', 'yellow'),
  ('gelo-saborizado', 'Gelo', 'blue'),
  ('pescados', 'Pescados', 'teal')
) AS known (slug, short_name, tint)
WHERE categories.slug = known.slug;
ALTER TABLE categories ENABLE TRIGGER USER;

ALTER TABLE settings
  -- 'demo': the demonstration shop. 'preparing': visitors see that the shop opens soon, and nobody orders.
  ADD COLUMN stage text NOT NULL DEFAULT 'open'
    CONSTRAINT settings_stage_check CHECK (stage IN ('demo', 'preparing', 'open'));
