import { Link } from "react-router";
import type {
  Dashboard,
  LatestOrder,
  StockWarning,
  WaitingOrder,
} from "#app/domain/reports/dashboard/rules.ts";
import { expiryWarningDays } from "#app/domain/stock/rules.ts";
import type { StockLot } from "#app/domain/stock/schema.ts";
import { stockColumn } from "#app/routes/admin/catalogue/sheet/cell-columns.ts";
import { InlineCell } from "#app/routes/admin/catalogue/sheet/inline-edits.tsx";
import { Allowed } from "#app/routes/admin/kit/allowed.tsx";
import { RelativeTime, StockBadge } from "#app/routes/admin/kit/badges.tsx";
import { NewDot } from "#app/routes/admin/kit/live/unopened-orders.tsx";
import { useConfirmation } from "#app/routes/admin/kit/orders/order-confirmation.tsx";
import { formatOrderId, OrderStatusBadge } from "#app/routes/admin/kit/orders/order-labels.tsx";
import { Panel, PanelLink } from "#app/routes/admin/kit/page.tsx";
import { useUnopenedOrders } from "#app/routes/admin/layout-data.ts";
import { LotList } from "#app/routes/admin/stock/lot-list.tsx";
import { formatMoney } from "#app/shared/money.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Picture } from "#app/ui/picture.tsx";
import { Price } from "#app/ui/price.tsx";

/** Pending orders, the oldest first, each confirmed with one press. */
export function WaitingPanel({ waiting }: Pick<Dashboard, "waiting">) {
  const { orders, amount, oldest } = waiting;
  const unopened = useUnopenedOrders();
  const some = orders > 0;
  const confirmation = useConfirmation();
  return (
    <section
      aria-labelledby="esperando"
      className={classNames(
        "rounded-md border bg-background",
        some ? "border-warning-ink" : "border-line",
      )}
    >
      <div
        className={classNames(
          "flex flex-wrap items-center justify-between gap-x-6 rounded-md px-4 py-3 md:px-5",
          some && "rounded-b-none bg-warning-soft text-warning-ink",
        )}
      >
        <div className="flex items-center gap-3">
          <span
            className={`size-6 shrink-0 ${some ? "icon-[lucide--clock]" : "icon-[lucide--circle-check]"}`}
            aria-hidden
          />
          <div>
            <h2 id="esperando" className="text-lg tabular-nums">
              {some ? describeWaiting(orders) : "Nenhum pedido esperando"}
            </h2>
            <p>{some ? `Somam ${formatMoney(amount)}` : "Está tudo respondido."}</p>
          </div>
        </div>
        {some && (
          <Link
            to="/admin/orders?status=pendente"
            className="-mb-2 inline-flex min-h-11 items-center gap-1 font-semibold hover:underline max-sm:ml-9 sm:-my-1"
          >
            Ver pedidos pendentes
            <span className="icon-[lucide--chevron-right] size-4" aria-hidden />
          </Link>
        )}
      </div>
      <ul className="divide-y divide-line">
        {oldest.map((order, index) => (
          <Waiting
            key={order.id}
            order={order}
            isFirst={index === 0}
            isNew={unopened.includes(order.id)}
            confirmation={confirmation}
          />
        ))}
      </ul>
      {confirmation.dialog}
    </section>
  );
}

type WaitingProps = {
  order: WaitingOrder;
  isFirst: boolean;
  isNew: boolean;
  confirmation: ReturnType<typeof useConfirmation>;
};

/** Only the oldest has a filled button: the one to confirm next. */
function Waiting({ order, isFirst, isNew, confirmation }: WaitingProps) {
  const { id, numero_pedido, customer_name, valor_total, created_at } = order;
  return (
    <li className="flex flex-wrap items-center gap-x-4 px-4 py-2 md:px-5">
      <div className="min-w-0 grow basis-32">
        <Link
          to={`/admin/orders?pedido=${id}`}
          className="relative inline-flex min-h-6 max-w-full items-center font-semibold underline decoration-line underline-offset-4 after:absolute after:-inset-x-2 after:-inset-y-1.5 hover:decoration-current"
        >
          {isNew && <NewDot className="mr-2" />}
          <span className="truncate">{customer_name || "N/A"}</span>
        </Link>
        <p className="text-sm whitespace-nowrap text-muted tabular-nums">
          <Price amount={valor_total} className="font-semibold text-foreground sm:hidden" />
          <span className="sm:hidden"> · </span>
          <span className="max-sm:hidden">nº {numero_pedido} · </span>
          <RelativeTime instant={created_at} />
        </p>
      </div>
      <Price amount={valor_total} className="font-semibold max-sm:hidden" />
      <Allowed area="orders">
        <Button
          variant={isFirst ? "primary" : "outline"}
          pending={confirmation.isPending(id)}
          onClick={() => confirmation.confirm([order])}
          aria-label={`Confirmar pedido nº ${numero_pedido}`}
        >
          Confirmar
        </Button>
      </Allowed>
    </li>
  );
}

function describeWaiting(orders: number): string {
  return orders === 1
    ? "1 pedido esperando resposta"
    : `${orders.toLocaleString("pt-BR")} pedidos esperando resposta`;
}

const shownLots = 3;

/** 'Vence em 30 dias'; nothing where no lot does. */
export function ExpiryPanel({ lots }: { lots: readonly StockLot[] }) {
  if (lots.length === 0) return null;
  return (
    <Panel
      title={`Vence em ${expiryWarningDays} dias`}
      action={<PanelLink to="/admin/stock?tela=lotes">Lotes</PanelLink>}
      className="mb-4"
    >
      <LotList lots={lots.slice(0, shownLots)} />
      {lots.length > shownLots && <p className="text-muted">e mais {lots.length - shownLots}</p>}
    </Panel>
  );
}

/** Products with low stock, the lowest first. */
export function StockPanel({ stock }: Pick<Dashboard, "stock">) {
  const { out, low, products } = stock;
  return (
    <Panel
      title="Estoque"
      action={<PanelLink to="/admin/products?sort=stock">Ver todos</PanelLink>}
    >
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
    </Panel>
  );
}

function Warning({ product }: { product: StockWarning }) {
  const { title, image, stock, unit } = product;
  return (
    <li className="flex min-h-11 items-center gap-3 py-1">
      <div className="size-9 shrink-0 overflow-hidden rounded-sm">
        <Picture src={image} alt="" width={36} height={36} sizes="36px" className="aspect-square" />
      </div>
      <span className="min-w-0 grow wrap-anywhere">{title}</span>
      <span className="text-sm text-muted">{unit}</span>
      <InlineCell product={product} column={stockColumn}>
        <StockBadge stock={stock} />
      </InlineCell>
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
              className="relative inline-flex min-h-6 items-center gap-2 font-semibold underline decoration-line underline-offset-4 after:absolute after:-inset-y-2.5 after:-inset-x-2 hover:decoration-current"
            >
              {unopened.includes(order.id) && <NewDot />}
              <span className="truncate">{order.customer_name || "N/A"}</span>
            </Link>
            <Price amount={order.valor_total} className="text-end font-semibold" />
            <p className="truncate text-sm text-muted tabular-nums">
              <span>{formatOrderId(order.id)}</span>, <RelativeTime instant={order.created_at} />
            </p>
            <p className="text-end">
              <OrderStatusBadge status={order.status} />
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
