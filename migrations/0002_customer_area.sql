-- The customer's area: who may enter it, from which devices, and what they keep there.

-- Who may order for the customer: {"id", "name", "phone", "email"}.
ALTER TABLE customers ADD COLUMN people jsonb NOT NULL DEFAULT '[]'
  CONSTRAINT customers_people_check CHECK (jsonb_typeof(people) = 'array' AND octet_length(people::text) <= 20000);

-- A link that opens the area on one device, once.
CREATE TABLE customer_links (
  -- SHA-256 of the token, in hex: the token itself is only in the link.
  token_hash text PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX customer_links_by_customer ON customer_links (customer_id);

-- A device on which the area is open.
CREATE TABLE customer_devices (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- SHA-256 of the token, in hex: the token itself is only in the browser's cookie.
  token_hash text NOT NULL UNIQUE,
  customer_id uuid NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
  user_agent text CHECK (char_length(user_agent) <= 500),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_seen_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX customer_devices_by_customer ON customer_devices (customer_id);

-- A customer who asked for a link that the shop does not send by itself, until the seller sends one.
CREATE TABLE customer_link_requests (
  customer_id uuid PRIMARY KEY REFERENCES customers (id) ON DELETE CASCADE,
  -- A phone number, or an e-mail address that nobody has vouched for.
  contact text NOT NULL CHECK (char_length(contact) <= 254),
  requested_at timestamptz(3) NOT NULL DEFAULT now()
);

-- A named shopping list: lines are {"product_id", "unit", "quantity"}.
CREATE TABLE customer_lists (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  lines jsonb NOT NULL CHECK (jsonb_typeof(lines) = 'array' AND octet_length(lines::text) <= 20000),
  saved_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT customer_lists_name_key UNIQUE (customer_id, name)
);
