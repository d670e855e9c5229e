-- The e-mails and phones that the seller has confirmed for a customer. Anyone can order with another person's document: only these
-- open the customer's area, and make an order of the site one that the area shows.

CREATE TABLE customer_contacts (
  customer_id uuid NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
  -- An e-mail address in lower case, or the digits of a phone number.
  contact text NOT NULL CONSTRAINT customer_contacts_contact_check CHECK (char_length(contact) BETWEEN 1 AND 254),
  -- Null: from before contacts were confirmed.
  confirmed_by text CONSTRAINT customer_contacts_author_check CHECK (char_length(confirmed_by) <= 400),
  confirmed_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (customer_id, contact)
);

-- The contact that a link was made for, and by which a device entered: it closes when the contact is not confirmed any more.
ALTER TABLE customer_links ADD COLUMN contact text
  CONSTRAINT customer_links_contact_check CHECK (char_length(contact) <= 254);
ALTER TABLE customer_devices ADD COLUMN contact text
  CONSTRAINT customer_devices_contact_check CHECK (char_length(contact) <= 254);

-- Orders of the site that came from a device of the customer's area.
CREATE TABLE area_orders (
  order_id uuid PRIMARY KEY REFERENCES pedidos (id) ON DELETE CASCADE
);

-- In shops from before: what the seller entered in orders and in customers, and the customers to whom the seller sent a link.
INSERT INTO customer_contacts (customer_id, contact)
SELECT DISTINCT customer_id, contact FROM (
  SELECT customer_id, info.contact
  FROM pedidos, LATERAL (VALUES (lower(cliente_info ->> 'email')), (regexp_replace(cliente_info ->> 'phone', '\D', '', 'g'))) AS info (contact)
  WHERE channel <> 'site' AND anonymized_at IS NULL
  UNION ALL
  SELECT one.id, entered.contact
  FROM audit_logs AS log JOIN customers AS one ON one.id::text = log.record_id, LATERAL (VALUES
    (lower(one.email), log.new_data ->> 'email' = one.email AND log.old_data ->> 'email' IS DISTINCT FROM one.email),
    (regexp_replace(one.phone, '\D', '', 'g'), log.new_data ->> 'phone' = one.phone AND log.old_data ->> 'phone' IS DISTINCT FROM one.phone)
  ) AS entered (contact, is_entered)
  WHERE log.table_name = 'customers' AND log.user_email <> 'cliente' AND entered.is_entered
  UNION ALL
  -- A link by mail expires after a day, and without a device nobody but the seller made one.
  SELECT one.id, known.contact
  FROM customer_links AS link JOIN customers AS one ON one.id = link.customer_id,
    LATERAL (VALUES (lower(one.email)), (regexp_replace(one.phone, '\D', '', 'g'))) AS known (contact)
  WHERE link.expires_at - link.created_at > interval '2 days' AND NOT EXISTS (
    SELECT FROM customer_devices AS device JOIN customers AS part ON part.id = device.customer_id
    WHERE part.root_id = one.root_id AND device.created_at <= link.created_at
  )
) AS entered
WHERE customer_id IS NOT NULL AND char_length(contact) BETWEEN 1 AND 254;
