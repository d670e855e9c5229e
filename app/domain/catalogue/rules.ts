/** The four fixed categories: where each one lives and what its tab says. */
export const categoryPages = [
  { slug: "polpas", path: "/produtos/polpas-de-frutas", tab: "Polpas" },
  { slug: "frutas-congeladas", path: "/produtos/frutas-congeladas", tab: "Frutas" },
  { slug: "gelo-saborizado", path: "/produtos/gelo-saborizado", tab: "Gelo" },
  { slug: "pescados", path: "/produtos/pescados", tab: "Pescados" },
] as const;

export type CategorySlug = (typeof categoryPages)[number]["slug"];

export function categoryPath(slug: string): string {
  return categoryPages.find((page) => page.slug === slug)?.path ?? "/produtos";
}

export function categoryAtPath(segment: string): CategorySlug | undefined {
  return categoryPages.find((page) => page.path === `/produtos/${segment}`)?.slug;
}

export function productPath(product: { slug: string; category: string | null }): string {
  return `${categoryPath(product.category ?? "")}?produto=${encodeURIComponent(product.slug)}`;
}

export function isAvailable(product: { stock: number }): boolean {
  return product.stock > 0;
}

/** "Açaí na tigela!" → "acai-na-tigela": spec point 4. */
export function slugify(title: string): string {
  return title
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .replace(/[^a-z0-9\s-]/g, "")
    .trim()
    .replace(/\s+/g, "-")
    .replace(/-+/g, "-");
}
