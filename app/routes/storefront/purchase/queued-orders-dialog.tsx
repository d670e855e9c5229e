import { useState } from "react";
import { randomId } from "#app/client/browser-fallbacks.ts";
import {
  type CancellationResult,
  cancelQueuedOrder,
  resubmitOrder,
} from "#app/client/order-queue.ts";
import {
  deleteQueuedOrder,
  isPending,
  type OrderRecord,
  type RejectedOrder,
} from "#app/client/order-queue-records.ts";
import { toast } from "#app/client/toast.ts";
import { addItem, type CartItems, cartOf } from "#app/domain/orders/cart/rules.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Price } from "#app/ui/price.tsx";
import { useCartActions, useCartStore } from "./cart-store.ts";
import { ChangeList } from "./catalogue-changes.tsx";
import { type CheckoutDraft, saveDraft } from "./checkout-form-state.ts";
import { OrderItems } from "./order-summary.tsx";

type RejectedOrderActionsProps = { order: RejectedOrder; onDone: () => void };

/** The reason for which the shop did not accept a queued order, and the visitor's possible actions. */
function RejectedOrderActions({ order, onDone }: RejectedOrderActionsProps) {
  const { replaceItems, openCart } = useCartActions();
  const cart = useCartStore();
  if (order.rejection.kind === "placed-before") {
    return <PlacedBefore order={order} number={order.rejection.orderNumber} onDone={onDone} />;
  }
  const review = async () => {
    saveDraft(order.customer as CheckoutDraft);
    const isOfCart = cart.readNow().id === order.key;
    replaceItems((items) => (isOfCart && items.length > 0 ? items : join(items, order.items)));
    onDone();
    openCart();
    await deleteQueuedOrder(order.key);
  };
  return (
    <div className="flex flex-col items-start gap-3">
      <Reason order={order} />
      <Button variant="accent" onClick={() => void review()}>
        Revisar no carrinho
      </Button>
    </div>
  );
}

function Reason({ order: { items, rejection } }: { order: RejectedOrder }) {
  if (rejection.kind === "changed") {
    return (
      <div>
        O catálogo mudou e o pedido não foi enviado:
        <ChangeList lines={rejection.lines} items={items} />
      </div>
    );
  }
  if (rejection.kind === "invalid") {
    return (
      <p>A loja pede que você confira: {rejection.errors.map((one) => one.message).join(" ")}</p>
    );
  }
  return rejection.kind === "rejected" ? <p>{rejection.message}</p> : null;
}

type PlacedBeforeProps = RejectedOrderActionsProps & { number: number };

function PlacedBefore({ order, number, onDone }: PlacedBeforeProps) {
  const cart = useCartStore();
  const isOfCart = () => cart.readNow().id === order.key;
  const acceptEarlier = async () => {
    if (isOfCart()) cart.startNewCart(() => []);
    onDone();
    await deleteQueuedOrder(order.key);
  };
  const sendThisToo = async () => {
    const newKey = isOfCart() ? cart.startNewCart((items) => items) : randomId();
    await resubmitOrder(order.key, newKey);
  };
  return (
    <div>
      <p>
        Um envio anterior, que tinha ficado sem resposta, chegou: é o pedido nº {number}. O que está
        aqui é diferente e não foi enviado.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => void acceptEarlier()}>Ficar só com o nº {number}</Button>
        <Button variant="outline" onClick={() => void sendThisToo().catch(showStorageError)}>
          Enviar também este
        </Button>
      </div>
    </div>
  );
}

function showStorageError() {
  toast({
    title: "O pedido não foi enviado",
    description: "Falta espaço neste aparelho. Ele continua guardado como está.",
    variant: "destructive",
  });
}

function join(items: CartItems, more: CartItems): CartItems {
  return more.reduce(
    (all, { product, quantity, selectedOption }) => addItem(all, product, quantity, selectedOption),
    items,
  );
}

type QueuedOrdersDialogProps = {
  orders: readonly OrderRecord[];
  open: boolean;
  onClose: () => void;
};

