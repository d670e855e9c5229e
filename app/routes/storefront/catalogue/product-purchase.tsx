import { quoteOption } from "#app/domain/catalogue/options/quote.ts";
import { isOptionAvailable } from "#app/domain/catalogue/options/sale-options.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { classNames } from "#app/ui/class-names.ts";
import { AddToCart } from "./add-to-cart.tsx";
import { choose, type OptionProps, useOption } from "./sale-options.tsx";

type ProductPurchaseProps = {
  product: Product;
  className?: string;
};

/** The choice of the sale option with `AddToCart`. */
export function ProductPurchase({ product, className }: ProductPurchaseProps) {
  const option = useOption(product);
  return (
    <div className={classNames("@container", className)}>
      <OptionChips product={product} option={option} />
      <AddToCart product={product} option={option} />
    </div>
  );
}

/** The units of a product; nothing if there is only one. Two lines each where there is little room. */
function OptionChips({ product, option }: OptionProps) {
  if (product.sale_options.length < 2) return null;
  return (
    <fieldset aria-label={`Opções de ${product.title}`} className="option-chips">
      {product.sale_options.map((one) => {
        const [name, contents] = quoteOption(product, one, 1).label.split(" · ");
        return (
          <button
            key={one.unit}
            type="button"
            aria-pressed={one.unit === option.unit}
            onClick={() => choose(product.id, one)}
            className={isOptionAvailable(product.stock, one) ? undefined : "line-through"}
          >
            {name}
            {contents && <span>{contents}</span>}
          </button>
        );
      })}
    </fieldset>
  );
}
