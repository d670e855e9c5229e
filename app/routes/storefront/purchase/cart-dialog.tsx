import { useEffect, useRef, useState } from "react";
import { isPending } from "#app/client/order-queue-records.ts";
import { toast } from "#app/client/toast.ts";
import { useStore } from "#app/client/use-store.ts";
import { nameUnit, priceOption } from "#app/domain/catalogue/options/quote.ts";
import { applyCartChanges, changeFor } from "#app/domain/orders/cart/changes.ts";
import { type CartItems, optionOf, unitsText } from "#app/domain/orders/cart/rules.ts";
import type { LineChange } from "#app/domain/orders/line-schema.ts";
import { acceptedPaymentMethods } from "#app/domain/payments/methods.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { focusOnce } from "#app/ui/focus-once.ts";
import { Price } from "#app/ui/price.tsx";
import { lateComponent, useLateComponent } from "#app/ui/use-late-component.ts";
import { $adding, describeAdding } from "./adding-store.ts";
import { useCartChanges } from "./cart-changes.ts";
import { CartDelivery, CartLine } from "./cart-line.tsx";
import {
  $isAtCheckout,
  $orders,
  $unansweredKey,
  type CartSettings,
  describeCart,
  useCart,
  useCartActions,
  useCartStore,
  type WantedQuantity,
} from "./cart-store.ts";
import { useDeliveryTerms } from "./delivery-store.ts";
import { Amounts, computeAmounts, describeOrderObstacle, FreeDelivery } from "./order-summary.tsx";

type CartDialogsProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  settings: CartSettings;
};

const checkoutDialogs = lateComponent(
  () => import("./checkout-dialog.tsx"),
  ({ CheckoutDialogs }) => CheckoutDialogs,
);

/** The cart and the checkout that follows it, which is a chunk of its own that is fetched meanwhile. */
export function CartDialogs({ open, onOpenChange, settings }: CartDialogsProps) {
  const isAtCheckout = useStore($isAtCheckout);
  const close = () => {
    $isAtCheckout.set(false);
    onOpenChange(false);
  };
  const showCheckout = () => {
    $isAtCheckout.set(true);
    onOpenChange(true);
  };
  const stayInCart = () => {
    $isAtCheckout.set(false);
    toast({
      title: "Não foi possível abrir o formulário",
      description: "Verifique sua conexão e tente de novo.",
      variant: "destructive",
    });
  };
  const proceed = () => checkoutDialogs.load().then(showCheckout, stayInCart);
  const Checkout = useLateComponent(checkoutDialogs, open && isAtCheckout, stayInCart);
  return (
    <>
      <CartDialog
        open={open && !isAtCheckout}
        onClose={close}
        onProceed={proceed}
        settings={settings}
      />
      {Checkout && (
        <Checkout
          open={open && isAtCheckout}
          onClose={close}
          onBack={() => $isAtCheckout.set(false)}
          onOutcome={showCheckout}
          settings={settings}
        />
      )}
    </>
  );
}

type CartDialogProps = {
  open: boolean;
  onClose: () => void;
  onProceed: () => Promise<void>;
  settings: CartSettings;
};

function CartDialog({ open, onClose, onProceed, settings }: CartDialogProps) {
  const { items, clearCart } = useCart();
  const adding = useStore($adding);
  const changes = useCartChanges(open, items);
  const isFilled = items.length > 0;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The form is preloaded, so that it opens at once; a failure shows when it is opened.
    if (open && isFilled) checkoutDialogs.load().catch(() => {});
  }, [open, isFilled]);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Seu carrinho"
      placement="right"
      footer={
        isFilled && (
          <CartFooter
            items={items}
            changes={changes}
            settings={settings}
            onProceed={onProceed}
            onClose={onClose}
          />
        )
      }
    >
      {isFilled ? (
        <div className="px-5 md:px-8">
          {open && <SubmittedNotice />}
          <div className="flex items-center justify-between pt-2">
            <p className="text-muted">{describeCart(items)}</p>
            <Button variant="ghost" className="-mr-4 text-muted" onClick={clearCart}>
              Limpar carrinho
            </Button>
          </div>
          <ul ref={list} tabIndex={-1} aria-label="Itens do carrinho">
            {items.map((item) => (
              <CartLine
                key={`${item.product.id} ${item.selectedOption}`}
                item={item}
                units={unitsText(items, item.product.id)}
                change={changeFor(item, changes)}
                onSettled={() => list.current?.focus({ preventScroll: true })}
              />
            ))}
          </ul>
          <ButtonLink variant="ghost" className="-ml-4" to="/pedido-rapido" onClick={onClose}>
            Adicionar mais no pedido rápido
          </ButtonLink>
          <ButtonLink variant="ghost" className="-ml-4" to="/lista" onClick={onClose}>
            Guardar como lista
          </ButtonLink>
          {!adding && <Reassurance paymentMethods={settings.payment_methods} />}
        </div>
      ) : (
        <EmptyState icon="icon-[lucide--shopping-cart]" title="Seu carrinho está vazio">
          <p className="text-muted">Escolha os produtos e volte aqui.</p>
          <ButtonLink ref={focusOnce} to="/produtos" onClick={onClose}>
            Ver produtos
          </ButtonLink>
          <ButtonLink variant="outline" to="/pedido-rapido" onClick={onClose}>
            Pedido rápido
          </ButtonLink>
        </EmptyState>
      )}
    </Dialog>
  );
}

