import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { nameUnit } from "#app/domain/catalogue/options/quote.ts";
import type { PickRow } from "#app/domain/day/rules.ts";
import { describeDelivery, formatDeliveryDate } from "#app/domain/delivery/texts.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import { ifMissingLabels, sentQuantity } from "#app/domain/orders/texts.ts";
import type { PixCharge } from "#app/domain/payments/pix/schema.ts";
import { describeOpen, describeTerms } from "#app/domain/payments/rules.ts";
import type { OrderLot } from "#app/domain/stock/schema.ts";
import { formatDate, formatTime } from "#app/routes/admin/kit/dates.ts";
import { formatPhone } from "#app/routes/admin/kit/orders/order-labels.tsx";
import { useSiteName } from "#app/routes/admin/layout-data.ts";
import { formatMoney } from "#app/shared/money.ts";
import { formatQuantity } from "#app/shared/units.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { QrCode } from "#app/ui/qr-code.tsx";
import { LotNames } from "../stock/lot-names.tsx";
import "./thermal.css";

/** The papers of a document: a sheet, or the roll of a thermal printer by its width in millimetres. */
export const papers = { a4: "A4", "80": "Bobina 80 mm", "58": "Bobina 58 mm" } as const;
export type Paper = keyof typeof papers;

export function readPaper(url: URL): Paper {
  const paper = url.searchParams.get("papel") ?? "";
  return Object.hasOwn(papers, paper) ? (paper as Paper) : "a4";
}

/** Links to the same document on the other papers. */
export function PaperLinks({ current }: { current: Paper }) {
  const { pathname, search } = useLocation();
  return Object.entries(papers).map(([paper, label]) => {
    const query = new URLSearchParams(search);
    query.set("papel", paper);
    return paper === current ? null : (
      <ButtonLink key={paper} variant="ghost" to={`${pathname}?${query}`} replace>
        {label}
      </ButtonLink>
    );
  });
}

type RollProps = { paper: Exclude<Paper, "a4">; children: ReactNode };

function Roll({ paper, children }: RollProps) {
  return (
    <article className="thermal" data-paper={paper}>
      {children}
    </article>
  );
}

type ReceiptProps = {
  paper: Exclude<Paper, "a4">;
  order: Order;
  link: string | undefined;
  pix: PixCharge | null;
  lots: readonly OrderLot[];
};

/** An order for the customer, on the roll of a thermal printer. */
export function ThermalReceipt({ paper, order, link, pix, lots }: ReceiptProps) {
  const siteName = useSiteName();
  const { cliente_info: customer, delivery_fee, discount, valor_total } = order;
  const when = describeDelivery(order);
  const terms = describeTerms(order);
  const isErased = order.anonymized_at !== null;
  const amounts: [label: string, amount: number][] = [
    ["Entrega", delivery_fee],
    ["Desconto", -discount],
  ];
  return (
    <Roll paper={paper}>
      <p className="font-semibold">{siteName}</p>
      <h2>Pedido nº {order.numero_pedido}</h2>
      <p>
        {formatDate(order.created_at)} às {formatTime(order.created_at)}
      </p>
      <div className="thermal-rule" />
      {isErased ? (
        <p>Dados do cliente apagados.</p>
      ) : (
        <>
          <p className="font-semibold">{customer.name}</p>
          <p>{formatPhone(customer.phone)}</p>
          <p>
            {customer.street}, {customer.number} {customer.complement}
            <br />
            {customer.neighborhood}, {customer.city}
          </p>
          {customer.if_missing && <p>Se faltar algo: {ifMissingLabels[customer.if_missing]}</p>}
          {customer.note && <p className="whitespace-pre-line">Observação: {customer.note}</p>}
        </>
      )}
      {when && <p className="font-semibold">{when}</p>}
      <div className="thermal-rule" />
      {order.itens.map((item) => (
        <div key={`${item.product_id} ${item.unit}`} className="thermal-line">
          <span>
            {item.quantity === 0 ? "não enviado" : `${sentQuantity(item)} ${nameUnit(item)}`} ·{" "}
            {item.product_name}
            <LotNames lots={lots} item={item} />
          </span>
          <span>{formatMoney(item.total)}</span>
        </div>
      ))}
      <div className="thermal-rule" />
      {amounts
        .filter(([, amount]) => amount !== 0)
        .map(([label, amount]) => (
          <p key={label} className="thermal-line">
            <span>{label}</span>
            <span>{formatMoney(amount)}</span>
          </p>
        ))}
      <p className="thermal-line text-[1.2em] font-bold">
        <span>Total</span>
        <span>{formatMoney(valor_total)}</span>
      </p>
      {terms && <p>Pagamento: {terms}</p>}
      {order.paid_amount > 0 && (
        <p>
          {[`Recebido ${formatMoney(order.paid_amount)}`, describeOpen(order)]
            .filter(Boolean)
            .join(". ")}
        </p>
      )}
      {pix && (
        <div className="mt-2 break-inside-avoid text-center">
          <p>Pague {formatMoney(pix.amount)} por PIX</p>
          <QrCode {...pix.qr_code} className="mx-auto w-4/5" />
        </div>
      )}
      {link && <p className="mt-2 text-[0.85em]">Acompanhe: {link}</p>}
      <p className="mt-8 border-t border-black pt-1">Recebido por</p>
    </Roll>
  );
}

type PickingTicketProps = {
  paper: Exclude<Paper, "a4">;
  date: string;
  rows: readonly PickRow[];
};

/** The picking list of a day, with a box to tick for each product. */
export function PickingTicket({ paper, date, rows }: PickingTicketProps) {
  return (
    <Roll paper={paper}>
      <h2>Separação</h2>
      <p>{formatDeliveryDate(date)}</p>
      <div className="thermal-rule" />
      {rows.map((row) => (
        <div key={`${row.product_id || row.product_name} ${row.unit}`} className="mb-1.5">
          <div className="thermal-line">
            <span>
              <span className="day-sheet-box" /> {row.product_name}
            </span>
            <strong>
              {formatQuantity(row.needed)} {nameUnit(row)}
            </strong>
          </div>
          <LotNames lots={row.lots} item={{ product_id: row.product_id, quantity: row.needed }} />
          <p className="text-[0.85em]">
            {row.customers
              .map(({ name, needed }) => `${name} ${formatQuantity(needed)}`)
              .join(", ")}
          </p>
        </div>
      ))}
    </Roll>
  );
}
