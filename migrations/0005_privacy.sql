-- Customers' data that goes while their orders stay, and which orders have been told of by mail.

ALTER TABLE settings
  -- Closed orders lose who ordered them after so many months; 0 keeps them.
  ADD COLUMN retention_months integer NOT NULL DEFAULT 0 CHECK (retention_months BETWEEN 0 AND 600);

ALTER TABLE pedidos ADD COLUMN anonymized_at timestamptz(3);

-- What the daily look for old closed orders reads; a new order is pending and stays out of it.
CREATE INDEX pedidos_retained ON pedidos (updated_at)
  WHERE anonymized_at IS NULL AND status IN ('entregue', 'cancelado');
CREATE INDEX audit_logs_deleted_orders ON audit_logs (created_at)
  WHERE table_name = 'orders' AND operation = 'DELETE';

-- By what two orders are one person's: the e-mail, and the document without its marks. NULL where there is none.
CREATE FUNCTION customer_email(cliente_info jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT nullif(lower(btrim(cliente_info ->> 'email')), '')
$$;
CREATE FUNCTION customer_document(cliente_info jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT nullif(upper(regexp_replace(cliente_info ->> 'document', '[^0-9A-Za-z]', '', 'g')), '')
$$;

-- Of what a customer told, the count of goods and the instant alone.
CREATE FUNCTION without_person(cliente_info jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT jsonb_object_agg(key, ''::text) || jsonb_strip_nulls(jsonb_build_object(
    'totalItems', cliente_info -> 'totalItems',
    'timestamp', cliente_info -> 'timestamp'
  ))
  FROM unnest(ARRAY['name', 'email', 'phone', 'document', 'zipCode', 'street', 'number', 'neighborhood', 'city', 'state'])
    AS key
$$;

-- A row of pedidos as the audit log keeps it, without its customer; what is no such row stays.
CREATE FUNCTION without_customer(logged jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN logged ? 'cliente_info'
    THEN logged || jsonb_build_object(
      'cliente_info', without_person(logged -> 'cliente_info'), 'request_hash', NULL)
    ELSE logged
  END
$$;

-- Takes the customers out of these orders and of everything the log tells of them, orders deleted since included. The
-- change itself is logged like any other, and what the log then holds of it is cleaned with the rest. Returns how many
-- orders there were to clean.
CREATE FUNCTION anonymize_orders(ids uuid[], at timestamptz) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  names text[] := ids::text[];
  cleaned integer;
BEGIN
  DELETE FROM postal_codes WHERE cep IN (
    SELECT cliente_info ->> 'zipCode' FROM pedidos WHERE id = ANY (ids)
    UNION ALL
    SELECT coalesce(old_data, new_data) #>> '{cliente_info,zipCode}' FROM audit_logs
    WHERE table_name = 'orders' AND record_id = ANY (names)
  );
  UPDATE pedidos
  SET cliente_info = without_person(cliente_info), request_hash = NULL, anonymized_at = at
  WHERE id = ANY (ids) AND anonymized_at IS NULL;
  GET DIAGNOSTICS cleaned = ROW_COUNT;
  PERFORM set_config('pomar.anonymizing', 'on', true);
  UPDATE audit_logs
  SET old_data = without_customer(old_data), new_data = without_customer(new_data)
  WHERE table_name = 'orders' AND record_id = ANY (names);
  PERFORM set_config('pomar.anonymizing', '', true);
  RETURN cleaned;
END $$;

-- The log is still written once: only the function above may take something out of what a row holds.
CREATE FUNCTION guard_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('pomar.anonymizing', true) = 'on'
    AND NEW.old_data IS NOT DISTINCT FROM without_customer(OLD.old_data)
    AND NEW.new_data IS NOT DISTINCT FROM without_customer(OLD.new_data)
    AND to_jsonb(NEW) - ARRAY['old_data', 'new_data'] = to_jsonb(OLD) - ARRAY['old_data', 'new_data']
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'rows of % are written once', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
DROP TRIGGER audit_logs_written_once ON audit_logs;
CREATE TRIGGER audit_logs_written_once BEFORE UPDATE OR DELETE ON audit_logs
  FOR EACH ROW EXECUTE FUNCTION guard_audit_log();
DROP FUNCTION refuse_change();

-- One row for each mail that an order asks for: no address and no text, which are read from the order when it goes out.
CREATE TABLE order_mails (
  order_id uuid NOT NULL REFERENCES pedidos (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  kind text NOT NULL CHECK (kind IN ('customer', 'shop')),
  attempts integer NOT NULL DEFAULT 0,
  -- NULL: nothing more to do, because it was sent or because nobody will try again.
  next_attempt_at timestamptz(3) DEFAULT now(),
  sent_at timestamptz(3),
  PRIMARY KEY (order_id, kind)
);
CREATE INDEX order_mails_due ON order_mails (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

-- Orders from this instant on are looked through for mails not yet noted.
CREATE TABLE mail_progress (
  single_row boolean PRIMARY KEY DEFAULT true CHECK (single_row),
  noted_until timestamptz(3) NOT NULL DEFAULT now()
);
INSERT INTO mail_progress DEFAULT VALUES;
