import type { Product } from "#app/domain/catalogue/schema.ts";
import type { Sort } from "#app/routes/admin/ui/data-table.tsx";

const text = new Intl.Collator("pt-BR", { numeric: true });

const comparisons: Record<string, (one: Product, other: Product) => number> = {
  product: (one, other) => text.compare(one.title, other.title),
  category: (one, other) => text.compare(one.category ?? "", other.category ?? ""),
  price: (one, other) => one.price - other.price,
  stock: (one, other) => one.stock - other.stock,
  status: (one, other) => Number(other.visible) - Number(one.visible),
};

/** "price" and "-price" of the URL; undefined for the shop's own order. */
export function readSort(parameter: string): Sort | undefined {
  const descending = parameter.startsWith("-");
  const key = descending ? parameter.slice(1) : parameter;
  return Object.hasOwn(comparisons, key) ? { key, descending } : undefined;
}

/** The URL's value after a press on a column's header: ascending, descending, the shop's own order. */
export function nextSort(current: Sort | undefined, key: string): string {
  if (current?.key !== key) return key;
  return current.descending ? "" : `-${key}`;
}

export function sortProducts(
  products: readonly Product[],
  sort: Sort | undefined,
): readonly Product[] {
  const compare = sort && comparisons[sort.key];
  if (!compare) return products;
  const sign = sort.descending ? -1 : 1;
  return [...products].sort((one, other) => sign * compare(one, other));
}
