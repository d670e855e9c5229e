-- Customers: who orders, with what the seller knows of them. An order keeps its own copy of what was typed.

-- Letters and digits of a CPF or CNPJ, alphanumeric ones included; NULL when its check digits are wrong. As `validDocument`
-- in app/domain/privacy/rules.ts.
CREATE FUNCTION valid_document(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  document text := upper(regexp_replace(value, '[^0-9A-Za-z]', '', 'g'));
  base integer := length(document) - 2;
  -- The weights of a CNPJ begin again after 9.
  weights integer := CASE WHEN base = 9 THEN 100 ELSE 8 END;
  total integer;
BEGIN
  IF document ~ '^(.)\1*$' OR document !~ '^([0-9]{9}|[0-9A-Z]{12})[0-9]{2}$' THEN
    RETURN NULL;
  END IF;
  FOR checked IN base + 1 .. base + 2 LOOP
    total := 0;
    FOR at IN 1 .. checked - 1 LOOP
      total := total + (ascii(substr(document, at, 1)) - 48) * (2 + (checked - 1 - at) % weights);
    END LOOP;
    total := CASE WHEN total % 11 < 2 THEN 0 ELSE 11 - total % 11 END;
    IF substr(document, checked, 1)::integer <> total THEN
      RETURN NULL;
    END IF;
  END LOOP;
  RETURN document;
END $$;

CREATE TABLE customers (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- CPF or CNPJ with valid check digits, without its marks.
  document text CONSTRAINT customers_document_key UNIQUE,
  name text NOT NULL,
  trade_name text,
  contact text,
  phone text,
  email text,
  -- `zipCode`, `street` and so on, as in `pedidos.cliente_info`.
  address jsonb NOT NULL DEFAULT '{}',
  note text,
  -- Days until an invoice is due.
  terms integer,
  credit_limit numeric(12, 2),
  blocked boolean NOT NULL DEFAULT false,
  -- The customer whom the seller merged this one into, and the last one of that chain: of itself the row's own id.
  merged_into uuid,
  merged_at timestamptz(3),
  root_id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT customers_document_check CHECK (document = valid_document(document)),
  CONSTRAINT customers_texts_check CHECK (
    char_length(name) BETWEEN 1 AND 300 AND char_length(trade_name) <= 300 AND char_length(contact) <= 300
    AND char_length(phone) <= 40 AND char_length(email) <= 254 AND char_length(note) <= 2000
  ),
  CONSTRAINT customers_address_check CHECK (
    jsonb_typeof(address) = 'object' AND octet_length(address::text) <= 5000
  ),
  CONSTRAINT customers_terms_check CHECK (terms BETWEEN 0 AND 365 AND credit_limit BETWEEN 0 AND 9999999.99),
  CONSTRAINT customers_merge_check CHECK (
    (merged_into IS NULL) = (root_id = id) AND (merged_into IS NULL) = (merged_at IS NULL) AND merged_into <> id
  )
);
CREATE INDEX customers_contact ON customers (lower(email), phone);
CREATE INDEX customers_by_root ON customers (root_id);
CREATE TRIGGER customers_touch BEFORE UPDATE ON customers FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER customers_change AFTER UPDATE OR DELETE ON customers
  FOR EACH ROW EXECUTE FUNCTION record_change('customers');
-- A customer whom an order brought is in the log of the order.
CREATE TRIGGER customers_creation AFTER INSERT ON customers
  FOR EACH ROW WHEN (current_setting('pomar.user_email', true) <> '') EXECUTE FUNCTION record_change('customers');

ALTER TABLE pedidos
  -- No foreign key: an order is stored also if its customer is deleted at that moment.
  ADD COLUMN customer_id uuid,
  ADD COLUMN channel text NOT NULL DEFAULT 'site'
    CONSTRAINT pedidos_channel_check CHECK (channel IN ('site', 'telefone', 'WhatsApp'));

-- The customer of an order: the same document, else the same e-mail and phone unless both documents are known; a new one
-- otherwise.
CREATE FUNCTION find_or_create_customer(info jsonb) RETURNS uuid LANGUAGE plpgsql AS $$
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
      WHERE lower(email) = of_email AND phone = of_phone AND (document IS NULL OR of_document IS NULL)
      ORDER BY created_at, id LIMIT 1;
      IF found_id IS NOT NULL AND found_document IS NULL AND of_document IS NOT NULL THEN
        BEGIN
          UPDATE customers SET document = of_document WHERE id = found_id AND document IS NULL;
        EXCEPTION WHEN unique_violation THEN
          SELECT id INTO found_id FROM customers WHERE document = of_document;
        END;
      END IF;
    END IF;
    EXIT WHEN found_id IS NOT NULL OR attempt = 2;
    -- An order waits for no other transaction: while one creates this customer the order has none, and `attachOrders` follows.
    IF NOT pg_try_advisory_xact_lock(
      'customers'::regclass::integer, hashtext(coalesce(of_document, of_email || of_phone, ''))
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
CREATE FUNCTION attach_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.customer_id := find_or_create_customer(NEW.cliente_info);
  RETURN NEW;
END $$;
CREATE TRIGGER pedidos_attach BEFORE INSERT ON pedidos
  FOR EACH ROW WHEN (NEW.customer_id IS NULL AND NEW.anonymized_at IS NULL) EXECUTE FUNCTION attach_customer();

-- The orders that exist, oldest first. Their version and audit log remain as they are.
ALTER TABLE pedidos DISABLE TRIGGER USER;
DO $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT id, cliente_info FROM pedidos WHERE anonymized_at IS NULL ORDER BY created_at, id LOOP
    UPDATE pedidos SET customer_id = find_or_create_customer(one.cliente_info) WHERE id = one.id;
  END LOOP;
END $$;
ALTER TABLE pedidos ENABLE TRIGGER USER;
CREATE INDEX pedidos_unattached ON pedidos (id) WHERE customer_id IS NULL AND anonymized_at IS NULL;
CREATE INDEX pedidos_by_customer ON pedidos (customer_id, created_at DESC);

-- As in 0003, and a row of customers without the person.
CREATE OR REPLACE FUNCTION without_customer(logged jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN logged ? 'cliente_info' THEN logged - 'metadata' || jsonb_build_object(
      'cliente_info', without_person(logged -> 'cliente_info'), 'request_hash', NULL
    ) || CASE WHEN logged ? 'cancel_reason' THEN jsonb_build_object('cancel_reason', NULL) ELSE '{}' END
      || CASE WHEN logged ? 'edit_reason' THEN jsonb_build_object('edit_reason', NULL) ELSE '{}' END
    WHEN logged ? 'trade_name' THEN jsonb_build_object('id', logged -> 'id', 'version', logged -> 'version')
    ELSE logged
  END
$$;
-- Deletes customers, also from the audit log.
CREATE FUNCTION erase_customers(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE customers SET merged_into = NULL, merged_at = NULL, root_id = id WHERE root_id = ANY (ids) AND NOT id = ANY (ids);
  DELETE FROM customers WHERE id = ANY (ids);
  PERFORM set_config('pomar.anonymizing', 'on', true);
  UPDATE audit_logs SET old_data = without_customer(old_data), new_data = without_customer(new_data)
  WHERE table_name = 'customers' AND record_id = ANY (ids::text[]);
  PERFORM set_config('pomar.anonymizing', '', true);
END $$;
