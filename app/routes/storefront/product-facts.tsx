import { saleUnitText } from "#app/domain/catalogue/packaging.ts";
import { isAvailable } from "#app/domain/catalogue/rules.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Rating } from "#app/ui/rating.tsx";

/** Rating and availability on one line. */
export function ProductFacts({ product, className }: { product: Product; className?: string }) {
  const available = isAvailable(product);
  return (
    <p className={classNames("flex flex-wrap items-center gap-x-4", className)}>
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

/** "por caixa · 48 unidades", broken at the dot alone. */
export function ProductUnit({ product }: { product: Product }) {
  const { category, specs } = product;
  const [unit, contents] = saleUnitText({ category, ...specs }).split(" · ");
  return (
    <p className="text-muted">
      <span className="whitespace-nowrap">
        {unit}
        {contents && " ·"}
      </span>{" "}
      {contents && <span className="whitespace-nowrap">{contents}</span>}
    </p>
  );
}
