/** Settings that every page contains. */
export const siteSettings = [
  "site_name",
  "logo",
  "seo_default",
  "hero_image_url",
  "hero_image_tall_url",
  "hero_image_wide_url",
  "premium_fruits_image_url",
  "phone",
  "email",
  "whatsapp",
  "payment_methods",
  "payment_terms",
  "delivery_settings",
  "legal_name",
  "cnpj",
  "address",
  "opening_hours",
  "social_links",
  "stage",
  "show_ratings",
] as const;

/** The settings that visitors may read. Every other one is private: the Pix key may be the owner's CPF. */
export const publicSettings = [
  ...siteSettings,
  "id",
  "policies",
  "colors",
  "disabled_payment_methods",
  "recipes_hero_title",
  "recipes_hero_subtitle",
  "recipes_hero_image_url",
  "about_page_content",
  "retention_months",
  "catalogue_feed",
  "service_types",
  "home_hero_title",
  "home_hero_text",
  "home_claims",
  "contact_claim",
  "page_texts",
  "testimonial",
  "version",
] as const;

/** A row with these columns only. */
export function pick<Row, Name extends keyof Row>(row: Row, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>;
}
