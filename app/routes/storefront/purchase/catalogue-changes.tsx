import type { CartItems } from "#app/domain/orders/cart/rules.ts";
import type { LineChange } from "#app/domain/orders/line-schema.ts";
import { formatQuantity, type SaleUnit } from "#app/shared/units.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Price } from "#app/ui/price.tsx";

type ChangeListProps = { lines: readonly LineChange[]; items: CartItems };

/** The ordered lines that the catalogue changed since, old and new. */
export function ChangeList({ lines, items }: ChangeListProps) {
  return (
    <ul className="my-2 flex flex-col gap-2">
      {lines.map((line) => (
        <li key={`${line.product_id} ${line.unit}`}>
          <span className="font-semibold">
            {items.find(({ product }) => product.id === line.product_id)?.product.name ??
              line.product_name ??
              "Produto"}
          </span>
          <ChangeNotice change={line} />
        </li>
      ))}
    </ul>
  );
}

/** The change of a line since it was put into the cart. */
export function ChangeNotice({ change }: { change: LineChange }) {
  const isCheaper =
    change.reason === "price-changed" && (change.price_now ?? 0) < change.price_seen;
  return (
    <p
      className={classNames(
        "flex items-start gap-1.5 font-medium",
        isCheaper ? "text-success-ink" : "text-danger-ink",
      )}
    >
      <span
        aria-hidden
        className={classNames(
          isCheaper ? "icon-[lucide--tag]" : "icon-[lucide--circle-alert]",
          "mt-1 size-4 shrink-0",
        )}
      />
      <span>
        <ChangeText change={change} />
      </span>
    </p>
  );
}

function ChangeText({ change }: { change: LineChange }) {
  const { reason, price_seen: before, price_now: now, unit_now: unit } = change;
  if (reason === "hidden" || reason === "unknown" || now === null) return "Não está mais à venda";
  if (!change.available) return "Esgotado";
  if (reason === "unit-changed" && unit) {
    return (
      <>
        Antes <OldPrice amount={before} unit={change.unit} />, agora <Price amount={now} /> por{" "}
        {unit}; a quantidade volta a {formatQuantity(change.option_now?.minimum ?? 1)}
      </>
    );
  }
  return (
    <>
      De <OldPrice amount={before} /> por <Price amount={now} />
    </>
  );
}

function OldPrice({ amount, unit }: { amount: number; unit?: SaleUnit }) {
  return (
    <s>
      <Price amount={amount} />
      {unit && ` por ${unit}`}
    </s>
  );
}
