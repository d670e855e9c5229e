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
    AND document IS NULL AND valid_document(customer_document(info)) IS NOT NULL
  ORDER BY id FOR NO KEY UPDATE;
END $$;

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
