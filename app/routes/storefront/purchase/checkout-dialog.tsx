import { type ReactNode, type Ref, useId, useRef } from "react";
import { choosePayment } from "#app/domain/payments/methods.ts";
import type { Cents } from "#app/shared/money.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { useLastShown } from "#app/ui/dialog-address.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Price } from "#app/ui/price.tsx";
import { refetchCart, useCartChanges } from "./cart-changes.ts";
import { type CartSettings, useCart, useCartStore } from "./cart-store.ts";
import { CheckoutForm, useCheckoutStep } from "./checkout-form.tsx";
import { type CheckoutFields, useCheckoutForm } from "./checkout-form-state.ts";
import { CheckoutNotices } from "./checkout-notices.tsx";
import { requestDelivery, useDeliveryTerms } from "./delivery-store.ts";
import { OrderQueuedDialog, OrderSentDialog } from "./order-result-dialogs.tsx";
import { type Submission, useOrderSubmission } from "./order-submission.ts";
import { cartTotalLabel, computeAmounts, describeOrderObstacle } from "./order-summary.tsx";
import { type Remembering, useRemembering } from "./remembering.tsx";

export type CheckoutDialogsProps = {
  open: boolean;
  onClose: () => void;
  onBack: () => void;
  /** Called with every outcome of an order: a visitor who closed the checkout meanwhile has to see it. */
  onOutcome: () => void;
  settings: CartSettings;
};

/** The checkout, then the confirmation of the order or that it is stored in this browser. */
export function CheckoutDialogs(props: CheckoutDialogsProps) {
  const { open, onClose, onBack, onOutcome, settings } = props;
  const { startNewCart } = useCartStore();
  const form = useCheckoutForm(open);
  const { remembering, saveAccepted: onAccepted } = useRemembering(form);
  const { submission, reset, ...actions } = useOrderSubmission(form, {
    isOpen: open,
    onAccepted,
    onOutcome,
  });
  const isQueued = submission.state === "queued";
  const isSent = submission.state === "sent";
  // The closed dialog stays mounted, so that closing it returns the focus.
  const lastPlaced = useLastShown(isSent ? submission.placed : undefined);
  const closeResult = () => {
    reset();
    onClose();
  };
  return (
    <>
      <CheckoutDialog
        open={open && !isQueued && !isSent}
        onClose={onClose}
        onBack={onBack}
        settings={settings}
        form={form}
        remembering={remembering}
        submission={submission}
        {...actions}
      />
      <OrderQueuedDialog
        open={open && isQueued}
        onClose={closeResult}
        onNewOrder={() => {
          startNewCart(() => []);
          closeResult();
        }}
      />
      {lastPlaced && (
        <OrderSentDialog open={open && isSent} order={lastPlaced} onClose={closeResult} />
      )}
    </>
  );
}

type CheckoutDialogProps = Omit<CheckoutDialogsProps, "onOutcome"> &
  Omit<ReturnType<typeof useOrderSubmission>, "reset"> & {
    form: CheckoutFields;
    remembering: Remembering;
    submission: Submission;
  };

function CheckoutDialog(props: CheckoutDialogProps) {
  const { open, onClose, onBack, settings, form, remembering, ...order } = props;
  const { submission, submit, acceptEarlierOrder, separateFromEarlierOrder } = order;
  const formId = useId();
  const submitButton = useRef<HTMLButtonElement>(null);
  const question = useRef<HTMLDivElement>(null);
  const cart = useCart();
  // While the dialog closes it shows the lines that were sent: the new cart has none, of which it would say what is missing.
  const items = useLastShown(cart.items, open) ?? cart.items;
  const step = useCheckoutStep(form);
  const failure = submission.state === "failed" ? submission.failure : undefined;
  const catalogueChanges = useCartChanges(open, items);
  const changes = failure?.kind === "changed" ? [] : catalogueChanges;
  const delivery = useDeliveryTerms(settings);
  const submitForm = form.handleSubmit(async ({ payment_method, ...customer }) => {
    const chosen = choosePayment(settings, customer.document, payment_method);
    if (changes.length === 0) {
      const { deliveryFee } = computeAmounts(items, delivery);
      const wanted = settings.delivery_choice ? requestDelivery(deliveryFee) : undefined;
      return submit({ ...customer, payment_method: chosen }, items, wanted);
    }
    refetchCart(items);
    question.current?.focus();
  });
  const send = () => void submitForm().catch((error) => console.error(error));
  if (open && items.length === 0 && submission.state === "draft")
    return <EmptyCheckout onClose={onClose} />;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Finalizar Pedido"
      note={step}
      wide
      fullHeight
      footer={
        <CheckoutFooter
          formId={formId}
          submitButton={submitButton}
          total={computeAmounts(items, delivery).total}
          totalName={cartTotalLabel(items)}
          isSending={form.formState.isSubmitting}
          obstacle={describeOrderObstacle(items, delivery)}
        >
          <CheckoutNotices
            items={items}
            changes={changes}
            question={question}
            failure={failure}
            onAccepted={() => submitButton.current?.focus()}
            onAcceptEarlier={acceptEarlierOrder}
            onSendAnother={() => {
              separateFromEarlierOrder();
              send();
            }}
          />
        </CheckoutFooter>
      }
    >
      <CheckoutForm
        id={formId}
        form={form}
        items={items}
        settings={settings}
        remembering={remembering}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
        onBack={onBack}
      />
    </Dialog>
  );
}

function EmptyCheckout({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Finalizar Pedido">
      <EmptyState icon="icon-[lucide--shopping-cart]" title="Seu carrinho está vazio">
        <ButtonLink to="/produtos" onClick={onClose}>
          Ver produtos
        </ButtonLink>
      </EmptyState>
    </Dialog>
  );
}

type CheckoutFooterProps = {
  formId: string;
  submitButton: Ref<HTMLButtonElement>;
  total: Cents;
  totalName: string;
  isSending: boolean;
  /** The reason for which the order cannot be sent. */
  obstacle: string | undefined;
  /** The outcome of the last attempt. */
  children: ReactNode;
};

/** The total and the submit button, always visible. */
function CheckoutFooter(props: CheckoutFooterProps) {
  const { formId, submitButton, total, totalName, isSending, obstacle, children } = props;
  return (
    <div className="flex flex-col gap-3">
      {children}
      {obstacle && (
        <p role="status" className="font-medium text-danger-ink">
          {obstacle}
        </p>
      )}
      <div className="flex items-center justify-between gap-x-4 gap-y-2 @max-[16rem]:flex-wrap">
        <p className="leading-tight">
          <span className="block text-muted">{totalName}</span>
          <Price cents={total} className="text-xl font-bold" />
        </p>
        <Button
          ref={submitButton}
          type="submit"
          form={formId}
          size="lg"
          pending={isSending}
          disabled={obstacle !== undefined}
          className="grow sm:grow-0"
        >
          {isSending ? "Enviando…" : "Enviar pedido"}
        </Button>
      </div>
    </div>
  );
}
