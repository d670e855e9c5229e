import type { ReactNode } from "react";
import { perUnit } from "#app/domain/catalogue/options/quote.ts";
import { weighedNote } from "#app/domain/catalogue/rules.ts";
import type { DeliverySettings } from "#app/domain/company/schema.ts";
import { type CartItems, quoteItem } from "#app/domain/orders/cart/rules.ts";
import {
  computeOrderAmounts,
  minimumOrderMessage,
  type OrderAmounts,
} from "#app/domain/orders/rules.ts";
import { totalLabel } from "#app/domain/orders/texts.ts";
import { maxOrderLines } from "#app/shared/limits.ts";
import { formatCents } from "#app/shared/money.ts";
import { formatQuantity } from "#app/shared/units.ts";
import { Picture } from "#app/ui/picture.tsx";
import { Price } from "#app/ui/price.tsx";

export function computeAmounts(items: CartItems, delivery: DeliverySettings): OrderAmounts {
  return computeOrderAmounts(
    items.map((item) => ({ price: quoteItem(item).price, quantity: item.quantity })),
    delivery,
  );
}

/** Returns a sentence for the visitor about why the cart cannot be ordered; undefined when it can. */
export function describeOrderObstacle(
  items: CartItems,
  delivery: DeliverySettings,
): string | undefined {
  if (items.length > maxOrderLines) {
    return `Um pedido leva no máximo ${maxOrderLines} produtos diferentes.`;
  }
  const missing = computeAmounts(items, delivery).missingForMinimum;
  return missing > 0
    ? `${minimumOrderMessage(delivery)}. Faltam ${formatCents(missing)}.`
    : undefined;
}

type AmountsProps = {
  amounts: Pick<OrderAmounts, "items" | "deliveryFee" | "total">;
  items: CartItems;
  /** A seller who charges no delivery shows the total alone. */
  showDelivery: boolean;
};

export function Amounts({ amounts, items, showDelivery }: AmountsProps) {
  return (
    <dl aria-live="polite" className="grid gap-1 tabular-nums">
      {showDelivery && (
        <>
          <Row name="Subtotal">
            <Price cents={amounts.items} />
          </Row>
          <Row name="Entrega">
            {amounts.deliveryFee > 0 ? (
              <Price cents={amounts.deliveryFee} />
            ) : (
              <span className="font-semibold text-success-ink">Grátis</span>
            )}
          </Row>
        </>
      )}
      <Row name={cartTotalLabel(items)} className="text-xl font-bold">
        <Price cents={amounts.total} />
      </Row>
    </dl>
  );
}

/** 'Total estimado' while a product is to be weighed. */
export function cartTotalLabel(items: CartItems): string {
  return totalLabel(items.map(({ product }) => ({ variable_weight: product.isWeighed })));
}

type RowProps = { name: string; className?: string; children: ReactNode };

function Row({ name, className, children }: RowProps) {
  return (
    <div className={`flex items-baseline justify-between gap-4 ${className ?? ""}`}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type FreeDeliveryProps = { amounts: OrderAmounts; delivery: DeliverySettings };

/** The amount that is missing for free delivery, when the seller offers it. */
export function FreeDelivery({ amounts, delivery }: FreeDeliveryProps) {
  if (delivery.delivery_fee <= 0 || delivery.free_delivery_minimum <= 0) return null;
  const missing = amounts.missingForFreeDelivery;
  const share = missing === 0 ? 1 : amounts.items / (amounts.items + missing);
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex items-center gap-2 font-medium">
        <span className="icon-[lucide--truck] size-5 shrink-0 text-success-ink" aria-hidden />
        {missing > 0
          ? `Faltam ${formatCents(missing)} para entrega grátis`
          : "Sua entrega é grátis"}
      </p>
      <ProgressBar share={share} />
    </div>
  );
}

/** `share` is from 0 to 1. Decorative: the text beside it says the same. */
function ProgressBar({ share }: { share: number }) {
  return (
    <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-secondary">
      <div
        className="h-full origin-left rounded-full bg-success-ink transition-transform"
        style={{ transform: `scaleX(${share})` }}
      />
    </div>
  );
}

/** The lines of an order: quantity, product and amount. */
export function OrderItems({ items }: { items: CartItems }) {
  return (
    <ul className="flex flex-col gap-3">
      {items.map((item) => (
        <li
          key={`${item.product.id} ${item.selectedOption}`}
          className="flex flex-wrap items-center justify-end gap-x-3"
        >
          <Picture
            src={item.product.image}
            alt=""
            width={48}
            height={48}
            sizes="48px"
            className="aspect-square w-12! shrink-0 rounded-sm"
          />
          <span className="min-w-0 grow basis-28 leading-snug">
            {formatQuantity(item.quantity)} × {item.product.name}
            <span className="block text-muted">
              <Price amount={quoteItem(item).price} /> {perUnit(item.product)}
              {item.product.isWeighed && `. ${weighedNote}`}
            </span>
          </span>
          <Price cents={quoteItem(item).total} />
        </li>
      ))}
    </ul>
  );
}
