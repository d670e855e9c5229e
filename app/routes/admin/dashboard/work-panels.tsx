import { Link } from "react-router";
import type {
  Dashboard,
  LatestOrder,
  OrderSum,
  StockWarning,
} from "#app/domain/dashboard/rules.ts";
import { useUnopenedOrders } from "#app/routes/admin/layout-data.ts";
import { NewBadge } from "#app/routes/admin/live/unopened-orders.tsx";
import { formatOrderId, OrderStatusBadge } from "#app/routes/admin/orders/order-labels.tsx";
import { StockBadge } from "#app/routes/admin/products/stock-badge.tsx";
import { formatDate, formatTime } from "#app/routes/admin/ui/dates.ts";
import { formatMoney } from "#app/shared/money.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Picture } from "#app/ui/picture.tsx";
import { Price } from "#app/ui/price.tsx";
import { Panel, PanelLink } from "./panel.tsx";

/** Pending orders. */
export function WaitingPanel({ waiting: { orders, amount } }: { waiting: OrderSum }) {
  const some = orders > 0;
  return (
    <section
      aria-labelledby="esperando"
      className={classNames(
        "mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md border p-4 md:p-5",
        some ? "border-warning-ink bg-warning-soft text-warning-ink" : "border-line bg-background",
      )}
    >
      <div className="flex items-center gap-4">
        <span
          className={`size-8 shrink-0 ${some ? "icon-[lucide--clock]" : "icon-[lucide--circle-check]"}`}
          aria-hidden
        />
        <div>
          <h2 id="esperando" className="text-xl tabular-nums">
            {some ? describeWaiting(orders) : "Nenhum pedido esperando"}
          </h2>
          <p>{some ? `Somam ${formatMoney(amount)}` : "Está tudo respondido."}</p>
        </div>
      </div>
      {some && (
        <ButtonLink to="/admin/orders?status=pendente" className="max-sm:w-full">
          Ver pedidos pendentes
        </ButtonLink>
      )}
    </section>
  );
}

function describeWaiting(orders: number): string {
  return orders === 1
    ? "1 pedido esperando resposta"
    : `${orders.toLocaleString("pt-BR")} pedidos esperando resposta`;
}

/** Products with low stock, the lowest first. */
export function StockPanel({ stock }: Pick<Dashboard, "stock">) {
  const { out, low, products } = stock;
  const unseen = out + low - products.length;
  return (
    <Panel title="Estoque" action={<PanelLink to="/admin/products">Produtos</PanelLink>}>
      <p className="mb-1 text-muted">
        {products.length === 0
          ? "Nenhum produto visível tem 10 ou menos em estoque."
          : `${counted(out, "esgotado")} e ${low} com estoque baixo`}
      </p>
      <ul className="divide-y divide-line">
        {products.map((product) => (
          <Warning key={product.id} product={product} />
        ))}
      </ul>
      {unseen > 0 && <p className="mt-2 text-muted">e mais {unseen}</p>}
    </Panel>
  );
}

function Warning({ product: { title, image, stock, unit } }: { product: StockWarning }) {
  return (
    <li className="flex min-h-11 items-center gap-3 py-1">
      <div className="size-9 shrink-0 overflow-hidden rounded-sm">
        <Picture src={image} alt="" width={36} height={36} sizes="36px" className="aspect-square" />
      </div>
      <span className="min-w-0 grow wrap-anywhere">{title}</span>
      <span className="text-sm text-muted">{unit}</span>
      <StockBadge stock={stock} />
    </li>
  );
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

export function ActivityPanel({ latest }: { latest: readonly LatestOrder[] }) {
  const unopened = useUnopenedOrders();
  return (
    <Panel
      className="grow"
      title="Atividade recente"
      action={<PanelLink to="/admin/orders">Pedidos</PanelLink>}
    >
      {latest.length === 0 && <p className="text-muted">Nenhum pedido cadastrado</p>}
      <ul className="divide-y divide-line">
        {latest.map((order) => (
          <li
            key={order.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-0.5 py-2.5"
          >
            <Link
              to={`/admin/orders?pedido=${order.id}`}
              className="relative inline-flex min-h-6 items-center font-semibold wrap-anywhere underline decoration-line underline-offset-4 after:absolute after:-inset-y-2.5 after:-inset-x-2 hover:decoration-current"
            >
              {order.customer_name || "N/A"}
            </Link>
            <Price amount={order.valor_total} className="text-end font-semibold" />
            <p className="text-sm text-muted tabular-nums">
              <span>{formatOrderId(order.id)}</span>,{" "}
              <time dateTime={order.created_at}>
                {formatDate(order.created_at)} às {formatTime(order.created_at)}
              </time>
            </p>
            <p className="flex flex-wrap justify-end gap-1.5">
              {unopened.includes(order.id) && <NewBadge />}
              <OrderStatusBadge status={order.status} />
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
