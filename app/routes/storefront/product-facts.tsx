import { saleUnitText } from "#app/domain/catalogue/packaging.ts";
import { isAvailable } from "#app/domain/catalogue/rules.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Rating } from "#app/ui/rating.tsx";

/** Rating and availability on one line. */
export function ProductFacts({ product }: { product: Product }) {
  const available = isAvailable(product);
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-3">
      <Rating value={product.specs.rating} />
      <span
        className={classNames(
          "inline-flex items-center gap-1.5",
          available ? "text-success-ink" : "text-muted",
        )}
      >
        <span className="size-2 rounded-full bg-current" aria-hidden />
        {available ? "Disponível" : "Esgotado"}
      </span>
    </p>
  );
}

/** "por caixa · 48 unidades" */
export function ProductUnit({ product }: { product: Product }) {
  const { category, specs } = product;
  return <p className="text-muted">{saleUnitText({ category, ...specs })}</p>;
}
