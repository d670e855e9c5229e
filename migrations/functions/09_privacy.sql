-- The erasure of customers' data. Two orders are one person's by the e-mail and by the document without its marks.

-- The customer's data without the person: the number of goods and the instant remain.
CREATE OR REPLACE FUNCTION without_person(cliente_info jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT jsonb_object_agg(key, ''::text) || jsonb_strip_nulls(jsonb_build_object(
    'totalItems', cliente_info -> 'totalItems',
    'timestamp', cliente_info -> 'timestamp'
  ))
  FROM unnest(ARRAY['name', 'email', 'phone', 'document', 'zipCode', 'street', 'number', 'neighborhood', 'city', 'state'])
    AS key
$$;

-- A row of pedidos in the audit log without its customer, and a row of customers without the person; other rows are unchanged. The
-- metadata may identify the customer in another system, and the reason of an edit may name them.
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

CREATE OR REPLACE FUNCTION guard_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  erased audit_logs;
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('pomar.anonymizing', true) = 'on' THEN
    erased := OLD;
    erased.old_data := without_customer(OLD.old_data);
    erased.new_data := without_customer(OLD.new_data);
    IF NEW IS NOT DISTINCT FROM erased THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'rows of % are written once', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

-- Whether a row of orders or customers, as it is or as the audit log has it, is about the person: by the e-mail, the key of the phone, the
-- document without its marks, or all patterns of the name. What is NULL is not asked for.
CREATE OR REPLACE FUNCTION names_person(logged jsonb, of_email text, of_phone text, of_document text, of_name text[]) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT EXISTS (
    SELECT FROM (
      SELECT coalesce(logged -> 'cliente_info', logged) AS person
      UNION ALL
      SELECT jsonb_array_elements(logged -> 'people') WHERE jsonb_typeof(logged -> 'people') = 'array'
    ) AS persons
    WHERE lower(person ->> 'email') = of_email OR phone_key(person ->> 'phone') = of_phone
      OR regexp_replace(upper(person ->> 'document'), '[^0-9A-Z]', '', 'g') = of_document
      OR plain_text(concat_ws(' ', person ->> 'name', person ->> 'trade_name', person ->> 'contact')) LIKE ALL (of_name)
  )
$$;

-- A repeated request is answered with what was stored then: requests about these rows are forgotten.
CREATE OR REPLACE FUNCTION forget_requests(ids uuid[]) RETURNS void LANGUAGE sql AS $$
  DELETE FROM idempotency_keys WHERE EXISTS (
    SELECT FROM regexp_matches(route || results::text, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g') AS mentioned
    WHERE mentioned[1] = ANY (ids::text[])
  )
$$;

-- Erases customers and their series from the audit log.
CREATE OR REPLACE FUNCTION erase_customer_log(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('pomar.anonymizing', 'on', true);
  UPDATE audit_logs SET old_data = without_customer(old_data), new_data = without_customer(new_data)
  WHERE table_name = 'customers' AND record_id = ANY (ids::text[])
    OR table_name = 'order_series' AND coalesce(old_data, new_data) ->> 'customer_id' = ANY (ids::text[]);
  PERFORM set_config('pomar.anonymizing', '', true);
END $$;

-- Erases the customers of these orders, deleted ones included, also from the audit log. The change itself is logged like any
-- other. Returns how many orders were not anonymized before.
CREATE OR REPLACE FUNCTION anonymize_orders(ids uuid[], at timestamptz) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  names text[] := ids::text[];
  deleted_customers uuid[] := ARRAY(SELECT deleted_customers_named_by(ids));
  cleaned integer;
BEGIN
  DELETE FROM postal_codes WHERE cep IN (
    SELECT cliente_info ->> 'zipCode' FROM pedidos WHERE id = ANY (ids)
    UNION ALL
    SELECT coalesce(old_data, new_data) #>> '{cliente_info,zipCode}' FROM audit_logs
    WHERE table_name = 'orders' AND record_id = ANY (names)
  );
  PERFORM erase_contacts(ids);
  UPDATE pedidos
  SET cliente_info = without_person(cliente_info), request_hash = NULL, cancel_reason = NULL, edit_reason = NULL,
    anonymized_at = at
  WHERE id = ANY (ids) AND anonymized_at IS NULL;
  GET DIAGNOSTICS cleaned = ROW_COUNT;
  PERFORM forget_requests(ids || deleted_customers);
  PERFORM erase_customer_log(deleted_customers);
  UPDATE joined_orders SET undo = jsonb_set(undo, '{before}', without_customer(undo -> 'before')) WHERE into_id = ANY (ids);
  PERFORM set_config('pomar.anonymizing', 'on', true);
  UPDATE audit_logs
  SET old_data = without_customer(old_data), new_data = without_customer(new_data)
  WHERE table_name = 'orders' AND record_id = ANY (names);
  PERFORM set_config('pomar.anonymizing', '', true);
  RETURN cleaned;
END $$;

-- Deletes customers, also from the audit log, and those that were deleted before.
CREATE OR REPLACE FUNCTION erase_customers(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE customers SET merged_into = NULL, merged_at = NULL, root_id = id WHERE root_id = ANY (ids) AND NOT id = ANY (ids);
  UPDATE receipts SET note = '' WHERE note <> '' AND customer_id = ANY (ids);
  PERFORM forget_requests(ids);
  PERFORM erase_series(array_agg(id)) FROM order_series WHERE customer_id = ANY (ids) HAVING count(*) > 0;
  DELETE FROM customers WHERE id = ANY (ids);
  PERFORM erase_customer_log(ids);
END $$;

-- Erases a person from customers that another person's orders keep: orders of their own, or of customers merged with them. The name
-- becomes that of the newest of the customer's own orders, else of the newest one of the merged customers; the document and the contacts
-- stay if one of all these orders has them, and all else about the person is deleted. Accounts, conditions and merges stay. A customer with a further order of its name is left alone.
CREATE OR REPLACE FUNCTION erase_name_of_customers(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  renamed uuid[] := '{}';
  one record;
BEGIN
  FOR one IN
    SELECT own.id, own.root_id, array_agg(cliente_info ->> 'name' ORDER BY customer_id = own.id DESC, placed.created_at DESC) AS names,
      array_agg(valid_document(customer_document(cliente_info))) AS documents,
      contact_keys(array_agg(list.contact) FILTER (WHERE list.contact <> '')) AS keys
    FROM customers AS own JOIN customers AS part ON part.root_id = own.root_id JOIN pedidos AS placed ON customer_id = part.id
      LEFT JOIN unnest(order_contacts(cliente_info)) AS list (contact) ON true
    WHERE own.id = ANY (ids) AND anonymized_at IS NULL
    GROUP BY own.id HAVING bool_or(own.name = cliente_info ->> 'name') IS NOT TRUE
  LOOP
    PERFORM revoke_contacts(one.root_id, ARRAY(
      SELECT contact FROM customer_contacts WHERE customer_id = one.id AND NOT contact_key(contact) = ANY (one.keys)));
    UPDATE customers
    SET name = left(one.names[1], 300), trade_name = NULL, contact = NULL, note = NULL, people = '[]', address = '{}', city_code = NULL,
      state_registration = NULL, document = CASE WHEN document = ANY (one.documents) THEN document END,
      phone = CASE WHEN contact_key(phone) = ANY (one.keys) THEN phone END,
      email = CASE WHEN contact_key(email) = ANY (one.keys) THEN email END,
      link_version = link_version + 1
    WHERE id = one.id;
    renamed := renamed || one.id;
  END LOOP;
  UPDATE receipts SET note = '' WHERE note <> '' AND customer_id = ANY (renamed);
  DELETE FROM customer_devices WHERE customer_id = ANY (renamed);
  DELETE FROM customer_links WHERE customer_id = ANY (renamed);
  DELETE FROM customer_link_requests WHERE customer_id = ANY (renamed);
  DELETE FROM customer_lists WHERE customer_id = ANY (renamed);
  DELETE FROM order_aliases WHERE customer_id = ANY (renamed);
  PERFORM forget_requests(renamed);
  PERFORM erase_customer_log(renamed);
END $$;

CREATE OR REPLACE FUNCTION drop_metadata() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.metadata := '{}';
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION erase_payment_notes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE account_entries SET reason = '' WHERE order_id = NEW.id AND reason <> '';
  UPDATE receipts SET note = '' WHERE note <> '' AND id IN (SELECT receipt_id FROM payments WHERE order_id = NEW.id);
  RETURN NULL;
END $$;

-- The charge itself is removed at the bank afterwards. Amounts and ids of transactions name nobody.
CREATE OR REPLACE FUNCTION erase_pix_codes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE pix_charges SET code = NULL WHERE order_id = NEW.id AND code IS NOT NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION erase_attempt_reasons() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE delivery_attempts SET reason = NULL WHERE order_id = NEW.id AND reason IS NOT NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER audit_logs_written_once BEFORE UPDATE OR DELETE ON audit_logs
  FOR EACH ROW EXECUTE FUNCTION guard_audit_log();
CREATE OR REPLACE TRIGGER pedidos_drop_metadata BEFORE UPDATE OF anonymized_at ON pedidos FOR EACH ROW
  WHEN (NEW.anonymized_at IS NOT NULL) EXECUTE FUNCTION drop_metadata();
CREATE OR REPLACE TRIGGER pedidos_erase_attempts AFTER UPDATE OF anonymized_at ON pedidos FOR EACH ROW
  WHEN (NEW.anonymized_at IS NOT NULL) EXECUTE FUNCTION erase_attempt_reasons();
CREATE OR REPLACE TRIGGER pedidos_erase_payment_notes AFTER UPDATE OF anonymized_at ON pedidos FOR EACH ROW
  WHEN (NEW.anonymized_at IS NOT NULL) EXECUTE FUNCTION erase_payment_notes();
CREATE OR REPLACE TRIGGER pedidos_erase_pix_codes AFTER UPDATE OF anonymized_at ON pedidos FOR EACH ROW
  WHEN (NEW.anonymized_at IS NOT NULL) EXECUTE FUNCTION erase_pix_codes();
