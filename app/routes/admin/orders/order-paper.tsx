import { formatMoney } from "#app/domain/money/rules.ts";
import type { Order } from "#app/domain/orders/order.ts";
import { orderStatusLabels } from "#app/domain/orders/rules.ts";
import { useSite } from "#app/routes/admin/layout-site.ts";
import { OrderTotals } from "./order-totals.tsx";
import { shortId, showCep, showDate, showPhone, showTime } from "./order-words.ts";

/** One order on one sheet, in black on white; longer ones go on with the items' header repeated. */
export function OrderPaper({ order }: { order: Order }) {
  const { siteName } = useSite();
  return (
    <article className="paper">
      <header className="flex items-start justify-between gap-6 border-b-2 border-current pb-3">
        <div>
          <p className="font-semibold">{siteName}</p>
          <h2 className="text-2xl">Pedido nº {order.numero_pedido}</h2>
        </div>
        <p className="text-end">
          {showDate(order.created_at)} às {showTime(order.created_at)}
          <br />
          {shortId(order.id)}
          <br />
          {orderStatusLabels[order.status]}
        </p>
      </header>
      {order.anonymized_at === null ? (
        <Parties order={order} />
      ) : (
        <p className="my-4">Dados do cliente apagados.</p>
      )}
      <Items itens={order.itens} />
      <div className="paper-totals">
        <OrderTotals {...order} />
      </div>
      <p className="paper-signature">Recebido por (nome e data)</p>
    </article>
  );
}

function Parties({ order: { cliente_info: customer } }: { order: Order }) {
  return (
    <div className="my-4 grid grid-cols-2 gap-6 wrap-anywhere">
      <section>
        <h3 className="text-lg">Cliente</h3>
        <p>{customer.name}</p>
        <p>{customer.document}</p>
        <p>{showPhone(customer.phone)}</p>
        <p>{customer.email}</p>
      </section>
      <section>
        <h3 className="text-lg">Entrega</h3>
        <p>
          {customer.street}, {customer.number}
        </p>
        {customer.complement && <p>{customer.complement}</p>}
        <p>{customer.neighborhood}</p>
        <p>
          {customer.city} – {customer.state}
        </p>
        <p>CEP {showCep(customer.zipCode)}</p>
      </section>
    </div>
  );
}

function Items({ itens }: Pick<Order, "itens">) {
  return (
    <table className="paper-items">
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
            <td>{item.product_name}</td>
            <td>{item.quantity}</td>
            <td>{item.unit}</td>
            <td>{formatMoney(item.price)}</td>
            <td>{formatMoney(item.total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
