import { useState } from "react";
import { applyCartChanges } from "#app/domain/cart/changes.ts";
import type { CartItems } from "#app/domain/cart/rules.ts";
import type { LineChange } from "#app/domain/orders/rules.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { type CartSettings, useCartActions } from "./cart-context.tsx";
import { computeAmounts, describeOrderObstacle } from "./order-amounts.ts";
import { Amounts, FreeDelivery } from "./order-summary.tsx";

type CartFooterProps = {
  items: CartItems;
  changes: readonly LineChange[];
  settings: CartSettings;
  onProceed: () => Promise<void>;
};

/** The amounts and the way to the checkout, or why there is none yet. */
export function CartFooter({ items, changes, settings, onProceed }: CartFooterProps) {
  const { replaceItems } = useCartActions();
  const [isOpening, setOpening] = useState(false);
  const delivery = settings.delivery_settings;
  const hasChanged = changes.length > 0;
  const amounts = computeAmounts(applyCartChanges(items, changes), delivery);
  const obstacle = hasChanged ? undefined : describeOrderObstacle(items, delivery);
  const accept = () => replaceItems((current) => applyCartChanges(current, changes));
  const proceed = async () => {
    setOpening(true);
    await onProceed();
    setOpening(false);
  };
  return (
    <div className="flex flex-col gap-3">
      {!hasChanged && <FreeDelivery amounts={amounts} delivery={delivery} />}
      <Amounts amounts={amounts} showDelivery={delivery.delivery_fee > 0} />
      <p
        role="status"
        className={classNames("font-medium empty:hidden", obstacle && "text-danger-ink")}
      >
        {hasChanged
          ? "O catálogo mudou desde que você escolheu. Veja na lista o que era e o que é agora."
          : obstacle}
      </p>
      {/* One button for both, so that the focus stays on the next step after accepting. */}
      <Button
        size="lg"
        look={hasChanged ? "accent" : "primary"}
        disabled={obstacle !== undefined}
        pending={isOpening}
        onClick={hasChanged ? accept : () => void proceed()}
      >
        {hasChanged ? "Aceitar mudanças" : "Finalizar Pedido"}
      </Button>
    </div>
  );
}
