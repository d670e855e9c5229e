import type { Product } from "#app/domain/catalogue/schema.ts";
import { ProductCard } from "./product-card.tsx";

type ProductGridProps = {
  products: readonly Product[];
  /** How many of the first pictures are not put off, because they are seen without scrolling. */
  seenAtOnce?: number;
};

/** Products two in a row on phones, up to four on wide windows. */
export function ProductGrid({ products, seenAtOnce = 0 }: ProductGridProps) {
  return (
    <ul className="grid grid-cols-2 gap-x-3 gap-y-9 md:grid-cols-3 md:gap-x-6 md:gap-y-12 lg:grid-cols-4">
      {products.map((product, index) => (
        <li key={product.id} className="row-span-4 grid grid-rows-subgrid">
          <ProductCard product={product} priority={index < seenAtOnce} />
        </li>
      ))}
    </ul>
  );
}
