import { useState } from "react";
import { useRevalidator } from "react-router";
import { toast } from "#app/client/toast.ts";
import { maxCancelReasonLength } from "#app/domain/order-links/rules.ts";
import type { OrderView } from "#app/domain/order-links/schema.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/field.tsx";

type CancelOrderProps = {
  order: OrderView;
  /** The end of the page's own address. */
  linkRef: string;
};

/** Cancels a pending order after a question, with an optional reason for the shop. */
export function CancelOrder({ order, linkRef }: CancelOrderProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [reason, setReason] = useState("");
  const { revalidate } = useRevalidator();

  async function cancel() {
    setIsSending(true);
    const problem = await sendCancellation(linkRef, { version: order.version, reason });
    await revalidate();
    setIsSending(false);
    setIsOpen(false);
    toast(problem ? { title: problem, variant: "destructive" } : { title: "Pedido cancelado" });
  }

  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line pt-6">
      <Button variant="outline" className="max-sm:w-full" onClick={() => setIsOpen(true)}>
        <span className="icon-[lucide--x] size-5" aria-hidden />
        Cancelar pedido
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Cancelar o pedido?"
        footer={
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="ghost" onClick={() => setIsOpen(false)}>
              Manter pedido
            </Button>
            <Button variant="danger" type="submit" form="cancelamento" pending={isSending}>
              Cancelar pedido
            </Button>
          </div>
        }
      >
        <form
          id="cancelamento"
          className="flex flex-col gap-4 p-5 md:p-8"
          onSubmit={(event) => {
            event.preventDefault();
            void cancel();
          }}
        >
          <p>A loja recebe o aviso na hora. Depois de cancelado, é preciso fazer outro pedido.</p>
          <TextField
            label="Motivo"
            optional
            name="reason"
            maxLength={maxCancelReasonLength}
            autoComplete="off"
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </form>
      </Dialog>
    </div>
  );
}

/** Undefined when the order is cancelled, otherwise what to show. */
async function sendCancellation(linkRef: string, body: object): Promise<string | undefined> {
  try {
    const response = await fetch(`/api/order-links/${linkRef}/cancel`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (response.ok) return undefined;
    const { title } = await response.json();
    return typeof title === "string" ? title : failure;
  } catch {
    return failure;
  }
}

const failure = "Não foi possível cancelar. Confira a conexão e tente de novo.";
