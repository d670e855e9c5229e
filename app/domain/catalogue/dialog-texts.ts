import { mapProductTexts, type ProductText } from "#app/shared/product-fields.ts";

type Described = Record<ProductText, string> & { version: number };

/** Texts of a product that only its dialog shows, of one version of the product. */
export type DialogTexts = Omit<Described, "short_desc">;

export function selectTexts(product: Described): DialogTexts {
  const { short_desc, ...texts } = mapProductTexts((name) => product[name]);
  return { ...texts, version: product.version };
}
