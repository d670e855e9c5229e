import { useEffect, useState } from "react";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { cachedProductsPath } from "#app/shared/paths.ts";
import { mapProductTexts, type ProductText } from "#app/shared/product-fields.ts";
import { fetchItems } from "./fetch-products.ts";

/** The texts of the dialogs that were opened, by product id. */
const loaded = new Map<string, DialogTexts>();

/**
 * The product with the texts that lists leave out. They are those of `opened` if it is the same product, else they are
 * fetched. Until they are there, the dialog shows the short description.
 */
export function useProductTexts(
  product: Product | undefined,
  opened: Product | undefined,
): Product | undefined {
  const [, setLoaded] = useState<DialogTexts>();
  const given = opened && opened.id === product?.id ? selectTexts(opened) : undefined;
  const known = [loaded.get(product?.id ?? ""), given].filter((texts) => texts !== undefined);
  const texts = known.sort((one, other) => other.version - one.version)[0];
  const missing = product && texts?.version !== product.version ? product : undefined;
  const { id, version } = missing ?? {};
  useEffect(() => {
    // A dialog stays open when its product is hidden, and needs the texts.
    if (opened) loaded.set(opened.id, selectTexts(opened));
  }, [opened]);
  useEffect(() => {
    if (id === undefined || version === undefined) return;
    fetchTexts(id).then(
      (found) => {
        loaded.set(id, found);
        setLoaded(found);
      },
      (error) => console.warn("the product's texts could not be loaded", error),
    );
  }, [id, version]);
  return product && texts ? { ...product, ...texts, version: product.version } : product;
}

async function fetchTexts(id: string): Promise<DialogTexts> {
  const product = await fetchProduct(id).catch(() => findCachedProduct(id));
  if (!product) throw new Error("the product is not on sale");
  return selectTexts(product);
}

async function fetchProduct(id: string): Promise<Product | undefined> {
  return (await fetchItems<Product>(`/api/products?ids=${id}`))[0];
}

type Described = Record<ProductText, string> & Pick<Product, "food" | "version">;

/** Texts of a product that only its dialog shows, of one version of the product. */
type DialogTexts = Omit<Described, "short_desc">;

function selectTexts(product: Described): DialogTexts {
  const { short_desc, ...texts } = mapProductTexts((name) => product[name]);
  return { ...texts, food: product.food, version: product.version };
}

/** The products that this browser has cached for use without connection, with all texts. */
export function readCachedProducts(): Promise<Product[]> {
  return fetchItems(cachedProductsPath);
}

async function findCachedProduct(id: string): Promise<Product | undefined> {
  return (await readCachedProducts()).find((product) => product.id === id);
}
