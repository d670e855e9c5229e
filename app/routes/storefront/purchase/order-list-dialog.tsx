import { useState } from "react";
import { cartOf } from "#app/domain/cart/rules.ts";
import type { RefusedOrder, WaitingOrder } from "#app/offline/orders/waiting-orders.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Price } from "#app/ui/price.tsx";
import { CancelOrder } from "./cancel-order.tsx";
import { OrderLines } from "./order-lines.tsx";
import { RefusedActions } from "./refused-actions.tsx";

type OrderListDialogProps = {
  orders: readonly (WaitingOrder | RefusedOrder)[];
  open: boolean;
  onClose: () => void;
};

/** The orders that wait in this browser: what is in them, how they stand, and the way to take one back. */
export function OrderListDialog({ orders, open, onClose }: OrderListDialogProps) {
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
            <ButtonLink look="outline" className="mt-3" to="/contato" onClick={close}>
              Falar com a loja
            </ButtonLink>
          </div>
        )}
        {orders.length === 0 && <p>Nenhum pedido está esperando neste aparelho.</p>}
        <ul className="flex flex-col gap-6">
          {orders.map((order) => (
            <li key={order.key} className="flex flex-col gap-4 rounded-md border border-line p-4">
              <Standing order={order} />
              <OrderLines items={order.items} />
              <p className="flex justify-between gap-4 border-t border-line pt-3 font-bold">
                <span>Produtos</span>
                <Price cents={cartOf(order.items).total} />
              </p>
              {order.state === "refused" && <RefusedActions order={order} onDone={close} />}
              <CancelOrder order={order} onCancelled={setOutcome} />
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

function Standing({ order }: { order: WaitingOrder | RefusedOrder }) {
  const saved = new Date(order.savedAt).toLocaleString("pt-BR", {
    dateStyle: "short",
    timeStyle: "short",
  });
  return (
    <div>
      <h3 className="text-lg">Guardado em {saved}</h3>
      {order.state === "waiting" && (
        <p className="text-muted">
          {order.attempts === 0
            ? "Ainda não foi enviado. É enviado sozinho quando a conexão voltar."
            : "Enviado sem resposta até agora. Tentamos de novo sozinhos, e nada vai em dobro."}
        </p>
      )}
    </div>
  );
}
