import type { KeptOrder } from "#app/offline/orders/waiting-orders.ts";
import { Button } from "#app/ui/button.tsx";
import { setOrderListOpen } from "./order-list.ts";
import { Strip } from "./strip.tsx";

/** That orders wait in this browser, or need the visitor. */
export function OrdersStrip({ orders }: { orders: readonly KeptOrder[] }) {
  const needsVisitor = orders.some(({ state }) => state === "refused");
  return (
    <Strip
      icon={needsVisitor ? "icon-[lucide--circle-alert] text-danger-ink" : "icon-[lucide--package]"}
      action={
        <Button look="outline" onClick={() => setOrderListOpen(true)}>
          {needsVisitor ? "Revisar pedido" : "Ver pedido"}
        </Button>
      }
    >
      {needsVisitor
        ? "A loja não aceitou um pedido guardado como ele está."
        : waiting(orders.length)}
    </Strip>
  );
}

function waiting(count: number): string {
  return count === 1
    ? "Pedido guardado: é enviado sozinho quando a conexão voltar."
    : `${count} pedidos guardados: são enviados sozinhos quando a conexão voltar.`;
}
