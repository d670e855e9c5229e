import { useState } from "react";
import { type CancellationResult, cancelQueuedOrder } from "#app/client/order-queue.ts";
import { isPending, type OrderRecord } from "#app/client/order-queue-records.ts";
import { cartOf } from "#app/domain/cart/rules.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Price } from "#app/ui/price.tsx";
import { OrderItems } from "./order-summary.tsx";
import { RejectedOrderActions } from "./rejected-order.tsx";

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
