-- What a customer may add to an order: a note, and what the shop does when an item is missing. Both are part of
-- `cliente_info`, so that `without_person` removes them with the rest of the customer's data.
ALTER TABLE pedidos
  ADD CONSTRAINT pedidos_note_check CHECK (
    coalesce(jsonb_typeof(cliente_info -> 'note') = 'string' AND char_length(cliente_info ->> 'note') BETWEEN 1 AND 500, true)
  ),
  ADD CONSTRAINT pedidos_if_missing_check CHECK (
    coalesce(cliente_info -> 'if_missing' IN ('"ligar"', '"trocar"', '"tirar"'), true)
  ),
  -- A line of a product that was priced after weighing when it was ordered: its amount is an estimate.
  ADD CONSTRAINT pedidos_variable_weight_check CHECK (
    NOT jsonb_path_exists(itens, '$[*].variable_weight ? (@.type() != "boolean")')
  );
