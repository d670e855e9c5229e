import { noPageTexts } from "./company-schema.ts";

type Fields = Record<string, unknown>;

/** The settings that the audit log has of 1.0.0, with the columns that this version has instead of former ones. */
export function toCurrentSettings(logged: Fields): Fields {
  if (!("home_claims" in logged)) return logged;
  const { page_texts, home_claims, contact_claim, testimonial } = logged;
  const parts = Object.entries({ home_claims, contact_claim, testimonial }).filter(
    ([, value]) => value,
  );
  return {
    ...logged,
    page_texts:
      page_texts || parts.length > 0
        ? { ...noPageTexts, ...(page_texts as object), ...Object.fromEntries(parts) }
        : null,
    hero_image_url:
      logged.hero_image_url ?? logged.hero_image_wide_url ?? logged.hero_image_tall_url ?? null,
  };
}
