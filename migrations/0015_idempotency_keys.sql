-- Results of POST requests by their Idempotency-Key, for a day. Orders store theirs in `pedidos`.
CREATE TABLE idempotency_keys (
  route text NOT NULL,
  key text NOT NULL CHECK (char_length(key) BETWEEN 1 AND 255),
  -- SHA-256 of the request: a reused key with other contents is rejected.
  request_hash text NOT NULL,
  -- Items are appended in the transaction of their change.
  results jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(results) = 'array'),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (route, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
