import { data } from "react-router";
import { shopContext } from "#app/context.ts";
import { nameUnit } from "#app/domain/catalogue/options/quote.ts";
import { tableTitle } from "#app/domain/catalogue/price-tables/rules.ts";
import { describeDelivery } from "#app/domain/delivery/texts.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import { ifMissingLabels, sentQuantity } from "#app/domain/orders/texts.ts";
import type { PixCharge } from "#app/domain/payments/pix/schema.ts";
import { describeOpen, describeTerms } from "#app/domain/payments/rules.ts";
import type { OrderLot } from "#app/domain/stock/schema.ts";
import { formatDate, formatTime } from "#app/routes/admin/kit/dates.ts";
import { useMarkAsOpened } from "#app/routes/admin/kit/live/unopened-orders.tsx";
import {
  formatDocument,
  formatOrderId,
  formatPhone,
  formatPostalCode,
  OrderTotals,
} from "#app/routes/admin/kit/orders/order-labels.tsx";
import { PageHeader } from "#app/routes/admin/kit/page.tsx";
import { PrintButton } from "#app/routes/admin/kit/print-button.tsx";
import { useSiteName } from "#app/routes/admin/layout-data.ts";
import { formatMoney } from "#app/shared/money.ts";
import { statusTable } from "#app/shared/order-status.ts";
import { z } from "#app/shared/zod.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { QrCode } from "#app/ui/qr-code.tsx";
import { LotNames } from "../stock/lot-names.tsx";
import type { Route } from "./+types/order-print";
import { PaperLinks, papers, readPaper, ThermalReceipt } from "./thermal.tsx";
import "./order-print.css";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const id = z.guid().safeParse(params.id).data;
  const shop = context.get(shopContext);
  const order = id && (await shop.orders.find(id.toLowerCase()));
  if (!order) throw data(null, { status: 404 });
  const [path, pix] = [
    await shop.orders.findPath(order.id),
    await shop.orders.offerPixCharge(order),
  ];
  const lots = (await shop.stock.readOrderLots([order.id])).get(order.id) ?? [];
  return { order, pix, lots, link: path && url.origin + path, paper: readPaper(url) };
}

/** The print view with its print button. */
export default function OrderPrintPage({ loaderData }: Route.ComponentProps) {
  const { order, paper, ...parts } = loaderData;
  useMarkAsOpened(order.id);
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={`Imprimir pedido ${formatOrderId(order.id)}`}
          description={papers[paper]}
        >
          <div className="flex flex-wrap gap-3">
            <PaperLinks current={paper} />
            <ButtonLink variant="outline" to={`/admin/orders?pedido=${order.id}`}>
              Voltar ao pedido
            </ButtonLink>
            <PrintButton />
          </div>
        </PageHeader>
      </div>
      {paper === "a4" ? (
        <OrderSheet order={order} {...parts} />
      ) : (
        <ThermalReceipt order={order} paper={paper} {...parts} />
      )}
    </>
  );
}

type OrderSheetProps = {
  order: Order;
  link: string | undefined;
  pix: PixCharge | null;
  lots: readonly OrderLot[];
};

/** One order on an A4 page; longer ones continue with the table header repeated. */
function OrderSheet({ order, link, pix, lots }: OrderSheetProps) {
  const siteName = useSiteName();
  return (
    <article className="order-sheet">
      <header className="flex items-start justify-between gap-6 border-b-2 border-current pb-3">
        <div>
          <p className="font-semibold">{siteName}</p>
          <h2 className="text-2xl">Pedido nº {order.numero_pedido}</h2>
        </div>
        <p className="text-end whitespace-nowrap">
          {formatDate(order.created_at)} às {formatTime(order.created_at)}
          <br />
          {formatOrderId(order.id)}
          <br />
          {statusTable[order.status].label}
        </p>
      </header>
      {order.anonymized_at === null ? (
        <Parties order={order} />
      ) : (
        <p className="my-4">Dados do cliente apagados.</p>
      )}
      <Items itens={order.itens} lots={lots} />
      <div className="order-sheet-totals">
        <OrderTotals {...order} />
      </div>
      <PaymentLines order={order} />
      {pix && (
        <div className="mt-3 break-inside-avoid">
          <p className="font-semibold">
            Pague {formatMoney(pix.amount)} por PIX a {pix.recipient}
          </p>
          <QrCode {...pix.qr_code} className="size-40" />
          <p className="text-sm wrap-anywhere">Pix Copia e Cola: {pix.code}</p>
        </div>
      )}
      {link && <p className="mt-3 text-sm wrap-anywhere">Acompanhe o pedido: {link}</p>}
      <p className="order-sheet-signature">Recebido por (nome e data)</p>
    </article>
  );
}

/** The terms, the received amount and the open one. */
function PaymentLines({ order }: { order: Order }) {
  const terms = describeTerms(order);
  return (
    <>
      {order.price_table && <p className="mt-3">{tableTitle(order.price_table)}</p>}
      {terms && <p className="mt-3">Pagamento: {terms}</p>}
      {order.paid_amount > 0 && (
        <p className="mt-3">
          {[`Recebido ${formatMoney(order.paid_amount)}`, describeOpen(order)]
            .filter(Boolean)
            .join(". ")}
        </p>
      )}
    </>
  );
}

function Parties({ order }: { order: Order }) {
  const { cliente_info: customer } = order;
  const when = describeDelivery(order);
  return (
    <div className="my-4 grid gap-6 wrap-anywhere sm:grid-cols-2">
      <section>
        <h3 className="text-lg">Cliente</h3>
        <p>{customer.name}</p>
        <p>{formatDocument(customer.document)}</p>
        <p>{formatPhone(customer.phone)}</p>
        <p>{customer.email}</p>
      </section>
      <section>
        <h3 className="text-lg">Entrega</h3>
        {when && <p className="font-semibold">{when}</p>}
        <p>
          {customer.street}, {customer.number}
        </p>
        {customer.complement && <p>{customer.complement}</p>}
        <p>{customer.neighborhood}</p>
        <p>
          {customer.city} – {customer.state}
        </p>
        <p>CEP {formatPostalCode(customer.zipCode)}</p>
      </section>
      {(customer.if_missing || customer.note) && (
        <section className="sm:col-span-2">
          {customer.if_missing && <p>Se faltar algo: {ifMissingLabels[customer.if_missing]}</p>}
          {customer.note && <p className="whitespace-pre-line">Observação: {customer.note}</p>}
        </section>
      )}
    </div>
  );
}

function Items({ itens, lots }: Pick<Order, "itens"> & Pick<OrderSheetProps, "lots">) {
  return (
    <table className="order-sheet-items">
      <caption className="sr-only">Itens do pedido</caption>
      <thead>
        <tr>
          <th scope="col">Produto</th>
          <th scope="col">Qtd.</th>
          <th scope="col">Unidade</th>
          <th scope="col">Preço</th>
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody>
        {itens.map((item) => (
          <tr key={`${item.product_id} ${item.unit}`}>
            <td>
              {item.product_name}
              <LotNames lots={lots} item={item} />
            </td>
            <td>{item.quantity === 0 ? "não enviado" : sentQuantity(item)}</td>
            <td>{nameUnit(item)}</td>
            <td>{formatMoney(item.price)}</td>
            <td>{formatMoney(item.total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
