import { useState } from "react";
import { type Cancelling, cancelOrder } from "#app/offline/orders/submit-order.ts";
import type { RefusedOrder, WaitingOrder } from "#app/offline/orders/waiting-orders.ts";
import { Button } from "#app/ui/button.tsx";

type CancelOrderProps = {
  order: WaitingOrder | RefusedOrder;
  /** Told what came of it when the visitor has to know more than that it is gone. */
  onCancelled: (outcome: string | undefined) => void;
};

/** Takes an order back, asked twice; an attempt that is under way is waited for. */
export function CancelOrder({ order, onCancelled }: CancelOrderProps) {
  const [step, setStep] = useState<"offered" | "asked" | "working">("offered");
  if (step === "offered") {
    return (
      <Button look="outline" className="self-start" onClick={() => setStep("asked")}>
        Cancelar pedido
      </Button>
    );
  }
  const cancel = async () => {
    setStep("working");
    try {
      onCancelled(outcomeOf(await cancelOrder(order.key)));
    } catch {
      onCancelled("Este navegador não deixou apagar o pedido: ele continua guardado.");
      setStep("offered");
    }
  };
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3">
      <p className="basis-full">
        {step === "working"
          ? "Cancelando… Se um envio está em curso, esperamos a resposta dele."
          : question(order)}
      </p>
      <Button look="danger" pending={step === "working"} onClick={() => void cancel()}>
        Sim, cancelar
      </Button>
      <Button look="outline" disabled={step === "working"} onClick={() => setStep("offered")}>
        Não cancelar
      </Button>
    </div>
  );
}

function question(order: WaitingOrder | RefusedOrder): string {
  const mayHaveArrived = order.state === "waiting" && order.attempts > 0;
  return mayHaveArrived
    ? "Cancelar? Um envio ficou sem resposta e pode já ter chegado à loja: nesse caso, só ela pode cancelar."
    : "Cancelar este pedido? Ele não foi recebido pela loja. O carrinho continua como está.";
}

function outcomeOf(cancelling: Cancelling): string | undefined {
  if (cancelling.kind === "arrived") {
    return `Este pedido já tinha chegado à loja: é o nº ${cancelling.number}. Para cancelar, fale com ela.`;
  }
  return cancelling.mayHaveArrived
    ? "O pedido saiu deste aparelho e não é enviado de novo. Um envio anterior ficou sem resposta e pode ter chegado: se a loja falar com você, é esse pedido."
    : undefined;
}
