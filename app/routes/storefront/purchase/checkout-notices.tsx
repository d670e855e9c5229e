import type { Ref } from "react";
import { applyCartChanges } from "#app/domain/cart/changes.ts";
import type { CartItems } from "#app/domain/cart/rules.ts";
import type { LineChange } from "#app/domain/orders/schema.ts";
import { useCartActions } from "./cart-context.tsx";
import { CatalogueChanges } from "./catalogue-changes.tsx";
import { SetbackNotice } from "./setback-notice.tsx";
import type { Setback } from "./use-order-sending.ts";

type CheckoutNoticesProps = {
  items: CartItems;
  /** Lines that changed while the form was being filled in; they are asked about before sending. */
  changes: readonly LineChange[];
  question: Ref<HTMLDivElement>;
  setback: Setback | undefined;
  /** Called once the visitor has agreed to changes. */
  onAccepted: () => void;
  onKeepEarlier: (orderNumber: number) => void;
  onSendAnother: () => void;
};

/** What stands between the form and the order, above the button that sends. */
export function CheckoutNotices({
  items,
  changes,
  question,
  setback,
  ...on
}: CheckoutNoticesProps) {
  const { replaceItems } = useCartActions();
  const about = {
    nameOf: (line: LineChange) =>
      items.find((item) => item.product.id === line.product_id)?.product.name ??
      line.product_name ??
      "Produto",
    onAccept(lines: readonly LineChange[]) {
      replaceItems((current) => applyCartChanges(current, lines));
      on.onAccepted();
    },
  };
  return (
    <>
      {/* Said without taking the focus out of the field that is being filled in. */}
      <div role="status" className="empty:hidden">
        {changes.length > 0 && (
          <div
            ref={question}
            tabIndex={-1}
            className="max-h-[38dvh] overflow-y-auto rounded-md bg-sunken p-3"
          >
            <CatalogueChanges lines={changes} {...about} />
          </div>
        )}
      </div>
      {setback && (
        <SetbackNotice
          setback={setback}
          {...about}
          onKeepEarlier={on.onKeepEarlier}
          onSendAnother={on.onSendAnother}
        />
      )}
    </>
  );
}
