import { Link } from "react-router";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { ProductGrid } from "./product-grid.tsx";

/** A first few goods with their prices, ready for the cart. */
export function HomeProducts({ products }: { products: readonly Product[] }) {
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="para-comecar" className="shell pb-16 md:pb-24">
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 md:mb-8">
        <h2 id="para-comecar" className="text-3xl">
          Para começar o pedido
        </h2>
        <Link
          to="/produtos"
          className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-primary-ink hover:underline"
        >
          Ver todos os produtos
          <span className="icon-[lucide--arrow-right] size-5" aria-hidden />
        </Link>
      </div>
      <ProductGrid products={products} single />
    </section>
  );
}
