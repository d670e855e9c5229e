-- What an invoice needs beside the order: `fiscalSchema` of products and `fiscalFields` of the settings have the parts.
ALTER TABLE products ADD COLUMN fiscal jsonb NOT NULL DEFAULT '{}'
  CONSTRAINT products_fiscal_check CHECK (jsonb_typeof(fiscal) = 'object' AND octet_length(fiscal::text) <= 1000);

ALTER TABLE customers
  -- The digits of the inscrição estadual, or ISENTO.
  ADD COLUMN state_registration text CONSTRAINT customers_state_registration_check CHECK (char_length(state_registration) <= 14),
  -- The IBGE code of the city in the customer's address.
  ADD COLUMN city_code text CONSTRAINT customers_city_code_check CHECK (city_code ~ '^\d{7}$');

ALTER TABLE settings ADD COLUMN fiscal jsonb NOT NULL DEFAULT '{}'
  CONSTRAINT settings_fiscal_check CHECK (jsonb_typeof(fiscal) = 'object' AND octet_length(fiscal::text) <= 1000);
