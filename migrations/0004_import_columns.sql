-- What each column of an imported file is, as a person chose it in a list; null: as the headings say.
ALTER TABLE product_imports ADD COLUMN chosen_columns jsonb;
