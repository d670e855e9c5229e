/**
 * Free texts of a product. Labels, API schemas, form and defaults follow from this record; the database schema, the
 * form's inputs, the product dialog and the demo data do not compile without an entry for each text.
 */
export const productTexts = {
  short_desc: { label: "Descrição Curta", maxLength: 5000 },
  long_desc: { label: "Descrição Completa", maxLength: 50_000 },
  ingredients: { label: "Ingredientes e alergênicos", maxLength: 2000 },
} as const;

export type ProductText = keyof typeof productTexts;

const productTextNames = Object.keys(productTexts) as ProductText[];

/** One value per text of a product, computed from its name. */
export function mapProductTexts<Value>(toValue: (name: ProductText) => Value) {
  const entries = productTextNames.map((name) => [name, toValue(name)]);
  return Object.fromEntries(entries) as Record<ProductText, Value>;
}

export const emptyProductTexts = mapProductTexts(() => "");
