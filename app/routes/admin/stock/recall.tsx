import { Link } from "react-router";
import { shopContext } from "#app/context.ts";
import { describeLot } from "#app/domain/stock/rules.ts";
import type { Recall } from "#app/domain/stock/schema.ts";
import { CopyButton } from "#app/routes/admin/kit/copy-button.tsx";
import { type Column, DataTable } from "#app/routes/admin/kit/lists/data-table.tsx";
import { formatPhone, OrderStatusBadge } from "#app/routes/admin/kit/orders/order-labels.tsx";
import { PageHeader } from "#app/routes/admin/kit/page.tsx";
import { EmptyRows } from "#app/routes/admin/kit/states.tsx";
import { whatsappLink } from "#app/shared/phone-numbers.ts";
import { formatQuantity, formatUnits } from "#app/shared/units.ts";
import { z } from "#app/shared/zod.ts";
import type { Route } from "./+types/recall";

export async function loader({ context, params }: Route.LoaderArgs) {
  const id = z.guid().safeParse(params.id);
  const recall = id.success && (await context.get(shopContext).stock.readRecall(id.data));
  if (!recall) throw new Response(null, { status: 404 });
  return recall;
}

/** The customers who got goods of a lot, with their telephones. */
export default function RecallPage({ loaderData: { lot, orders } }: Route.ComponentProps) {
  const phones = new Map(
    orders.flatMap(({ name, phone }) => (phone ? [[phone, `${name}: ${formatPhone(phone)}`]] : [])),
  );
  return (
    <>
      <PageHeader
        title={`${describeLot(lot)} · ${lot.title || "produto excluído"}`}
        description="Quem recebeu este lote"
      >
        {phones.size > 0 && (
          <CopyButton
            text={[...phones.values()].join("\n")}
            label={phones.size === 1 ? "Copiar telefone" : `Copiar ${phones.size} telefones`}
            showLabel
          />
        )}
      </PageHeader>
      <p className="mb-4">No estoque: {formatUnits(lot.balance, lot.unit)}.</p>
      {orders.length === 0 ? (
        <EmptyRows icon="icon-[lucide--users]" title="Nenhum pedido recebeu este lote" />
      ) : (
        <DataTable caption="Pedidos que receberam o lote" columns={columns} rows={orders} />
      )}
    </>
  );
}

const columns: Column<Recall["orders"][number]>[] = [
  {
    header: "Cliente",
    card: "title",
    cell: ({ name, numero_pedido }) =>
      name || (numero_pedido ? "Dados do cliente apagados" : "Pedido excluído"),
  },
  {
    header: "Telefone",
    cell: ({ phone }) => {
      const link = whatsappLink(phone);
      return link ? (
        <a href={link} className="inline-flex min-h-11 items-center underline">
          {formatPhone(phone)}
        </a>
      ) : (
        formatPhone(phone)
      );
    },
  },
  {
    header: "Pedido",
    cell: ({ id, numero_pedido }) =>
      numero_pedido && (
        <Link to={`/admin/orders?pedido=${id}`} className="underline">
          nº {numero_pedido}
        </Link>
      ),
  },
  {
    header: "Deste lote",
    align: "end",
    cell: ({ quantity }) => formatQuantity(quantity),
  },
  {
    header: "Status",
    cell: ({ status }) => status && <OrderStatusBadge status={status} />,
  },
];
