import { useId, useRef } from "react";
import { ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { useCart } from "./cart-context.tsx";
import type { CartSettings } from "./cart-settings.ts";
import { CheckoutFooter } from "./checkout-footer.tsx";
import { CheckoutNotices } from "./checkout-notices.tsx";
import { readCatalogue } from "./known-catalogue.ts";
import { amountsOf, obstacleOf } from "./obstacle.ts";
import { OrderForm } from "./order-form.tsx";
import { orderKey } from "./order-key.ts";
import { useCartChanges } from "./use-cart-changes.ts";
import { forgetCheckout, useCheckoutForm } from "./use-checkout-form.ts";
import { type SentOrder, useOrderSending } from "./use-order-sending.ts";

type CheckoutDialogProps = {
  open: boolean;
  onClose: () => void;
  onBack: () => void;
  onSent: (order: SentOrder) => void;
  /** There is no connection: the order waits in this browser for one. */
  onKept: () => void;
  onSetback: () => void;
  settings: CartSettings;
};

export function CheckoutDialog(props: CheckoutDialogProps) {
  const { open, onClose, onBack, onSent, onKept, onSetback, settings } = props;
  const formId = useId();
  const submitButton = useRef<HTMLButtonElement>(null);
  const question = useRef<HTMLDivElement>(null);
  const { items, replaceItems } = useCart();
  const form = useCheckoutForm();
  const { send, finish, setback } = useOrderSending(form, items, {
    readItems() {
      let now = items;
      replaceItems((current) => {
        now = current;
        return current;
      });
      return now;
    },
    onSent(order) {
      onSent(order);
      replaceItems(() => []);
      forgetCheckout(form);
    },
    onKept,
    onSetback() {
      readCatalogue();
      onSetback();
    },
  });
  const news = useCartChanges(open, items);
  const changes = setback?.kind === "changed" ? [] : news;
  const submit = form.handleSubmit(async (customer) => {
    if (changes.length === 0) return send(customer);
    readCatalogue();
    question.current?.focus();
  });
  const delivery = settings.delivery_settings;
  if (open && items.length === 0) {
    return (
      <Dialog open={open} onClose={onClose} title="Finalizar Pedido">
        <EmptyState icon="icon-[lucide--shopping-cart]" title="Seu carrinho está vazio">
          <ButtonLink to="/produtos" onClick={onClose}>
            Ver produtos
          </ButtonLink>
        </EmptyState>
      </Dialog>
    );
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Finalizar Pedido"
      footer={
        <CheckoutFooter
          formId={formId}
          submitButton={submitButton}
          total={amountsOf(items, delivery).total}
          isSending={form.formState.isSubmitting}
          obstacle={obstacleOf(items, delivery)}
        >
          <CheckoutNotices
            items={items}
            changes={changes}
            question={question}
            setback={setback}
            onAccepted={() => submitButton.current?.focus()}
            onKeepEarlier={(number) => finish({ number })}
            onSendAnother={() => {
              orderKey.acknowledged();
              void submit();
            }}
          />
        </CheckoutFooter>
      }
    >
      <OrderForm
        id={formId}
        form={form}
        items={items}
        delivery={delivery}
        onSubmit={(event) => void submit(event)}
        onBack={onBack}
      />
    </Dialog>
  );
}
