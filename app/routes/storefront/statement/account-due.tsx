import { describeDue } from "#app/domain/payments/rules.ts";
import type { AccountView } from "#app/domain/receivables/schema.ts";
import { formatDay } from "#app/shared/days.ts";
import { deliveredStatuses } from "#app/shared/order-status.ts";
import { Price } from "#app/ui/price.tsx";
import { PixPayment } from "../order/order-contents.tsx";

type AccountDueProps = {
  account: Pick<AccountView, "bills" | "open_orders" | "pix">;
  /** The level of the headings. */
  level: 2 | 3;
  /** The number of open orders that are listed; the default is all. */
  maxOrders?: number;
};

/** The amounts that a customer owes, with the Pix to pay them: bills, open orders, or all together. */
export function AccountDue({ account, level, maxOrders = Infinity }: AccountDueProps) {
  const { bills, open_orders, pix } = account;
  const Heading = `h${level}` as const;
  const size = level === 2 ? "text-2xl" : "text-xl";
  return (
    <>
      {bills.map((bill) => (
        <section
          key={bill.closes_on}
          aria-label={`Fatura que fecha em ${formatDay(bill.closes_on)}`}
        >
          <Heading className={size}>Fatura até {formatDay(bill.closes_on)}</Heading>
          <p className="mt-1 mb-3">
            <b>
              <Price amount={bill.open} />
            </b>
            , vence em {formatDay(bill.due_on)}
            <span className="block text-muted">
              {bill.orders} {bill.orders === 1 ? "entrega" : "entregas"}
            </span>
          </p>
          {bill.pix && <PixPayment pix={bill.pix} id={`pix-${bill.closes_on}`} />}
        </section>
      ))}
      {open_orders.length > 0 && (
        <section aria-labelledby="abertos">
          <Heading id="abertos" className={size}>
            Pedidos em aberto
          </Heading>
          <ul className="mt-3 divide-y divide-line border-y border-line">
            {open_orders.slice(0, maxOrders).map(({ numero_pedido, open, ...order }) => (
              <li key={numero_pedido} className="flex items-center justify-between gap-3 py-2.5">
                <span>
                  Pedido nº {numero_pedido}
                  <span className="block text-muted">{describeOpenOrder(order)}</span>
                </span>
                <span className="font-semibold whitespace-nowrap">
                  <Price amount={open} />
                </span>
              </li>
            ))}
            {open_orders.length > maxOrders && (
              <li className="py-2 text-muted">
                e mais {open_orders.length - maxOrders} no extrato
              </li>
            )}
          </ul>
        </section>
      )}
      {pix && bills.length !== 1 && <PixPayment pix={pix} />}
    </>
  );
}

type OpenOrder = AccountView["open_orders"][number];

/** 'entregue, vence em 03/08/2026' */
function describeOpenOrder({ status, ...due }: Omit<OpenOrder, "numero_pedido" | "open">) {
  const delivery = deliveredStatuses.includes(status) ? "entregue" : "a entregar";
  return [delivery, describeDue(due)].filter(Boolean).join(", ");
}
