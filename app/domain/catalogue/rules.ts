/** The only category whose address is not its slug. */
const pulps = "polpas";
export const pulpsSegment = "polpas-de-frutas";

/** The page of a category; of none the page of all. */
export function categoryPath(slug: string | null): string {
  return slug ? `/produtos/${slug === pulps ? pulpsSegment : slug}` : "/produtos";
}

/** The slug of the category at "/produtos/{segment}", if there is one. */
export function categoryAtPath(segment: string): string | undefined {
  if (segment === pulps) return undefined;
  return segment === pulpsSegment ? pulps : segment;
}

/** Returns the name of a category in tabs and tiles. */
export function categoryLabel({ name, short_name }: { name: string; short_name: string }): string {
  return short_name || name;
}

/** Letters of a short description that two lines of a card show on a phone. */
export const cardTextLength = 38;

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
  return `${categoryPath(product.category)}?produto=${encodeURIComponent(product.slug)}`;
}

export const weighedNote = "Preço por kg; o valor final sai na pesagem";

/** '1 produto', '12 produtos' */
export function formatProductCount(count: number): string {
  return count === 1 ? "1 produto" : `${count} produtos`;
}
