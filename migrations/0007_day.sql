-- The day of deliveries: what is picked and packed of each order, the order of the stops, failed attempts, links of helpers.

CREATE TABLE packings (
  -- The order.
  id uuid PRIMARY KEY REFERENCES pedidos (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  -- What is picked, in the unit of the line: { "<product_id> <unit>": 3 }. It stays when the order is edited, so that what is
  -- missing since then can be seen.
  picked jsonb NOT NULL DEFAULT '{}' CONSTRAINT packings_picked_check CHECK (
    jsonb_typeof(picked) = 'object' AND octet_length(picked::text) <= 50000
  ),
  volumes smallint NOT NULL DEFAULT 1 CONSTRAINT packings_volumes_check CHECK (volumes BETWEEN 1 AND 99),
  packed_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE TRIGGER packings_touch BEFORE UPDATE ON packings FOR EACH ROW EXECUTE FUNCTION touch_row();

CREATE TABLE delivery_routes (
  -- The date in São Paulo.
  id date PRIMARY KEY,
  -- The ids of its orders, first stop first. Those of other dates are ignored; orders that are missing come last.
  stops jsonb NOT NULL CONSTRAINT delivery_routes_stops_check CHECK (is_text_list(stops, 500)),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE TRIGGER delivery_routes_touch BEFORE UPDATE ON delivery_routes FOR EACH ROW EXECUTE FUNCTION touch_row();

CREATE TABLE delivery_attempts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  order_id uuid NOT NULL REFERENCES pedidos (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  -- The day of the attempt, in São Paulo.
  date date NOT NULL,
  -- May name the customer: not in the audit log, and erased with the customer's data.
  reason text CONSTRAINT delivery_attempts_reason_check CHECK (char_length(reason) BETWEEN 1 AND 200),
  author text NOT NULL CONSTRAINT delivery_attempts_author_check CHECK (char_length(author) <= 320),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX delivery_attempts_by_date ON delivery_attempts (date, created_at);
CREATE INDEX delivery_attempts_by_order ON delivery_attempts (order_id);

-- Who has the link sees one day without an account.
CREATE TABLE helper_links (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- SHA-256 of the token, in hex.
  token_hash text NOT NULL UNIQUE CONSTRAINT helper_links_token_hash_check CHECK (token_hash ~ '^[0-9a-f]{64}$'),
  date date NOT NULL,
  role text NOT NULL CONSTRAINT helper_links_role_check CHECK (role IN ('motorista', 'separacao')),
  -- What the audit log calls its holder.
  name text NOT NULL CONSTRAINT helper_links_name_check CHECK (char_length(name) BETWEEN 1 AND 60),
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX helper_links_by_date ON helper_links (date, created_at);

-- The audit log, and a quiet notification as of a change of the order: every open page of the day is one of orders.
CREATE FUNCTION record_day_change() RETURNS trigger LANGUAGE plpgsql SET timezone = 'UTC' AS $$
DECLARE
  after_row jsonb := to_jsonb(NEW) - ARRAY['reason', 'token_hash'];
BEGIN
  IF TG_OP = 'UPDATE' AND NEW IS NOT DISTINCT FROM OLD THEN
    RETURN NULL;
  END IF;
  INSERT INTO audit_logs (user_email, table_name, operation, record_id, old_data, new_data)
  VALUES (
    nullif(current_setting('pomar.user_email', true), ''), TG_TABLE_NAME, TG_OP, after_row ->> 'id',
    CASE WHEN TG_OP = 'UPDATE' THEN to_jsonb(OLD) - ARRAY['reason', 'token_hash'] END, after_row
  );
  PERFORM announce_change(jsonb_build_object(
    'table', 'orders', 'operation', 'UPDATE', 'id', coalesce(after_row -> 'order_id', after_row -> 'id'), 'quiet', true));
  RETURN NULL;
END $$;
CREATE TRIGGER packings_change AFTER INSERT OR UPDATE ON packings FOR EACH ROW EXECUTE FUNCTION record_day_change();
CREATE TRIGGER delivery_routes_change AFTER INSERT OR UPDATE ON delivery_routes
  FOR EACH ROW EXECUTE FUNCTION record_day_change();
CREATE TRIGGER delivery_attempts_change AFTER INSERT ON delivery_attempts
  FOR EACH ROW EXECUTE FUNCTION record_day_change();
CREATE TRIGGER helper_links_change AFTER INSERT OR UPDATE ON helper_links
  FOR EACH ROW EXECUTE FUNCTION record_day_change();

CREATE FUNCTION erase_attempt_reasons() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE delivery_attempts SET reason = NULL WHERE order_id = NEW.id AND reason IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER pedidos_erase_attempts AFTER UPDATE OF anonymized_at ON pedidos FOR EACH ROW
  WHEN (NEW.anonymized_at IS NOT NULL) EXECUTE FUNCTION erase_attempt_reasons();
