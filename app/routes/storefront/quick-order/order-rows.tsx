import { useId, useRef, useState } from "react";
import { describeSaleTerms } from "#app/domain/catalogue/options/describe-terms.ts";
import { quoteOption } from "#app/domain/catalogue/options/quote.ts";
import type { SaleOption } from "#app/domain/catalogue/options/sale-option-schema.ts";
import {
  hasDecimals,
  isOptionAvailable,
  readTypedQuantity,
} from "#app/domain/catalogue/options/sale-options.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type { SaleRow } from "#app/domain/orders/cart/pasted-list.ts";
import {
  isUnusualQuantity,
  type SellableProduct,
  setLine,
  toCartProduct,
} from "#app/domain/orders/cart/rules.ts";
import { formatQuantity } from "#app/shared/units.ts";
import { Price } from "#app/ui/price.tsx";
import { useCartActions, useCartQuantity } from "../purchase/cart-store.ts";

/**
 * A form of its own, like the search: browsers read all fields of a form, for autofill, at each key typed in it. The method
 * `dialog` makes Enter send nothing, also before the page reacts.
 */
export function OrderRows({ rows }: { rows: readonly SaleRow<Product>[] }) {
  return (
    <form method="dialog">
      <ul>
        {rows.map(({ product, option }) => (
          <li key={`${product.id} ${option.unit}`} className="border-b border-line">
            <OrderRow product={product} option={option} />
          </li>
        ))}
      </ul>
    </form>
  );
}

type OrderRowProps = { product: SellableProduct; option: SaleOption };

/** A product in one of its units: name, price at the quantity in the cart, and that quantity. */
function OrderRow({ product, option }: OrderRowProps) {
  const quantity = useCartQuantity(product.id, option.unit);
  const hintId = useId();
  const hint = describeSaleTerms(option);
  const isAvailable = isOptionAvailable(product.stock, option);
  const { price, label } = quoteOption(product, option, quantity);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_5.5rem] items-center gap-x-4 py-1.5 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_7rem_5.5rem] lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_7rem_5.5rem]">
      <p className="leading-snug font-semibold md:row-start-1">{product.title}</p>
      <p id={hintId} className="leading-snug md:contents">
        <Price
          amount={price}
          className="md:col-start-3 md:row-start-1 md:text-end md:font-semibold"
        />
        <span className="text-muted before:content-['_·_'] md:col-start-2 md:row-start-1 md:before:content-none">
          {label}
          {hint && ` · ${hint}`}
        </span>
      </p>
      <div className="max-md:col-start-2 max-md:row-span-2 max-md:row-start-1 md:col-start-4">
        {isAvailable ? (
          <QuantityField {...{ product, option, quantity, hintId }} />
        ) : (
          <span className="block text-end text-muted">Esgotado</span>
        )}
      </div>
    </div>
  );
}

type QuantityFieldProps = OrderRowProps & { quantity: number; hintId: string };

/**
 * The quantity in the cart, empty for none. Valid quantities are taken over while typing, others when the field is left:
 * rounded up, and unusually large ones after a confirmation.
 */
function QuantityField({ product, option, quantity, hintId }: QuantityFieldProps) {
  const { replaceItems, confirmQuantity } = useCartActions();
  const [draft, setDraft] = useState<string>();
  const [notice, setNotice] = useState("");
  const quantityBefore = useRef(0);
  const stock = Math.floor(product.stock / option.contains);
  const cartProduct = toCartProduct(product, option);
  const apply = (wanted: number) => replaceItems((items) => setLine(items, cartProduct, wanted));
  const type = (text: string) => {
    const { quantity: wanted, notice: problem } = readTypedQuantity(option, text);
    setDraft(text);
    setNotice("");
    if (problem) return;
    const isUnusual = isUnusualQuantity(wanted ?? 0, quantityBefore.current, stock);
    apply(isUnusual ? quantityBefore.current : (wanted ?? 0));
  };
  const leave = () => {
    const { quantity: wanted, notice: problem } = readTypedQuantity(option, draft ?? "");
    setDraft(undefined);
    if (problem)
      setNotice(`${wanted ? `Ajustado para ${formatQuantity(wanted)}. ` : ""}${problem}`);
    if (!wanted) return;
    confirmQuantity(
      {
        product: cartProduct,
        quantity: wanted,
        current: quantityBefore.current,
        stock,
      },
      () => apply(wanted),
    );
  };
  return (
    <>
      <input
        type="text"
        inputMode={hasDecimals(option) ? "decimal" : "numeric"}
        enterKeyHint="next"
        autoComplete="off"
        aria-label={`Quantidade de ${product.title}, ${option.unit}`}
        aria-describedby={hintId}
        value={draft ?? (quantity ? formatQuantity(quantity) : "")}
        onFocus={(event) => {
          quantityBefore.current = quantity;
          event.currentTarget.select();
        }}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={leave}
        className="min-h-11 w-full scroll-mt-20 scroll-mb-28 rounded-md border border-field bg-background px-2 text-center font-semibold tabular-nums"
      />
      <span role="status" className="block text-center leading-tight text-accent-ink empty:hidden">
        {notice}
      </span>
    </>
  );
}
