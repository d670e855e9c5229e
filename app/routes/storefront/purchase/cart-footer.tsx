import { useState } from "react";
import { applyCartChanges } from "#app/domain/cart/changes.ts";
import type { CartItems } from "#app/domain/cart/rules.ts";
import type { LineChange } from "#app/domain/orders/schema.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Amounts, FreeDelivery } from "./amounts.tsx";
import { useCartActions } from "./cart-context.tsx";
import type { CartSettings } from "./cart-settings.ts";
import { amountsOf, obstacleOf } from "./obstacle.ts";

type CartFooterProps = {
  items: CartItems;
  changes: readonly LineChange[];
  settings: CartSettings;
  onProceed: () => Promise<void>;
};

/** The sums and the way to the checkout, or what stands in it. */
export function CartFooter({ items, changes, settings, onProceed }: CartFooterProps) {
  const { replaceItems } = useCartActions();
  const [isOpening, setOpening] = useState(false);
  const delivery = settings.delivery_settings;
  const hasChanged = changes.length > 0;
  const amounts = amountsOf(applyCartChanges(items, changes), delivery);
  const obstacle = hasChanged ? undefined : obstacleOf(items, delivery);
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
      {/* One button for both, so that accepting leaves the focus where the next step is. */}
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
