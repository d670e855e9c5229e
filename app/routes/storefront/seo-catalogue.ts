import type { MetaDescriptor } from "react-router";
import { categoryPath, productPath } from "#app/domain/catalogue/rules.ts";
import type { Category, Product } from "#app/domain/catalogue/schema.ts";
import { siteMeta } from "./seo.ts";
import {
  breadcrumbData,
  categoryTrail,
  listData,
  productData,
  type Site,
} from "./structured-data.ts";

export function categoriesMeta(
  site: Site | undefined,
  categories: readonly Category[],
): MetaDescriptor[] {
  const entries = categories.map(({ name, slug }) => ({ name, path: categoryPath(slug) }));
  return siteMeta(site, {
    title: "Produtos",
    description: `${categories.map((category) => category.name).join(", ")}: veja preços e disponibilidade e monte seu pedido.`,
    path: "/produtos",
    structuredData: site && [
      breadcrumbData(site, [{ name: "Produtos", path: "/produtos" }]),
      listData(site, entries),
    ],
  });
}

export function categoryMeta(
  site: Site | undefined,
  category: Category,
  products: readonly Product[],
): MetaDescriptor[] {
  const entries = products.map((product) => ({ name: product.title, path: productPath(product) }));
  return siteMeta(site, {
    title: category.name,
    description: category.description,
    path: categoryPath(category.slug),
    image: category.image_url,
    structuredData: site && [
      breadcrumbData(site, categoryTrail(category)),
      listData(site, entries),
    ],
  });
}

export function productMeta(
  site: Site | undefined,
  product: Product,
  category: Category,
): MetaDescriptor[] {
  return siteMeta(site, {
    title: product.title,
    description: product.short_desc || product.long_desc,
    path: productPath(product),
    image: product.images[0],
    type: "product",
    structuredData: site && [
      productData(site, product, category),
      breadcrumbData(site, categoryTrail(category, product)),
    ],
  });
}
