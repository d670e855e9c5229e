-- What the shop says of itself on its pages is one column.
ALTER TABLE settings DROP CONSTRAINT settings_page_texts_check;
UPDATE settings SET page_texts = '{
    "categories_title": "", "premium_text": "", "steps_title": "", "steps": [], "about_title": "", "strengths": [],
    "help_text": "", "footer_line": "", "contact_intro": ""
  }'::jsonb || coalesce(page_texts, '{}') || jsonb_build_object(
    'contact_claim', coalesce(contact_claim, '{"number": "", "label": ""}'),
    'home_claims', coalesce(home_claims, '[]'),
    'testimonial', coalesce(testimonial, '{"quote": "", "author": ""}')
  )
WHERE coalesce(page_texts, contact_claim, home_claims, testimonial) IS NOT NULL;
ALTER TABLE settings DROP COLUMN contact_claim, DROP COLUMN home_claims, DROP COLUMN testimonial;
ALTER TABLE settings ADD CONSTRAINT settings_page_texts_check
  CHECK (jsonb_typeof(page_texts) = 'object' AND octet_length(page_texts::text) <= 100000);
