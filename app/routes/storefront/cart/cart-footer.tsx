import { useState } from "react";
import { acceptChanges } from "#app/domain/cart/changes.ts";
import type { CartItems } from "#app/domain/cart/rules.ts";
import type { ChangedLine } from "#app/domain/orders/schema.ts";
import { Button } from "#app/ui/button.tsx";
import { Amounts, FreeDelivery } from "./amounts.tsx";
import { useCartActions } from "./cart-context.tsx";
import type { CartSettings } from "./cart-settings.ts";
import { amountsOf, obstacleOf } from "./obstacle.ts";

type CartFooterProps = {
  items: CartItems;
  changes: readonly ChangedLine[];
  settings: CartSettings;
  onProceed: () => Promise<void>;
};

/** The sums and the way to the checkout, or what stands in it. */
export function CartFooter({ items, changes, settings, onProceed }: CartFooterProps) {
  const { replaceItems } = useCartActions();
  const [isOpening, setOpening] = useState(false);
  const delivery = settings.delivery_settings;
  const amounts = amountsOf(items, delivery);
  const obstacle = obstacleOf(items, delivery);
  const proceed = async () => {
    setOpening(true);
    await onProceed();
    setOpening(false);
  };
  return (
    <div className="flex flex-col gap-3">
      <FreeDelivery amounts={amounts} delivery={delivery} />
      <Amounts amounts={amounts} delivery={delivery} />
      {changes.length > 0 ? (
        <>
          <p role="status" className="font-medium">
            O catálogo mudou desde que você escolheu. Veja na lista o que era e o que é agora.
          </p>
          <Button
            size="lg"
            look="accent"
            onClick={() => replaceItems((current) => acceptChanges(current, changes))}
          >
            Aceitar mudanças
          </Button>
        </>
      ) : (
        <>
          {obstacle && (
            <p role="status" className="font-medium text-danger-ink">
              {obstacle}
            </p>
          )}
          <Button
            size="lg"
            disabled={obstacle !== undefined}
            pending={isOpening}
            onClick={() => void proceed()}
          >
            Finalizar Pedido
          </Button>
        </>
      )}
    </div>
  );
}