/** The orders that the shop has not accepted yet: contents, state and how to cancel one. */
export function QueuedOrdersDialog({ orders, open, onClose }: QueuedOrdersDialogProps) {
  const [outcome, setOutcome] = useState<string>();
  const close = () => {
    setOutcome(undefined);
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title="Pedidos guardados">
      <div className="flex flex-col gap-6 p-5 md:p-8">
        {outcome && (
          <div role="status" className="rounded-md bg-sunken p-4">
            <p>{outcome}</p>
            <ButtonLink variant="outline" className="mt-3" to="/contato" onClick={close}>
              Falar com a loja
            </ButtonLink>
          </div>
        )}
        {orders.length === 0 && <p>Nenhum pedido está esperando neste aparelho.</p>}
        <ul className="flex flex-col gap-6">
          {orders.map((order) => (
            <li key={order.key} className="flex flex-col gap-4 rounded-md border border-line p-4">
              <OrderState order={order} />
              <OrderItems items={order.items} />
              <p className="flex justify-between gap-4 border-t border-line pt-3 font-bold">
                <span>Produtos</span>
                <Price cents={cartOf(order.items).total} />
              </p>
              {order.state === "rejected" && <RejectedOrderActions order={order} onDone={close} />}
              <CancelOrder order={order} onCancelled={setOutcome} />
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

function OrderState({ order }: { order: OrderRecord }) {
  const saved = new Date(order.savedAt).toLocaleString("pt-BR", {
    dateStyle: "short",
    timeStyle: "short",
  });
  return (
    <div>
      <h3 className="text-lg">Guardado em {saved}</h3>
      {isPending(order) && (
        <p className="text-muted">
          {order.attempts === 0
            ? "Ainda não foi enviado. É enviado sozinho quando a conexão voltar."
            : "Enviado sem resposta até agora. Tentamos de novo sozinhos, e nada vai em dobro."}
        </p>
      )}
    </div>
  );
}

type CancelOrderProps = {
  order: OrderRecord;
  /** Gets a message when the visitor has to know more than that the order is deleted. */
  onCancelled: (outcome: string | undefined) => void;
};

/** Cancels after a confirmation and after an attempt in progress has ended. */
function CancelOrder({ order, onCancelled }: CancelOrderProps) {
  const [step, setStep] = useState<"offered" | "confirming" | "cancelling">("offered");
  if (step === "offered") {
    return (
      <Button variant="outline" className="self-start" onClick={() => setStep("confirming")}>
        Cancelar pedido
      </Button>
    );
  }
  const cancel = async () => {
    setStep("cancelling");
    try {
      onCancelled(describeOutcome(await cancelQueuedOrder(order.key)));
    } catch {
      onCancelled("Este navegador não deixou apagar o pedido: ele continua guardado.");
      setStep("offered");
    }
  };
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3">
      <p className="basis-full">
        {step === "cancelling"
          ? "Cancelando… Se um envio está em curso, esperamos a resposta dele."
          : confirmationOf(order)}
      </p>
      <Button variant="danger" pending={step === "cancelling"} onClick={() => void cancel()}>
        Sim, cancelar
      </Button>
      <Button variant="outline" disabled={step === "cancelling"} onClick={() => setStep("offered")}>
        Não cancelar
      </Button>
    </div>
  );
}

function confirmationOf(order: OrderRecord): string {
  const mayHaveArrived = isPending(order) && order.attempts > 0;
  return mayHaveArrived
    ? "Cancelar? Um envio ficou sem resposta e pode já ter chegado à loja: nesse caso, só ela pode cancelar."
    : "Cancelar este pedido? Ele não foi recebido pela loja. O carrinho continua como está.";
}

function describeOutcome(cancellation: CancellationResult): string | undefined {
  if (cancellation.kind === "arrived") {
    return `Este pedido já tinha chegado à loja: é o nº ${cancellation.number}. Para cancelar, fale com ela.`;
  }
  return cancellation.mayHaveArrived
    ? "O pedido saiu deste aparelho e não é enviado de novo. Um envio anterior ficou sem resposta e pode ter chegado: se a loja falar com você, é esse pedido."
    : undefined;
}
