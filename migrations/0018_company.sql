-- Who the shop is: what the storefront shows about the company, until now written into the code. NULL means never saved: the
-- storefront then uses its default texts, and leaves out what only the company can know.
ALTER TABLE settings
  ADD COLUMN legal_name text CHECK (char_length(legal_name) <= 200),
  -- 14 letters and digits. The check digits are not checked: the form warns about them.
  ADD COLUMN cnpj text CHECK (cnpj ~ '^[0-9A-Z]{12}[0-9]{2}$'),
  ADD COLUMN address jsonb CHECK (jsonb_typeof(address) = 'object' AND octet_length(address::text) <= 10000),
  ADD COLUMN opening_hours jsonb CHECK (
    jsonb_typeof(opening_hours) = 'object'
    AND jsonb_array_length(opening_hours -> 'week') = 7
    AND jsonb_array_length(opening_hours -> 'holidays') <= 100
    AND octet_length(opening_hours::text) <= 50000
  ),
  ADD COLUMN service_types jsonb CHECK (
    jsonb_typeof(service_types) = 'array' AND octet_length(service_types::text) <= 50000
  ),
  ADD COLUMN home_hero_title text CHECK (char_length(home_hero_title) <= 300),
  ADD COLUMN home_hero_text text CHECK (char_length(home_hero_text) <= 1000),
  ADD COLUMN home_claims jsonb CHECK (
    jsonb_typeof(home_claims) = 'array' AND octet_length(home_claims::text) <= 20000
  ),
  ADD COLUMN contact_claim jsonb CHECK (
    jsonb_typeof(contact_claim) = 'object' AND octet_length(contact_claim::text) <= 5000
  ),
  ADD COLUMN testimonial jsonb CHECK (
    jsonb_typeof(testimonial) = 'object' AND octet_length(testimonial::text) <= 10000
  ),
  ADD COLUMN social_links jsonb NOT NULL DEFAULT '[]' CHECK (is_text_list(social_links, 20));

-- A shop in use goes on showing the address that the code contained; a new one has none.
UPDATE settings SET address = '{
  "street": "Rua das Jabuticabeiras, 480",
  "neighborhood": "Distrito Industrial",
  "city": "Jundiaí",
  "state": "SP",
  "zipCode": "13213000",
  "map_url": ""
}' WHERE site_name IS NOT NULL;
