-- Templates of the seller's WhatsApp messages by status; NULL means the built-in ones.
ALTER TABLE settings
  ADD COLUMN order_messages jsonb CHECK (
    jsonb_typeof(order_messages) = 'object' AND octet_length(order_messages::text) <= 20000
  );
