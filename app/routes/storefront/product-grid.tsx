import type { Product } from "#app/domain/catalogue/schema.ts";
import { classNames } from "#app/ui/class-names.ts";
import { ProductCard } from "./product-card.tsx";

type ProductGridProps = {
  products: readonly Product[];
  /** A single row of four, two by two on phones. */
  single?: boolean;
};

/** Products two in a row on phones, up to four on wide windows. */
export function ProductGrid({ products, single = false }: ProductGridProps) {
  return (
    <ul
      className={classNames(
        "grid grid-cols-2 gap-x-3 gap-y-9 md:gap-y-12 lg:grid-cols-4 lg:gap-x-6",
        single ? "md:grid-cols-4" : "md:grid-cols-3 md:gap-x-6",
      )}
    >
      {products.map((product) => (
        <li key={product.id} className="row-span-4 grid grid-rows-subgrid">
          <ProductCard product={product} />
        </li>
      ))}
    </ul>
  );
}
