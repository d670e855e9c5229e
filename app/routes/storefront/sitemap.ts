import type { Category } from "#app/domain/catalogue/category-schema.ts";
import { categoryPath, productPath } from "#app/domain/catalogue/rules.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { absoluteUrl, escapeXml } from "#app/domain/company/seo.ts";
import type { Recipe } from "#app/domain/recipes/schema.ts";
import { recipePath } from "#app/shared/paths.ts";

type Entry = { path: string; changed?: string; images?: readonly (string | null)[] };

export type SitemapContents = {
  categories: readonly Pick<Category, "slug" | "image_url">[];
  products: readonly Pick<Product, "slug" | "category" | "images" | "updated_at">[];
  recipes: readonly Pick<Recipe, "slug" | "image_url" | "updated_at">[];
};

/** Every public address, with its pictures and the time of its last change if known. */
export function sitemapXml(origin: string, contents: SitemapContents): string {
  const entries = [
    ...pageEntries(contents),
    ...productEntries(contents),
    ...recipeEntries(contents),
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">',
    ...entries.map((entry) => urlElement(origin, entry)),
    "</urlset>",
    "",
  ].join("\n");
}

function pageEntries({ categories, products, recipes }: SitemapContents): Entry[] {
  return [
    { path: "/", changed: latest([...products, ...recipes]) },
    { path: "/produtos", changed: latest(products) },
    ...categories.map(({ slug, image_url }) => ({
      path: categoryPath(slug),
      changed: latest(products.filter((product) => product.category === slug)),
      images: [image_url],
    })),
    { path: "/pedido-rapido", changed: latest(products) },
    { path: "/receitas", changed: latest(recipes) },
    { path: "/sobre" },
    { path: "/contato" },
    { path: "/politicas" },
  ];
}

// A product without a category has no page.
function productEntries({ products }: SitemapContents): Entry[] {
  return products
    .filter(({ category }) => category !== null)
    .map((product) => ({
      path: productPath(product),
      changed: product.updated_at,
      images: product.images,
    }));
}

function recipeEntries({ recipes }: SitemapContents): Entry[] {
  return recipes.map((recipe) => ({
    path: recipePath(recipe),
    changed: recipe.updated_at,
    images: [recipe.image_url],
  }));
}

function latest(rows: readonly { updated_at: string }[]): string | undefined {
  return rows.map((row) => row.updated_at).reduce<string | undefined>(later, undefined);
}

function later(left: string | undefined, right: string): string {
  return left && left > right ? left : right;
}

function urlElement(origin: string, { path, changed, images = [] }: Entry): string {
  const address = (value: string) => escapeXml(absoluteUrl(origin, value));
  const pictures = images.map((image) =>
    image ? `<image:image><image:loc>${address(image)}</image:loc></image:image>` : "",
  );
  const lastmod = changed ? `<lastmod>${escapeXml(changed)}</lastmod>` : "";
  return `<url><loc>${address(path)}</loc>${lastmod}${pictures.join("")}</url>`;
}
