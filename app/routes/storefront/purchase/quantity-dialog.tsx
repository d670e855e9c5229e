import { optionOf } from "#app/domain/cart/rules.ts";
import { nameUnit, priceOption } from "#app/domain/catalogue/quote.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Price } from "#app/ui/price.tsx";
import type { WantedQuantity } from "./cart-context.tsx";

type QuantityDialogProps = {
  wanted: WantedQuantity;
  apply: () => void;
  onClose: () => void;
};

/** Mounted while an unusually large quantity has to be confirmed. */
export function QuantityDialog({ wanted, apply, onClose }: QuantityDialogProps) {
  const { product, quantity } = wanted;
  const count = quantity.toLocaleString("pt-BR");
  const confirm = () => {
    apply();
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title="Confirmar quantidade">
      <div className="flex flex-col gap-6 p-5 md:p-8">
        <p>
          São {count} × {product.name}, vendido por {nameUnit(product)}, no valor de{" "}
          <Price cents={priceOption(optionOf(product), quantity).total} className="font-bold" />.
          Está certo?
        </p>
        <div className="flex flex-wrap gap-2">
          <Button onClick={confirm}>Sim, são {count}</Button>
          <Button variant="outline" onClick={onClose}>
            Corrigir
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
