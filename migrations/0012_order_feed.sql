-- Orders in the order of their last change, for GET /api/orders?after=. Numbers and timestamps are not in commit order;
-- transaction ids below pg_snapshot_xmin() are final, so that a reader that stops there misses nothing.

-- Both tables belong to this database: they are rebuilt, not copied, by `npm run move` and `npm run restore`.
CREATE TABLE order_changes (
  order_id uuid PRIMARY KEY,
  -- The transaction of the last change.
  changed_in xid8 NOT NULL
);
CREATE INDEX order_changes_in_order ON order_changes (changed_in, order_id);

CREATE TABLE order_feed (
  single_row boolean PRIMARY KEY DEFAULT true CHECK (single_row),
  -- Part of each cursor: a new value invalidates all cursors.
  id uuid NOT NULL
);

-- Numbers all orders again. Needed after rows were copied from a database with other transaction ids.
CREATE FUNCTION restart_order_feed() RETURNS void LANGUAGE sql AS $$
  DELETE FROM order_changes;
  INSERT INTO order_changes SELECT id, pg_current_xact_id() FROM pedidos;
  INSERT INTO order_feed (id) VALUES (gen_random_uuid()) ON CONFLICT (single_row) DO UPDATE SET id = excluded.id;
$$;
SELECT restart_order_feed();

CREATE FUNCTION track_order_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM order_changes WHERE order_id = OLD.id;
  ELSIF TG_OP = 'INSERT' OR NEW IS DISTINCT FROM OLD THEN
    INSERT INTO order_changes VALUES (NEW.id, pg_current_xact_id())
    ON CONFLICT (order_id) DO UPDATE SET changed_in = excluded.changed_in;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER pedidos_track AFTER INSERT OR UPDATE OR DELETE ON pedidos
  FOR EACH ROW EXECUTE FUNCTION track_order_change();
