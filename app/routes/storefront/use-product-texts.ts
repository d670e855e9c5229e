import { useEffect, useState } from "react";
import { type DialogTexts, selectTexts } from "#app/domain/catalogue/dialog-texts.ts";
import { categoryPath } from "#app/domain/catalogue/rules.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { productTextsPath } from "#app/shared/paths.ts";

/** By product id, of the categories in which a dialog was opened. */
let loaded: Record<string, DialogTexts> = {};

/**
 * The product with the texts that category pages leave out (see `withoutTexts`), fetched for its whole category. Until they
 * are there, the dialog shows the short description.
 */
export function useProductTexts(product: Product | undefined): Product | undefined {
  const [, setLoaded] = useState(loaded);
  const bare = product && isBare(product) ? product : undefined;
  const texts = bare && loaded[bare.id];
  const missingIn = bare && texts?.version !== bare.version ? bare.category : undefined;
  useEffect(() => {
    if (!missingIn) return;
    fetchTexts(missingIn).then(
      () => setLoaded(loaded),
      (error) => console.warn("the product's texts could not be loaded", error),
    );
  }, [missingIn]);
  return product && texts ? { ...product, ...texts, version: product.version } : product;
}

/** Also true of a product without such texts. */
function isBare(product: Product): boolean {
  const { version, ...texts } = selectTexts(product);
  return Object.values(texts).every((text) => text === "");
}

async function fetchTexts(category: string): Promise<void> {
  const response = await fetch(productTextsPath(categoryPath(category)));
  if (!response.ok) throw new Error(`status ${response.status}`);
  loaded = { ...loaded, ...((await response.json()) as typeof loaded) };
}
