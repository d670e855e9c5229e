-- A new order in fewer steps: one trigger function instead of three, and one notification instead of two.

-- As in 0015, with the id of the log's row in the notification of the change instead of one of its own: 'log', from which
-- app/platform/database/change-feed.ts makes both changes.
CREATE OR REPLACE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql
-- The audit log stores instants as text in UTC, also behind a pooler with another time zone.
SET timezone = 'UTC' AS $$
DECLARE
  acting_user text := nullif(current_setting('pomar.user_email', true), '');
  log_id uuid := gen_random_uuid();
  of_a_move text[];
  before_row jsonb;
  after_row jsonb;
  current_row jsonb;
  is_quiet boolean;
BEGIN
  IF TG_OP = 'INSERT' THEN
    after_row := to_jsonb(NEW);
    current_row := after_row;
  ELSE
    before_row := to_jsonb(OLD);
    after_row := CASE WHEN TG_OP = 'UPDATE' THEN to_jsonb(NEW) END;
    IF before_row = after_row THEN
      RETURN NULL;
    END IF;
    current_row := coalesce(after_row, before_row);
    of_a_move := ARRAY['position', 'version', 'updated_at'];
    -- Only the position changed, or of an order anything but its status.
    is_quiet := coalesce(before_row - of_a_move = after_row - of_a_move, false)
      OR coalesce(before_row -> 'status' = after_row -> 'status', false);
  END IF;
  INSERT INTO audit_logs (id, user_email, table_name, operation, record_id, old_data, new_data)
  VALUES (log_id, acting_user, TG_ARGV[0], TG_OP, current_row ->> 'id', before_row, after_row);
  -- A notification is limited to 8,000 bytes, and a character may take six in JSON.
  PERFORM pg_notify('pomar_changes', jsonb_strip_nulls(jsonb_build_object(
    'table', TG_ARGV[0],
    'operation', TG_OP,
    'id', current_row -> 'id',
    'version', current_row -> 'version',
    'title', left(current_row ->> 'title', 300),
    'slug', left(current_row ->> 'slug', 300),
    'numero_pedido', current_row -> 'numero_pedido',
    'status', current_row -> 'status',
    'by', left(acting_user, 320),
    'quiet', nullif(is_quiet, false),
    'tab', left(nullif(current_setting('pomar.tab', true), ''), 64),
    'log', log_id
  ))::text);
  RETURN NULL;
END $$;

-- What `record_change`, `track_order_change` and `queue_order_webhooks` do for an insert.
CREATE FUNCTION record_new_order() RETURNS trigger LANGUAGE plpgsql
SET timezone = 'UTC' AS $$
DECLARE
  acting_user text := nullif(current_setting('pomar.user_email', true), '');
  log_id uuid := gen_random_uuid();
BEGIN
  INSERT INTO audit_logs (id, user_email, table_name, operation, record_id, new_data)
  VALUES (log_id, acting_user, 'orders', 'INSERT', NEW.id, to_jsonb(NEW));
  INSERT INTO order_changes VALUES (
    NEW.id, pg_current_xact_id(), NEW.created_at, NEW.status,
    order_search_text(NEW.id, NEW.numero_pedido, NEW.cliente_info)
  );
  IF EXISTS (SELECT FROM webhooks) THEN
    PERFORM queue_webhooks('order.created', jsonb_build_object(
      'id', NEW.id,
      'numero_pedido', NEW.numero_pedido,
      'status', NEW.status,
      'valor_total', NEW.valor_total,
      'version', NEW.version,
      'deleted', false
    ));
  END IF;
  PERFORM pg_notify('pomar_changes', json_strip_nulls(json_build_object(
    'table', 'orders',
    'operation', 'INSERT',
    'id', NEW.id,
    'version', NEW.version,
    'numero_pedido', NEW.numero_pedido,
    'status', NEW.status,
    'by', left(acting_user, 320),
    'tab', left(nullif(current_setting('pomar.tab', true), ''), 64),
    'log', log_id
  ))::text);
  RETURN NULL;
END $$;

DROP TRIGGER pedidos_change ON pedidos;
DROP TRIGGER pedidos_track ON pedidos;
DROP TRIGGER pedidos_webhooks ON pedidos;
CREATE TRIGGER pedidos_new AFTER INSERT ON pedidos
  FOR EACH ROW EXECUTE FUNCTION record_new_order();
CREATE TRIGGER pedidos_change AFTER UPDATE OR DELETE ON pedidos
  FOR EACH ROW EXECUTE FUNCTION record_change('orders');
CREATE TRIGGER pedidos_track AFTER UPDATE OR DELETE ON pedidos
  FOR EACH ROW EXECUTE FUNCTION track_order_change();
CREATE TRIGGER pedidos_webhooks AFTER UPDATE OR DELETE ON pedidos
  FOR EACH ROW EXECUTE FUNCTION queue_order_webhooks();

-- The conditions of 0001, 0014 and 0022. PostgreSQL reads the expression of each constraint again in each statement, which
-- takes longer than evaluating it; it reads that of a function once per connection.
CREATE FUNCTION are_order_items(itens jsonb) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN jsonb_typeof(itens) = 'array'
    AND jsonb_array_length(itens) BETWEEN 1 AND 1000
    AND NOT jsonb_path_exists(itens, '$[*] ? (!(
      @.product_id.type() == "string" && @.product_name.type() == "string"
      && @.quantity.type() == "number" && @.quantity >= 1 && @.quantity == @.quantity.floor()
      && (@.unit == "unidade" || @.unit == "pacote" || @.unit == "caixa" || @.unit == "kg")
      && @.price.type() == "number" && @.price >= 0 && @.total == @.price * @.quantity
    ))')
    AND NOT jsonb_path_exists(itens, '$[*].contains ? (!(@.type() == "number" && @ >= 1 && @ == @.floor()))')
    AND NOT jsonb_path_exists(itens, '$[*].variable_weight ? (@.type() != "boolean")');
END $$;

CREATE FUNCTION is_order_customer(cliente_info jsonb) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN jsonb_typeof(cliente_info) = 'object'
    AND octet_length(cliente_info::text) <= 20000
    AND coalesce(
      jsonb_typeof(cliente_info -> 'note') = 'string' AND char_length(cliente_info ->> 'note') BETWEEN 1 AND 500, true)
    AND coalesce(cliente_info -> 'if_missing' IN ('"ligar"', '"trocar"', '"tirar"'), true);
END $$;

ALTER TABLE pedidos
  DROP CONSTRAINT pedidos_itens_check,
  DROP CONSTRAINT pedidos_contains_check,
  DROP CONSTRAINT pedidos_variable_weight_check,
  DROP CONSTRAINT pedidos_cliente_info_check,
  DROP CONSTRAINT pedidos_note_check,
  DROP CONSTRAINT pedidos_if_missing_check,
  ADD CONSTRAINT pedidos_itens_check CHECK (are_order_items(itens)),
  ADD CONSTRAINT pedidos_cliente_info_check CHECK (is_order_customer(cliente_info));
