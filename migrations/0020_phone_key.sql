-- One rule for the phone of one person, as `phoneKey` in app/shared/phone-numbers.ts has it: area and the last eight digits, without
-- country, trunk zero, carrier and ninth digit. Other numbers are their digits.
CREATE FUNCTION phone_key(phone text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(
    regexp_replace(phone, '[^0-9]', '', 'g'), '^(?:(?:00)?55)?(?:0(?:[1-9][0-9])?)?([1-9]{2})9?([0-9]{8})$', '\1\2')
$$;

DROP INDEX customers_contact;
CREATE INDEX customers_contact ON customers (lower(email), phone_key(phone));
CREATE INDEX customers_phone ON customers (phone_key(phone));

-- `order_search_text` ends with the key from now on.
UPDATE order_changes SET search_text = search_text || ' ' || coalesce(phone_key(left(cliente_info ->> 'phone', 40)), '')
FROM pedidos WHERE pedidos.id = order_id;
