import { describeLineChanges } from "#app/domain/orders/line-changes.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import { Allowed } from "#app/routes/admin/kit/allowed.tsx";
import { useAction } from "#app/routes/admin/kit/live/use-action.ts";
import { formatMoney } from "#app/shared/money.ts";
import { Button } from "#app/ui/button.tsx";

/** The customer's changes that the shop has not seen yet, each before and after. */
export function listCustomerChanges({ changed_from: before, ...order }: Order): string[] {
  if (!before) return [];
  const sentences = describeLineChanges(before.itens, order.itens);
  if (before.delivery_fee !== order.delivery_fee) {
    sentences.push(
      `Taxa de entrega: ${formatMoney(before.delivery_fee)} → ${formatMoney(order.delivery_fee)}`,
    );
  }
  const [from, to] = [before.valor_total, order.valor_total].map(formatMoney);
  return from === to ? sentences : [...sentences, `Total: ${from} → ${to}`];
}

/** The customer's changes above an order, until the seller confirms having seen them. */
export function CustomerChange({ order }: { order: Order }) {
  const { act, pending } = useAction();
  const changes = listCustomerChanges(order);
  if (changes.length === 0) return null;

  const accept = () =>
    act("PATCH", `/api/orders/${order.id}`, {
      body: { changed_from: null, version: order.version },
      failed: "O pedido mudou outra vez",
    });

  return (
    <section
      aria-labelledby="mudou"
      className="mt-2 basis-full rounded-md bg-warning-soft p-4 text-foreground"
    >
      <h3 id="mudou" className="flex items-center gap-2 text-lg text-warning-ink">
        <span className="icon-[lucide--pencil] size-4" aria-hidden />O cliente mudou o pedido
      </h3>
      <ul className="mt-1">
        {changes.map((change) => (
          <li key={change} className="wrap-anywhere">
            {change}
          </li>
        ))}
      </ul>
      <Allowed area="orders">
        <Button
          variant="outline"
          className="mt-3"
          pending={pending !== undefined}
          onClick={() => void accept()}
        >
          Vi a mudança
        </Button>
      </Allowed>
    </section>
  );
}
