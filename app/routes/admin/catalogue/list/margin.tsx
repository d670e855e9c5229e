import { useWatch } from "react-hook-form";
import {
  type Cost,
  formatCost,
  formatMargin,
  marginOf,
} from "#app/domain/catalogue/prices/costs.ts";
import type { ProductForm } from "#app/domain/catalogue/product-form.ts";
import { parseTypedAmount } from "#app/shared/typed-numbers.ts";

/** '42,5%'; a loss stands out. */
export function MarginText({ margin }: { margin: number }) {
  const tone = margin < 0 ? "font-semibold text-danger-ink" : "text-muted";
  return <span className={`tabular-nums ${tone}`}>{formatMargin(margin)}</span>;
}

/** The average cost of the product, and the margin of the typed price. */
export function TypedMargin({ cost }: { cost: Cost }) {
  const [price, unit] = useWatch<ProductForm, ["price", "unit"]>({ name: ["price", "unit"] });
  const amount = parseTypedAmount(price);
  const margin = amount > 0 ? marginOf(amount, cost) : undefined;
  return (
    <p className="text-muted">
      Custo médio {formatCost(cost)} por {unit}
      {margin !== undefined && (
        <>
          {" · margem "}
          <MarginText margin={margin} />
        </>
      )}
    </p>
  );
}
