import { noPageTexts } from "./company-schema.ts";

type Fields = Record<string, unknown>;

/** The settings that the audit log has of 1.0.0, with the columns that this version has instead of former ones. */
export function toCurrentSettings(logged: Fields): Fields {
  if (!("home_claims" in logged)) return logged;
  const { disabled_payment_methods, payment_terms, ...kept } = logged;
  const { page_texts, home_claims, contact_claim, testimonial } = kept;
  const parts = Object.entries({ home_claims, contact_claim, testimonial }).filter(
    ([, value]) => value,
  );
  return {
    ...kept,
    payment_terms: { ...toTerms(disabled_payment_methods), ...(payment_terms as object) },
    page_texts:
      page_texts || parts.length > 0
        ? { ...noPageTexts, ...(page_texts as object), ...Object.fromEntries(parts) }
        : null,
    hero_image_url:
      logged.hero_image_url ?? logged.hero_image_wide_url ?? logged.hero_image_tall_url ?? null,
  };
}

/** A custom payment method that was switched off is known by its terms. */
function toTerms(disabledMethods: unknown): Fields {
  const names = (disabledMethods ?? []) as string[];
  return Object.fromEntries(names.map((name) => [name, { audience: "all", days: 0 }]));
}
