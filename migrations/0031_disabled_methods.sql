-- A custom payment method that is switched off is known by its terms.
UPDATE settings SET payment_terms = (
  SELECT coalesce(jsonb_object_agg(name, '{"audience": "all", "days": 0}'::jsonb), '{}') || payment_terms
  FROM jsonb_array_elements_text(disabled_payment_methods) AS name
);
ALTER TABLE settings DROP COLUMN disabled_payment_methods;
