import { useEffect, useRef } from "react";
import { changeFor } from "#app/domain/cart/changes.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { useCart } from "./cart-context.tsx";
import { CartFooter } from "./cart-footer.tsx";
import { CartLine } from "./cart-line.tsx";
import type { CartSettings } from "./cart-settings.ts";
import { Reassurance } from "./reassurance.tsx";
import { SentNotice } from "./sent-notice.tsx";
import { useCartChanges } from "./use-cart-changes.ts";

type CartDialogProps = {
  open: boolean;
  onClose: () => void;
  onProceed: () => Promise<void>;
  onShown: () => void;
  settings: CartSettings;
};

export function CartDialog({ open, onClose, onProceed, onShown, settings }: CartDialogProps) {
  const { items, totalItems, clearCart } = useCart();
  const changes = useCartChanges(open, items);
  const isFilled = items.length > 0;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (open && isFilled) onShown();
  }, [open, isFilled, onShown]);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Seu carrinho"
      placement="right"
      footer={
        isFilled && (
          <CartFooter items={items} changes={changes} settings={settings} onProceed={onProceed} />
        )
      }
    >
      {isFilled ? (
        <div className="px-5 md:px-8">
          {open && <SentNotice />}
          <div className="flex items-center justify-between pt-2">
            <p className="text-muted">
              {totalItems === 1 ? "1 item" : `${totalItems.toLocaleString("pt-BR")} itens`}
            </p>
            <Button look="ghost" className="-mr-4 text-muted" onClick={clearCart}>
              Limpar carrinho
            </Button>
          </div>
          <ul ref={list} tabIndex={-1} aria-label="Itens do carrinho">
            {items.map((item) => (
              <CartLine
                key={`${item.product.id} ${item.selectedOption}`}
                item={item}
                change={changeFor(item, changes)}
                onSettled={() => list.current?.focus({ preventScroll: true })}
              />
            ))}
          </ul>
          <Reassurance paymentMethods={settings.payment_methods} />
        </div>
      ) : (
        <EmptyState icon="icon-[lucide--shopping-cart]" title="Seu carrinho está vazio">
          <p className="text-muted">Escolha polpas, frutas, gelo ou pescados e volte aqui.</p>
          <ButtonLink ref={focusOnce} to="/produtos" onClick={onClose}>
            Ver produtos
          </ButtonLink>
        </EmptyState>
      )}
    </Dialog>
  );
}

/** The last line took the focus with it when it left. */
function focusOnce(link: HTMLAnchorElement | null) {
  link?.focus();
}
