-- Web push to the seller's devices. The queue is filled by the processes, not in the transaction of an order.

-- Identifies the shop to push services (VAPID). Written by the first process that needs it, never by a migration.
CREATE TABLE push_key (
  single_row boolean PRIMARY KEY DEFAULT true CHECK (single_row),
  -- Base64url: 32 bytes, and the uncompressed point of 65 bytes.
  private_key text NOT NULL CHECK (private_key ~ '^[A-Za-z0-9_-]{43}$'),
  public_key text NOT NULL CHECK (public_key ~ '^[A-Za-z0-9_-]{87}$')
);

CREATE TABLE push_subscriptions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  endpoint text NOT NULL UNIQUE CHECK (char_length(endpoint) BETWEEN 1 AND 1000),
  p256dh text NOT NULL CHECK (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth text NOT NULL CHECK (auth ~ '^[A-Za-z0-9_-]{22}$'),
  device text NOT NULL CHECK (char_length(device) BETWEEN 1 AND 200),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

-- What has been announced, so that of several processes exactly one does it. No personal data.
CREATE TABLE order_announcements (
  order_id uuid NOT NULL REFERENCES pedidos (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  kind text NOT NULL CHECK (kind IN ('created', 'cancelled', 'reminder')),
  announced_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (order_id, kind)
);

CREATE TABLE push_messages (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  subscription_id uuid NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  order_id uuid NOT NULL REFERENCES pedidos (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  kind text NOT NULL CHECK (kind IN ('created', 'cancelled', 'reminder')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX push_messages_due ON push_messages (next_attempt_at);
CREATE INDEX push_messages_by_order ON push_messages (order_id);
CREATE INDEX push_messages_by_subscription ON push_messages (subscription_id);

ALTER TABLE settings
  -- An order that is not opened for so many minutes is announced again; 0 never.
  ADD COLUMN reminder_minutes integer NOT NULL DEFAULT 15 CHECK (reminder_minutes BETWEEN 0 AND 1440);