/** The cart was submitted before, and no answer has come yet. */
function SubmittedNotice() {
  const { id } = useStore(useCartStore().$cart);
  const isStored = isPending(useStore($orders).find(({ key }) => key === id));
  const isUnanswered = useStore($unansweredKey) === id;
  if (!isStored && !isUnanswered) return null;
  return (
    <p className="mt-4 flex items-start gap-2 rounded-md bg-sunken p-3">
      <span className="icon-[lucide--info] mt-0.5 size-5 shrink-0" aria-hidden />
      {isStored
        ? "Este carrinho já está em um pedido guardado, que é enviado sozinho. Se mudar algo e finalizar de novo, o novo pedido toma o lugar dele."
        : "Seu último envio ficou sem resposta. Finalize de novo: se ele já chegou, mostramos o número do pedido e nada vai em dobro."}
    </p>
  );
}

const nextSteps = [
  "Você envia o pedido sem pagar nada agora.",
  "Conferimos estoque e entrega e entramos em contato para confirmar.",
  "Você paga como preferir e recebe o pedido.",
];

/** The next steps of a sent order, and the payment. */
function Reassurance({ paymentMethods }: { paymentMethods: readonly string[] | null }) {
  const accepted = acceptedPaymentMethods(paymentMethods);
  return (
    <div className="flex flex-col gap-6 py-6">
      <section>
        <h3 className="text-lg">O que acontece depois de enviar</h3>
        <ol className="mt-3 flex flex-col gap-3">
          {nextSteps.map((step, index) => (
            <li key={step} className="flex items-start gap-3">
              <span
                aria-hidden
                className="facet-small grid size-8 shrink-0 place-items-center bg-tint font-bold text-tint-ink"
              >
                {index + 1}
              </span>
              <span className="pt-1">{step}</span>
            </li>
          ))}
        </ol>
      </section>
      {accepted.length > 0 && (
        <section>
          <h3 className="text-lg">Formas de pagamento aceitas</h3>
          <ul className="mt-3 flex flex-wrap gap-2">
            {accepted.map((method) => (
              <li key={method} className="rounded-sm border border-line px-3 py-1 font-medium">
                {method}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

type CartFooterProps = {
  items: CartItems;
  changes: readonly LineChange[];
  settings: CartSettings;
  onProceed: () => Promise<void>;
  onClose: () => void;
};

/** The amounts and the way to the checkout, or why there is none yet. */
function CartFooter({ items, changes, settings, onProceed, onClose }: CartFooterProps) {
  const adding = useStore($adding);
  const { replaceItems } = useCartActions();
  const [isOpening, setOpening] = useState(false);
  const delivery = useDeliveryTerms(settings);
  const hasChanged = changes.length > 0;
  const amounts = computeAmounts(applyCartChanges(items, changes), delivery);
  const obstacle = hasChanged ? undefined : describeOrderObstacle(items, delivery);
  const accept = () => replaceItems((current) => applyCartChanges(current, changes));
  const proceed = async () => {
    setOpening(true);
    await onProceed();
    setOpening(false);
  };
  const next = (
    // One button for both, so that the focus stays on the next step after accepting.
    <Button
      size="lg"
      variant={adding ? "outline" : hasChanged ? "accent" : "primary"}
      disabled={obstacle !== undefined}
      pending={isOpening}
      onClick={hasChanged ? accept : () => void proceed()}
    >
      {hasChanged ? "Aceitar mudanças" : adding ? "Fazer outro pedido" : "Finalizar Pedido"}
    </Button>
  );
  if (adding) {
    return (
      <div className="flex flex-col gap-3">
        <ButtonLink
          size="lg"
          to={`/pedido/${adding.ref}`}
          className="text-center"
          onClick={onClose}
        >
          {describeAdding(adding)}
        </ButtonLink>
        {!obstacle && next}
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      {settings.delivery_choice && <CartDelivery />}
      {!hasChanged && <FreeDelivery amounts={amounts} delivery={delivery} />}
      <Amounts amounts={amounts} items={items} showDelivery={delivery.delivery_fee > 0} />
      <p
        role="status"
        className={classNames("font-medium empty:hidden", obstacle && "text-danger-ink")}
      >
        {hasChanged
          ? "O catálogo mudou desde que você escolheu. Veja na lista o que era e o que é agora."
          : obstacle}
      </p>
      {next}
    </div>
  );
}

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
