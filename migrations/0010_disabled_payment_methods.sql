-- Custom payment methods that the administrator switched off; the form offers them again.
ALTER TABLE settings
  ADD COLUMN disabled_payment_methods jsonb NOT NULL DEFAULT '[]'
    CHECK (is_text_list(disabled_payment_methods, 100));
