-- The customer's private link to an order, and the customer's cancellation.

-- Signs the links. Written by the first process that needs it, never by a migration: installations share the database that
-- the build creates.
CREATE TABLE order_link_key (
  single_row boolean PRIMARY KEY DEFAULT true CHECK (single_row),
  -- 32 random bytes in base64url.
  key text NOT NULL CHECK (key ~ '^[A-Za-z0-9_-]{43}$')
);

ALTER TABLE pedidos
  -- A part of what is signed: the next number invalidates the link.
  ADD COLUMN link_version integer NOT NULL DEFAULT 1 CHECK (link_version >= 1),
  ADD COLUMN cancel_reason text CHECK (char_length(cancel_reason) <= 200);

-- As in 0005, with the reason, which is the customer's own text.
CREATE OR REPLACE FUNCTION without_customer(logged jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN logged ? 'cliente_info'
    THEN logged || jsonb_build_object(
      'cliente_info', without_person(logged -> 'cliente_info'), 'request_hash', NULL
    ) || CASE WHEN logged ? 'cancel_reason' THEN jsonb_build_object('cancel_reason', NULL) ELSE '{}' END
    ELSE logged
  END
$$;

CREATE OR REPLACE FUNCTION anonymize_orders(ids uuid[], at timestamptz) RETURNS integer LANGUAGE plpgsql AS $$
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
  SET cliente_info = without_person(cliente_info), request_hash = NULL, cancel_reason = NULL, anonymized_at = at
  WHERE id = ANY (ids) AND anonymized_at IS NULL;
  GET DIAGNOSTICS cleaned = ROW_COUNT;
  PERFORM set_config('pomar.anonymizing', 'on', true);
  UPDATE audit_logs
  SET old_data = without_customer(old_data), new_data = without_customer(new_data)
  WHERE table_name = 'orders' AND record_id = ANY (names);
  PERFORM set_config('pomar.anonymizing', '', true);
  RETURN cleaned;
END $$;
