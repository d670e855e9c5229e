import type { SoldProduct } from "#app/domain/cart/rules.ts";

/** The product without the texts that rows and lists do not show. */
export function toSoldProduct(product: SoldProduct): SoldProduct {
  const { id, title, short_desc, category, images, price, stock, specs, sale_options } = product;
  return {
    ...{ id, title, short_desc, category, price, stock, specs, sale_options },
    images: images.slice(0, 1),
  };
}
