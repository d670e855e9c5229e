-- Who made a link that opens a customer's area: each has a limit of its own.
ALTER TABLE customer_links ADD COLUMN made_by text NOT NULL DEFAULT 'seller'
  CONSTRAINT customer_links_made_by_check CHECK (made_by IN ('seller', 'device', 'mail'));
