/** The four fixed categories: slug, page path and the label of the tab. */
export const categoryPages = [
  { slug: "polpas", path: "/produtos/polpas-de-frutas", tab: "Polpas" },
  { slug: "frutas-congeladas", path: "/produtos/frutas-congeladas", tab: "Frutas" },
  { slug: "gelo-saborizado", path: "/produtos/gelo-saborizado", tab: "Gelo" },
  { slug: "pescados", path: "/produtos/pescados", tab: "Pescados" },
] as const;

/** The pages in the order of the categories' slugs, which the administrator changes. */
export function orderCategoryPages(slugs: readonly string[] = []) {
  const rank = ({ slug }: { slug: string }) => {
    const index = slugs.indexOf(slug);
    return index < 0 ? slugs.length : index;
  };
  return [...categoryPages].sort((one, other) => rank(one) - rank(other));
}

export type CategorySlug = (typeof categoryPages)[number]["slug"];

export function categoryPath(slug: string): string {
  return categoryPages.find((page) => page.slug === slug)?.path ?? "/produtos";
}

export function categoryAtPath(segment: string): CategorySlug | undefined {
  return categoryPages.find((page) => page.path === `/produtos/${segment}`)?.slug;
}

/** Products on one page of a category. */
export const productsPerPage = 60;

/** The address of a page of a category, with the group of its products if there is one. */
export function pageAddress(path: string, page: number, group?: string): string {
  const query = new URLSearchParams({
    ...(group !== undefined && { grupo: group }),
    ...(page > 1 && { pagina: String(page) }),
  });
  const search = String(query);
  return search ? `${path}?${search}` : path;
}

export function productPath(product: { slug: string; category: string | null }): string {
  return `${categoryPath(product.category ?? "")}?produto=${encodeURIComponent(product.slug)}`;
}

/** The groups of products, in the order of the first product of each. */
export function listGroups(products: readonly { group: string | null }[]): string[] {
  const groups = products.flatMap(({ group }) => group ?? []);
  return [...new Set(groups)];
}

export const weighedNote = "Preço por kg; o valor final sai na pesagem";

/** '1 produto', '12 produtos' */
export function formatProductCount(count: number): string {
  return count === 1 ? "1 produto" : `${count} produtos`;
}
