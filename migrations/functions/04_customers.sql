-- Customers of orders.

-- Whether a customer has conditions of payment or prices of its own.
CREATE OR REPLACE FUNCTION has_terms(customer_id uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT num_nonnulls(terms, credit_limit, billing_closing_day, price_table) > 0 FROM customers WHERE id = customer_id
$$;

-- The customer of an order: the same document, else the same e-mail and phone unless both documents are known; a new one
-- otherwise. The document of an order does not become that of a customer with conditions, which it would pass on.
CREATE OR REPLACE FUNCTION find_or_create_customer(info jsonb) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  of_document text := valid_document(customer_document(info));
  of_email text := customer_email(info);
  of_phone text := nullif(info ->> 'phone', '');
  found_id uuid;
  found_document text;
BEGIN
  IF coalesce(info ->> 'name', '') = '' THEN
    RETURN NULL;
  END IF;
  FOR attempt IN 1 .. 2 LOOP
    SELECT id INTO found_id FROM customers WHERE document = of_document;
    IF found_id IS NULL THEN
      SELECT id, document INTO found_id, found_document FROM customers
      WHERE lower(email) = of_email AND phone_key(phone) = phone_key(of_phone) AND (document IS NULL OR of_document IS NULL)
      ORDER BY created_at, id LIMIT 1;
      IF found_id IS NOT NULL AND found_document IS NULL AND of_document IS NOT NULL THEN
        BEGIN
          UPDATE customers SET document = of_document WHERE id = found_id AND document IS NULL AND NOT has_terms(root_id);
        EXCEPTION WHEN unique_violation THEN
          SELECT id INTO found_id FROM customers WHERE document = of_document;
        END;
      END IF;
    END IF;
    EXIT WHEN found_id IS NOT NULL OR attempt = 2;
    -- An order waits for no other transaction: while one creates this customer the order has none, and `attachOrders` follows.
    IF NOT pg_try_advisory_xact_lock(
      'customers'::regclass::integer, hashtext(coalesce(of_document, of_email || phone_key(of_phone), ''))
    ) THEN
      RETURN NULL;
    END IF;
  END LOOP;
  IF found_id IS NULL THEN
    found_id := gen_random_uuid();
    INSERT INTO customers (id, root_id, document, name, phone, email, address)
    VALUES (
      found_id, found_id, of_document, left(info ->> 'name', 300), of_phone, info ->> 'email',
      jsonb_strip_nulls(jsonb_build_object(
        'zipCode', info -> 'zipCode', 'street', info -> 'street', 'number', info -> 'number',
        'complement', info -> 'complement', 'neighborhood', info -> 'neighborhood', 'city', info -> 'city',
        'state', info -> 'state'
      ))
    )
    ON CONFLICT (document) DO NOTHING;
    IF NOT FOUND THEN
      SELECT id INTO found_id FROM customers WHERE document = of_document;
    END IF;
  END IF;
  RETURN found_id;
END $$;

-- Locks what `find_or_create_customer` updates: of the order's e-mail and phone, without a document.
CREATE OR REPLACE FUNCTION lock_customer(info jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM customers
  WHERE lower(email) = customer_email(info) AND phone_key(phone) = phone_key(info ->> 'phone')
    AND document IS NULL AND customer_document(info) IS NOT NULL
  ORDER BY id FOR NO KEY UPDATE;
END $$;

-- An e-mail address or a phone number as contacts are compared.
CREATE OR REPLACE FUNCTION contact_key(contact text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN contact LIKE '%@%' THEN lower(contact) ELSE phone_key(contact) END
$$;

CREATE OR REPLACE FUNCTION contact_keys(contacts text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(contact_key(contact)), '{}') FROM unnest(contacts) AS contact
$$;

-- E-mail and phone, of an order's customer or of a customer's row, as they are stored when they are confirmed.
CREATE OR REPLACE FUNCTION contacts_of(email text, phone text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_remove(array_remove(ARRAY[lower(email), regexp_replace(phone, '\D', '', 'g')], NULL), '')
$$;
CREATE OR REPLACE FUNCTION order_contacts(cliente_info jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT contacts_of(cliente_info ->> 'email', cliente_info ->> 'phone')
$$;

-- What opens the area of a customer, by its root: the confirmed contacts, and those of the people who may order.
CREATE OR REPLACE FUNCTION confirmed_keys(root uuid) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT contact_keys(array_agg(contact)) FROM (
    SELECT one.contact FROM customer_contacts AS one JOIN customers AS part ON part.id = customer_id WHERE part.root_id = root
    UNION ALL
    SELECT unnest(contacts_of(person.email, person.phone))
    FROM customers AS part, jsonb_to_recordset(part.people) AS person (email text, phone text) WHERE part.root_id = root
  ) AS confirmed
$$;

-- Whether an order, or a series of an order, is one that its customer may see: from a device of the area, entered by the seller,
-- or with a confirmed contact. Anyone can order on the site with another person's document.
CREATE OR REPLACE FUNCTION is_of_area(of_order uuid, channel text, cliente_info jsonb, keys text[]) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT channel <> 'site' OR EXISTS (SELECT FROM area_orders WHERE order_id = of_order)
    OR contact_keys(order_contacts(cliente_info)) && keys
$$;

-- Stores confirmed contacts of one customer, those of the same key once.
CREATE OR REPLACE FUNCTION confirm_contacts(of_customer uuid, contacts text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO customer_contacts (customer_id, contact, confirmed_by)
  SELECT of_customer, list.contact, left(nullif(current_setting('pomar.user_email', true), ''), 400) FROM unnest(contacts) AS list (contact)
  WHERE NOT EXISTS (
    SELECT FROM customer_contacts AS one
    WHERE one.customer_id = of_customer AND contact_key(one.contact) = contact_key(list.contact)
  )
  ON CONFLICT DO NOTHING
$$;

CREATE OR REPLACE FUNCTION attach_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.customer_id := find_or_create_customer(NEW.cliente_info);
  RETURN NEW;
END $$;

-- An order that the seller took has the days of the customer's terms, unless the payment method is due at once. An order of the
-- site has the days that its checkout showed.
CREATE OR REPLACE FUNCTION apply_customer_terms() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  days integer;
BEGIN
  SELECT root.terms INTO days FROM customers JOIN customers AS root ON root.id = customers.root_id
  WHERE customers.id = NEW.customer_id;
  IF days IS NOT NULL THEN
    NEW.due_days := nullif(days, 0);
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER pedidos_attach BEFORE INSERT ON pedidos
  FOR EACH ROW WHEN (NEW.customer_id IS NULL AND NEW.anonymized_at IS NULL) EXECUTE FUNCTION attach_customer();
-- After `pedidos_attach`, by its name.
CREATE OR REPLACE TRIGGER pedidos_attach_terms BEFORE INSERT ON pedidos FOR EACH ROW
  WHEN (NEW.channel <> 'site' AND (NEW.due_days IS NOT NULL OR NEW.payment_method IS NULL))
  EXECUTE FUNCTION apply_customer_terms();

-- Contacts of a customer and of those merged into it are not confirmed any more: the devices that entered by one have to enter again.
CREATE OR REPLACE FUNCTION revoke_contacts(root uuid, contacts text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  -- Computed once: contacts may be those of a thousand orders.
  keys text[] := contact_keys(contacts);
BEGIN
  DELETE FROM customer_contacts WHERE contact_key(contact) = ANY (keys)
    AND customer_id IN (SELECT id FROM customers WHERE root_id = root);
  DELETE FROM customer_devices WHERE contact_key(contact) = ANY (keys)
    AND customer_id IN (SELECT id FROM customers WHERE root_id = root);
  DELETE FROM customer_links WHERE contact_key(contact) = ANY (keys)
    AND customer_id IN (SELECT id FROM customers WHERE root_id = root);
END $$;

-- The keys of the contacts in a customer's orders, apart from some of them.
CREATE OR REPLACE FUNCTION list_order_keys(root uuid, without_orders uuid[]) RETURNS SETOF text LANGUAGE sql STABLE AS $$
  SELECT DISTINCT contact_key(contact) FROM (
    SELECT DISTINCT unnest(order_contacts(cliente_info)) AS contact
    FROM pedidos JOIN customers AS part ON part.id = customer_id
    WHERE part.root_id = root AND pedidos.id <> ALL (without_orders)
  ) AS contacts
$$;

-- What the seller enters in a customer is confirmed, and what it replaces is not any more.
CREATE OR REPLACE FUNCTION confirm_entered_contacts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM revoke_contacts(NEW.root_id, replaced) FROM (
      SELECT array_agg(contact) AS replaced FROM unnest(contacts_of(OLD.email, OLD.phone)) AS contact
      WHERE NOT contact_key(contact) = ANY (contact_keys(contacts_of(NEW.email, NEW.phone)))
    ) AS old_contacts WHERE replaced IS NOT NULL;
  END IF;
  PERFORM confirm_contacts(NEW.id, entered) FROM (
    SELECT array_agg(contact) AS entered FROM unnest(contacts_of(NEW.email, NEW.phone)) AS contact
    WHERE TG_OP = 'INSERT' OR NOT contact_key(contact) = ANY (contact_keys(contacts_of(OLD.email, OLD.phone)))
  ) AS new_contacts WHERE entered IS NOT NULL;
  RETURN NULL;
END $$;

-- Some orders became another customer's: their confirmed contacts go with them, and remain only where other orders have them.
CREATE OR REPLACE FUNCTION split_contacts(from_root uuid, to_customer uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  moved text[];
  gone text[];
BEGIN
  SELECT coalesce(array_agg(DISTINCT contact_key(contact)), '{}') INTO moved
  FROM pedidos, unnest(order_contacts(cliente_info)) AS contact WHERE customer_id = to_customer;
  SELECT coalesce(array_agg(key), '{}') INTO gone FROM (
    SELECT unnest(moved) EXCEPT SELECT list_order_keys(from_root, '{}')
  ) AS moved_only (key);
  -- Its row has the data of an order, which the seller did not enter.
  DELETE FROM customer_contacts WHERE customer_id = to_customer;
  INSERT INTO customer_contacts
  SELECT DISTINCT ON (one.contact) to_customer, one.contact, confirmed_by, confirmed_at
  FROM customer_contacts AS one JOIN customers AS part ON part.id = customer_id
  WHERE part.root_id = from_root AND contact_key(one.contact) = ANY (moved);
  DELETE FROM customer_contacts
  WHERE contact_key(contact) = ANY (gone) AND customer_id IN (SELECT id FROM customers WHERE root_id = from_root);
  UPDATE customer_devices SET customer_id = to_customer
  WHERE contact_key(contact) = ANY (gone) AND customer_id IN (SELECT id FROM customers WHERE root_id = from_root);
  UPDATE customer_links SET customer_id = to_customer
  WHERE contact_key(contact) = ANY (gone) AND customer_id IN (SELECT id FROM customers WHERE root_id = from_root);
END $$;

-- The persons who ordered, deleted orders included, with the customer of each order.
CREATE OR REPLACE FUNCTION persons_of_orders(ids uuid[]) RETURNS TABLE (customer_id uuid, cliente_info jsonb) LANGUAGE sql STABLE AS $$
  SELECT pedidos.customer_id, pedidos.cliente_info FROM pedidos WHERE id = ANY (ids)
  UNION ALL
  SELECT (old_data ->> 'customer_id')::uuid, old_data -> 'cliente_info' FROM audit_logs
  WHERE table_name = 'orders' AND operation = 'DELETE' AND record_id = ANY (ids::text[])
$$;

-- Whether the person who ordered has the document, the phone or the e-mail of a customer.
CREATE OR REPLACE FUNCTION has_contact(cliente_info jsonb, document text, phone text, email text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT document = valid_document(customer_document(cliente_info)) OR lower(email) = customer_email(cliente_info)
    OR phone_key(nullif(phone, '')) = phone_key(cliente_info ->> 'phone')
$$;

-- The customers that have the name of a person who ordered, with the same document, phone or e-mail: also those whose orders were
-- split off or attached to another one.
CREATE OR REPLACE FUNCTION customers_named_by(orders uuid[]) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
  SELECT DISTINCT id FROM customers JOIN persons_of_orders(orders)
    ON name = cliente_info ->> 'name' AND has_contact(cliente_info, document, phone, email)
$$;

-- Those of them that were deleted, which only the audit log has.
CREATE OR REPLACE FUNCTION deleted_customers_named_by(orders uuid[]) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
  SELECT DISTINCT record_id::uuid FROM audit_logs JOIN persons_of_orders(orders)
    ON old_data ->> 'name' = cliente_info ->> 'name'
      AND has_contact(cliente_info, old_data ->> 'document', old_data ->> 'phone', old_data ->> 'email')
  WHERE table_name = 'customers' AND operation = 'DELETE'
$$;

-- The contacts of orders whose customer's data are erased, where no other order of the customer has them.
CREATE OR REPLACE FUNCTION erase_contacts(ids uuid[]) RETURNS void LANGUAGE sql AS $$
  WITH erased AS (
    SELECT DISTINCT own.root_id, list.contact
    FROM persons_of_orders(ids) AS one JOIN customers AS own ON own.id = one.customer_id,
      unnest(order_contacts(one.cliente_info)) AS list (contact)
  ), other AS (
    SELECT root_id, list_order_keys(root_id, ids) AS key FROM (SELECT DISTINCT root_id FROM erased) AS roots
  )
  SELECT revoke_contacts(root_id, array_agg(contact)) FROM erased
  WHERE NOT EXISTS (SELECT FROM other WHERE other.root_id = erased.root_id AND other.key = contact_key(erased.contact))
  GROUP BY root_id
$$;

CREATE OR REPLACE TRIGGER customers_created_contacts AFTER INSERT ON customers FOR EACH ROW
  WHEN (current_setting('pomar.user_email', true) <> '') EXECUTE FUNCTION confirm_entered_contacts();
CREATE OR REPLACE TRIGGER customers_changed_contacts AFTER UPDATE OF email, phone ON customers FOR EACH ROW
  WHEN (current_setting('pomar.user_email', true) <> '') EXECUTE FUNCTION confirm_entered_contacts();
