import { useState } from "react";
import type { OrderEvent } from "#app/domain/orders/edit.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import { useRefetch } from "#app/routes/admin/live/use-refetch.ts";
import { formatDateTime } from "#app/routes/admin/ui/dates.ts";
import { undoMinutes } from "#app/shared/limits.ts";
import { Button } from "#app/ui/button.tsx";
import { undoEdit } from "./order-edit.ts";

type OrderHistoryProps = {
  order: Order;
  events: readonly OrderEvent[];
  /** While there is something unsaved, which an undo would conflict with. */
  disabled: boolean;
};

/** Who changed what, newest first; the last edit can be undone for some minutes. */
export function OrderHistory({ order, events, disabled }: OrderHistoryProps) {
  const refetch = useRefetch();
  const [isUndoing, setUndoing] = useState(false);

  async function undo(replaced: NonNullable<OrderEvent["undo"]>) {
    setUndoing(true);
    await undoEdit(order, replaced);
    await refetch();
    setUndoing(false);
  }

  if (events.length === 0) return null;
  return (
    <section aria-labelledby="historico">
      <h3 id="historico" className="text-lg">
        Histórico
      </h3>
      <ol className="mt-2 flex flex-col gap-3">
        {events.map(({ id, at, author, sentences, undo: replaced }) => (
          <li key={id} className="border-l-2 border-line pl-3 text-sm wrap-anywhere">
            <p className="text-muted">
              {formatDateTime(at)}, {author}
            </p>
            {sentences.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
            {replaced && order.status !== "cancelado" && (
              <Button
                variant="outline"
                size="compact"
                className="mt-1"
                data-write
                pending={isUndoing}
                disabled={disabled}
                title={`Por ${undoMinutes} minutos`}
                onClick={() => void undo(replaced)}
              >
                Desfazer edição
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
