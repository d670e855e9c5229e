import { useState } from "react";
import type { JoinableOrder } from "#app/domain/orders/join/schema.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import { useAction } from "#app/routes/admin/kit/live/use-action.ts";
import { useAnswer } from "#app/routes/admin/kit/session/use-answer.ts";
import { formatUnits } from "#app/shared/units.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Price } from "#app/ui/price.tsx";

type JoinOrdersProps = { order: Order };

/** The customer's other orders for the same delivery, each to be joined with this one after a preview. */
export function JoinOrders({ order }: JoinOrdersProps) {
  const { act, pending } = useAction();
  const others = useJoinable(order);
  const [previewedId, setPreviewedId] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const previewed = others.find(({ id }) => id === previewedId);

  async function join({ id: order_id, version: other_version, remaining }: JoinableOrder) {
    const vanished = remaining.id === order.id ? order_id : order.id;
    const separation = `/api/orders/${remaining.id}/join/${vanished}` as const;
    await act("POST", `/api/orders/${order.id}/join`, {
      body: { order_id, version: order.version, other_version },
      done: () => ({
        title: "Pedidos juntados",
        description: `Tudo está no nº ${remaining.numero_pedido}.`,
        undo: () => void act("DELETE", separation, { failed: "Erro ao separar os pedidos" }),
      }),
      failed: "Erro ao juntar os pedidos",
    });
    setOpen(false);
  }

  if (others.length === 0) return null;
  return (
    <section aria-label="Outros pedidos desta entrega" className="rounded-md bg-sunken p-4">
      {others.map((other) => (
        <p key={other.id} className="flex flex-wrap items-center justify-between gap-3">
          <span>
            O cliente tem também o nº {other.numero_pedido}, de <Price amount={other.valor_total} />
            , para a mesma entrega.
          </span>
          <Button
            variant="outline"
            onClick={() => {
              setPreviewedId(other.id);
              setOpen(true);
            }}
          >
            Juntar com o nº {other.numero_pedido}
          </Button>
        </p>
      ))}
      {previewed && (
        <JoinPreview
          open={isOpen}
          order={order}
          other={previewed}
          pending={pending !== undefined}
          onClose={() => setOpen(false)}
          onJoin={() => void join(previewed)}
        />
      )}
    </section>
  );
}

/** Fetched whenever the order is, since the other orders may have changed too. */
function useJoinable(order: Order): readonly JoinableOrder[] {
  const path = `/api/orders/${order.id}/joinable` as const;
  const answer = useAnswer<{ items: JoinableOrder[] }>(path, order);
  return answer?.ok ? answer.data.items : [];
}

type JoinPreviewProps = JoinOrdersProps & {
  open: boolean;
  other: JoinableOrder;
  pending: boolean;
  onClose: () => void;
  onJoin: () => void;
};

function JoinPreview({ open, order, other, pending, onClose, onJoin }: JoinPreviewProps) {
  const { remaining, joined } = other;
  const vanishing = remaining.id === order.id ? other.numero_pedido : order.numero_pedido;
  const amounts: [label: string, amount: number][] = [
    ["Os dois pedidos hoje", order.valor_total + other.valor_total],
    ["Entrega, uma vez", joined.delivery_fee],
    ["Desconto", joined.discount],
    ["Total", joined.total],
    ["Já pago", joined.paid],
  ];
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Juntar no pedido nº ${remaining.numero_pedido}`}
      footer={
        <div className="flex flex-wrap gap-3">
          {!joined.obstacle && (
            <Button pending={pending} onClick={onJoin}>
              Juntar pedidos
            </Button>
          )}
          <Button variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-4 px-5 py-5 md:px-8">
        {joined.obstacle && (
          <p role="alert" className="font-bold text-danger">
            Os dois não cabem em um pedido. {joined.obstacle}
          </p>
        )}
        <p>
          Itens e pagamentos do nº {vanishing} passam para o nº {remaining.numero_pedido}; o nº{" "}
          {vanishing} fica cancelado, e o link dele leva ao que ficou.
        </p>
        <ul className="divide-y divide-line border-y border-line">
          {joined.itens.map(({ product_name, unit, quantity, total }) => (
            <li key={product_name + unit} className="flex justify-between gap-4 py-2">
              <span className="wrap-anywhere">
                {formatUnits(quantity, unit)} · {product_name}
              </span>
              <Price amount={total} />
            </li>
          ))}
        </ul>
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
          {amounts
            .filter(([label, amount]) => amount > 0 || label === "Total")
            .map(([label, amount]) => (
              <div key={label} className="contents">
                <dt className={label === "Total" ? "font-bold" : "text-muted"}>{label}</dt>
                <dd className={label === "Total" ? "font-bold" : undefined}>
                  <Price amount={amount} />
                </dd>
              </div>
            ))}
        </dl>
      </div>
    </Dialog>
  );
}
