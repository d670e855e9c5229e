import { data } from "react-router";
import { shopContext } from "#app/context.ts";
import { isConfirmed } from "#app/domain/day/rules.ts";
import { type DayOrder, daySchema } from "#app/domain/day/schema.ts";
import type { Route } from "./+types/day-labels";
import { PrintHeader } from "./print-header.tsx";
// The labels come after the other sheets, whose pages are A4: few browsers print pages of two sizes.
import "./day-labels.css";

export async function loader({ context, params }: Route.LoaderArgs) {
  const date = daySchema.safeParse(params.date).data;
  if (!date) throw data(null, { status: 404 });
  const { orders } = await context.get(shopContext).day.read(date);
  return { date, orders: orders.filter(isConfirmed) };
}

/** Labels of 100 × 50 mm, one for each volume. */
export default function DayLabels({ loaderData: { date, orders } }: Route.ComponentProps) {
  const labels = orders.flatMap((order) =>
    Array.from({ length: order.volumes }, (_, index) => ({ order, volume: index + 1 })),
  );
  return (
    <>
      <PrintHeader title="Etiquetas 100 × 50 mm" date={date} isEmpty={orders.length === 0} />
      {labels.map(({ order, volume }) => (
        <article key={`${order.id} ${volume}`} className="day-label">
          <strong className="line-clamp-2">{order.name}</strong>
          <span>{describePlace(order)}</span>
          <span className="flex justify-between gap-3">
            <span>
              nº {order.numero_pedido}
              {order.delivery_shift && ` · ${order.delivery_shift.split(",")[0]}`}
            </span>
            <strong>
              {volume}/{order.volumes}
            </strong>
          </span>
        </article>
      ))}
    </>
  );
}

function describePlace({ delivery_kind, stop }: DayOrder): string {
  if (delivery_kind === "retirada" || !stop) return "Retirada na loja";
  const { street, number, complement, neighborhood, city } = stop;
  const address = [street, number, complement].filter(Boolean).join(", ");
  return `${address} · ${neighborhood}, ${city}`;
}
