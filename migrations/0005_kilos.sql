-- Kilos with decimals: minimum, step and quantity prices of a main option in kg may have three. Orders and stocks already
-- may. The rules are those of app/domain/catalogue/sale-option-errors.ts.

CREATE FUNCTION is_quantity(value jsonb, has_decimals boolean) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN has_decimals AND jsonb_typeof(value) = 'number'
    THEN value::numeric BETWEEN 0.001 AND 9999 AND value::numeric = round(value::numeric, 3)
    ELSE is_integer_between(value, 1, 9999) END
$$;
DROP FUNCTION are_sale_terms(jsonb, numeric);
CREATE FUNCTION are_sale_terms(terms jsonb, price numeric, has_decimals boolean DEFAULT false) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  step numeric;
  tier jsonb;
  last_from numeric := 0;
  last_price numeric := price;
BEGIN
  IF jsonb_typeof(terms) IS DISTINCT FROM 'object'
    OR NOT is_quantity(terms -> 'step', has_decimals)
    OR NOT is_quantity(terms -> 'minimum', has_decimals)
    OR jsonb_typeof(terms -> 'tiers') IS DISTINCT FROM 'array'
    OR jsonb_array_length(terms -> 'tiers') > 5
  THEN RETURN false; END IF;
  step := terms -> 'step';
  IF (terms -> 'minimum')::numeric % step <> 0 THEN RETURN false; END IF;
  FOR tier IN SELECT jsonb_array_elements(terms -> 'tiers') LOOP
    IF jsonb_typeof(tier) <> 'object' OR NOT is_quantity(tier -> 'from', has_decimals) OR NOT is_price(tier -> 'price')
    THEN RETURN false; END IF;
    IF (tier -> 'from')::numeric % step <> 0 OR (tier -> 'from')::numeric <= last_from
      OR (tier -> 'price')::numeric >= last_price
    THEN RETURN false; END IF;
    last_from := tier -> 'from';
    last_price := tier -> 'price';
  END LOOP;
  RETURN true;
END $$;
CREATE OR REPLACE FUNCTION are_sale_options(options jsonb) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  option jsonb;
  units text[] := '{}';
BEGIN
  IF jsonb_typeof(options) <> 'array' OR jsonb_array_length(options) NOT BETWEEN 1 AND 4 THEN RETURN false; END IF;
  FOR option IN SELECT jsonb_array_elements(options) LOOP
    IF jsonb_typeof(option) <> 'object'
      OR coalesce(option ->> 'unit', '') NOT IN ('unidade', 'pacote', 'caixa', 'kg')
      OR option ->> 'unit' = ANY (units)
      OR NOT is_price(option -> 'price')
      OR NOT is_integer_between(option -> 'contains', 1, CASE WHEN units = '{}' THEN 1 ELSE 10000 END)
      OR option -> 'active' <> 'false'
      OR (units = '{}' AND option ? 'active')
      OR NOT are_sale_terms(option, (option -> 'price')::numeric, units = '{}' AND option ->> 'unit' = 'kg')
    THEN RETURN false; END IF;
    units := units || (option ->> 'unit');
  END LOOP;
  RETURN true;
END $$;
