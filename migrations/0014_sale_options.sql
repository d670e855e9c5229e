-- Further units in which a product is sold, minimums, steps and quantity prices: the rules of
-- app/domain/catalogue/sale-options.ts. `price` and `specs.unit` are the main option, whose terms are in `sale_terms`.

CREATE FUNCTION is_integer_between(value jsonb, low integer, high integer) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(CASE WHEN jsonb_typeof(value) = 'number'
    THEN value::numeric BETWEEN low AND high AND value::numeric = floor(value::numeric) END, false)
$$;

CREATE FUNCTION is_price(value jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(CASE WHEN jsonb_typeof(value) = 'number'
    THEN value::numeric BETWEEN 0 AND 9999999.99 AND value::numeric = round(value::numeric, 2) END, false)
$$;

CREATE FUNCTION are_sale_terms(terms jsonb, price numeric) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  step numeric;
  tier jsonb;
  last_from numeric := 0;
  last_price numeric := price;
BEGIN
  IF jsonb_typeof(terms) IS DISTINCT FROM 'object'
    OR NOT is_integer_between(terms -> 'step', 1, 9999)
    OR NOT is_integer_between(terms -> 'minimum', 1, 9999)
    OR jsonb_typeof(terms -> 'tiers') IS DISTINCT FROM 'array'
    OR jsonb_array_length(terms -> 'tiers') > 5
  THEN RETURN false; END IF;
  step := terms -> 'step';
  IF (terms -> 'minimum')::numeric % step <> 0 THEN RETURN false; END IF;
  FOR tier IN SELECT jsonb_array_elements(terms -> 'tiers') LOOP
    IF jsonb_typeof(tier) <> 'object' OR NOT is_integer_between(tier -> 'from', 1, 9999) OR NOT is_price(tier -> 'price')
    THEN RETURN false; END IF;
    IF (tier -> 'from')::numeric % step <> 0 OR (tier -> 'from')::numeric <= last_from
      OR (tier -> 'price')::numeric >= last_price
    THEN RETURN false; END IF;
    last_from := tier -> 'from';
    last_price := tier -> 'price';
  END LOOP;
  RETURN true;
END $$;

CREATE FUNCTION are_sale_options(options jsonb, main_unit text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  option jsonb;
  units text[] := ARRAY[main_unit];
BEGIN
  IF jsonb_typeof(options) <> 'array' OR jsonb_array_length(options) > 3 THEN RETURN false; END IF;
  FOR option IN SELECT jsonb_array_elements(options) LOOP
    IF jsonb_typeof(option) <> 'object'
      OR coalesce(option ->> 'unit', '') NOT IN ('unidade', 'pacote', 'caixa', 'kg')
      OR option ->> 'unit' = ANY (units)
      OR NOT is_price(option -> 'price')
      OR NOT is_integer_between(option -> 'contains', 1, 10000)
      OR jsonb_typeof(option -> 'active') IS DISTINCT FROM 'boolean'
      OR NOT are_sale_terms(option, (option -> 'price')::numeric)
    THEN RETURN false; END IF;
    units := units || (option ->> 'unit');
  END LOOP;
  RETURN true;
END $$;

ALTER TABLE products
  ADD COLUMN sale_terms jsonb NOT NULL DEFAULT '{"minimum": 1, "step": 1, "tiers": []}',
  ADD COLUMN sale_options jsonb NOT NULL DEFAULT '[]',
  ADD CONSTRAINT products_sale_terms_check CHECK (are_sale_terms(sale_terms, price)),
  ADD CONSTRAINT products_sale_options_check CHECK (are_sale_options(sale_options, specs ->> 'unit')),
  ADD CONSTRAINT products_variable_weight_check CHECK (
    NOT jsonb_path_exists(specs, '$.variable_weight ? (@.type() != "boolean")')
    AND (specs ->> 'unit' = 'kg' OR coalesce(specs ->> 'variable_weight', 'false') = 'false')
  );

-- A line of a larger unit stores how many main units it contains, so that the stock follows what was ordered even when
-- the option changes later.
ALTER TABLE pedidos ADD CONSTRAINT pedidos_contains_check CHECK (
  NOT jsonb_path_exists(itens, '$[*].contains ? (!(@.type() == "number" && @ >= 1 && @ == @.floor()))')
);
