import type { DayOrder } from "#app/domain/day/schema.ts";

type Changed = Pick<DayOrder, "id" | "numero_pedido" | "changes">;

/** The changes that customers made to these orders, until the shop has seen them. */
export function CustomerChanges({ orders }: { orders: readonly Changed[] }) {
  return orders
    .filter(({ changes }) => changes.length > 0)
    .map(({ id, numero_pedido, changes }) => (
      <div key={id} className="my-1 rounded-sm bg-warning-soft px-3 py-2 text-warning-ink">
        <p className="font-semibold">O cliente mudou o pedido nº {numero_pedido}</p>
        {changes.map((change) => (
          <p key={change} className="text-sm wrap-anywhere">
            {change}
          </p>
        ))}
      </div>
    ));
}
