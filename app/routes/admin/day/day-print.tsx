import type { ReactNode } from "react";
import { data } from "react-router";
import { shopContext } from "#app/context.ts";
import { nameUnit } from "#app/domain/catalogue/options/quote.ts";
import { type PrintSheet, printSheets } from "#app/domain/day/roles.ts";
import {
  centsToReceive,
  isConfirmed,
  listPickRows,
  listStops,
  type PickRow,
} from "#app/domain/day/rules.ts";
import { type DayOrder, type DayView, daySchema } from "#app/domain/day/schema.ts";
import { formatDeliveryDate } from "#app/domain/delivery/texts.ts";
import { sentQuantity } from "#app/domain/orders/texts.ts";
import { formatPhone, formatPostalCode } from "#app/routes/admin/kit/orders/order-labels.tsx";
import { useSiteName } from "#app/routes/admin/layout-data.ts";
import { formatCents, formatMoney } from "#app/shared/money.ts";
import { formatQuantity } from "#app/shared/units.ts";
import { PaperLinks, PickingTicket, readPaper } from "../orders/thermal.tsx";
import { LotNames } from "../stock/lot-names.tsx";
import type { Route } from "./+types/day-print";
import { countVolumes } from "./packing.tsx";
import { LotLines } from "./picking.tsx";
import { PrintHeader } from "./print-header.tsx";
import "./day-print.css";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const date = daySchema.safeParse(params.date).data;
  const sheet = url.searchParams.get("folha") ?? "";
  if (!date || !Object.hasOwn(printSheets, sheet)) throw data(null, { status: 404 });
  const day = await context.get(shopContext).day.read(date);
  return { sheet: sheet as PrintSheet, day, paper: readPaper(url) };
}

const sheets = {
  separar: PickingSheet,
  romaneios: PackingSlips,
  rota: RouteSheet,
} satisfies Record<PrintSheet, (props: { day: DayView }) => ReactNode>;

/** A sheet of a day with its print button. */
export default function DayPrint({ loaderData: { day, sheet, paper } }: Route.ComponentProps) {
  const Sheet = sheets[sheet];
  const isRoll = sheet === "separar" && paper !== "a4";
  const isEmpty = !day.orders.some(isConfirmed);
  return (
    <>
      <PrintHeader title={printSheets[sheet]} date={day.date} isEmpty={isEmpty}>
        {sheet === "separar" && <PaperLinks current={paper} />}
      </PrintHeader>
      {!isEmpty && !isRoll && <Sheet day={day} />}
      {!isEmpty && isRoll && <PickingTicket paper={paper} date={day.date} rows={pickedRows(day)} />}
    </>
  );
}

function SheetTitle({ title, date }: { title: string; date: string }) {
  return (
    <header className="mb-3 flex items-end justify-between gap-6 border-b-2 border-current pb-2">
      <div>
        <p className="font-semibold">{useSiteName()}</p>
        <h2 className="text-2xl">{title}</h2>
      </div>
      <p>{formatDeliveryDate(date)}</p>
    </header>
  );
}

const pickedRows = (day: DayView) => listPickRows(day.orders).filter(({ needed }) => needed > 0);

function PickingSheet({ day }: { day: DayView }) {
  const rows = pickedRows(day);
  return (
    <article className="order-sheet">
      <SheetTitle title="Separação" date={day.date} />
      <table className="day-sheet-lines">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">Separado</span>
            </th>
            <th scope="col">Produto</th>
            <th scope="col" className="number">
              Total
            </th>
            <th scope="col">Clientes</th>
          </tr>
        </thead>
        <tbody>
          {rows.flatMap((row) =>
            splitCustomers(row.customers).map((customers, part) => (
              <tr key={`${row.product_id || row.product_name} ${row.unit} ${customers[0]?.order}`}>
                <td>{part === 0 && <span className="day-sheet-box" />}</td>
                <td>
                  {row.product_name}
                  {part === 0 && <LotLines lots={row.lots} date={day.date} />}
                </td>
                <td className="number">
                  {part === 0 ? (
                    <>
                      <strong>{formatQuantity(row.needed)}</strong> {nameUnit(row)}
                    </>
                  ) : (
                    "continua"
                  )}
                </td>
                <td>
                  {customers
                    .map(({ name, needed }) => `${name} ${formatQuantity(needed)}`)
                    .join(", ")}
                </td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </article>
  );
}

/** A row that is longer than a page would be cut. */
const maxCustomersPerRow = 20;

function splitCustomers(customers: PickRow["customers"]): PickRow["customers"][] {
  const count = Math.ceil(customers.length / maxCustomersPerRow);
  return Array.from({ length: count }, (_, part) =>
    customers.slice(part * maxCustomersPerRow, (part + 1) * maxCustomersPerRow),
  );
}

function PackingSlips({ day }: { day: DayView }) {
  return day.orders.filter(isConfirmed).map((order) => (
    <article key={order.id} className="order-sheet day-slip">
      <SheetTitle title={`Pedido nº ${order.numero_pedido}`} date={day.date} />
      <div className="mb-3 flex justify-between gap-6">
        <div>
          <p className="text-lg font-semibold">{order.name}</p>
          <Place order={order} />
        </div>
        <p className="text-end whitespace-nowrap">
          {countVolumes(order.volumes)}
          <br />
          {order.delivery_shift}
        </p>
      </div>
      {order.note && <p className="mb-3 whitespace-pre-line">Observação: {order.note}</p>}
      <table className="day-sheet-lines">
        <thead>
          <tr>
            <th scope="col">Produto</th>
            <th scope="col" className="number">
              Quantidade
            </th>
            <th scope="col" className="number">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {order.itens.map((item) => (
            <tr key={`${item.product_id} ${item.unit}`}>
              <td>
                {item.product_name}
                <LotNames lots={order.lots ?? []} item={item} />
              </td>
              <td className="number">
                {item.quantity === 0 ? "não enviado" : `${sentQuantity(item)} ${nameUnit(item)}`}
              </td>
              <td className="number">{formatMoney(item.total ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-end text-lg font-semibold">
        Total {formatMoney(order.stop?.valor_total ?? 0)}
      </p>
    </article>
  ));
}

function Place({ order: { stop, delivery_kind } }: { order: DayOrder }) {
  if (!stop || delivery_kind === "retirada") return <p>Retirada na loja</p>;
  return (
    <p>
      {stop.street}, {stop.number}
      {stop.complement && `, ${stop.complement}`}
      <br />
      {stop.neighborhood}, {stop.city},{" "}
      <span className="whitespace-nowrap">CEP {formatPostalCode(stop.zipCode)}</span>
      <br />
      {formatPhone(stop.phone)}
    </p>
  );
}

const sumOf = (orders: readonly DayOrder[], amountOf: (order: DayOrder) => number) =>
  orders.reduce((sum, order) => sum + amountOf(order), 0);

function RouteSheet({ day }: { day: DayView }) {
  const stops = day.orders.filter(
    (order) => isConfirmed(order) && order.delivery_kind !== "retirada",
  );
  const hasShifts = stops.some(({ delivery_shift }) => delivery_shift);
  return (
    <article className="order-sheet">
      <SheetTitle title="Rota" date={day.date} />
      <table className="day-sheet-lines">
        <thead>
          <tr>
            <th scope="col">Nº</th>
            <th scope="col">Cliente</th>
            {hasShifts && <th scope="col">Turno</th>}
            <th scope="col" className="number">
              Volumes
            </th>
            <th scope="col" className="number">
              A receber
            </th>
            <th scope="col" className="max-sm:not-print:hidden">
              Recebido por
            </th>
          </tr>
        </thead>
        <tbody>
          {listStops(stops).map(({ id, first, orders }, index) => (
            <tr key={id}>
              <td>{index + 1}</td>
              <td>
                <strong>{first.name}</strong>{" "}
                {orders.map(({ numero_pedido }) => (
                  <span key={numero_pedido} className="whitespace-nowrap">
                    nº {numero_pedido}{" "}
                  </span>
                ))}
                <Place order={first} />
                {orders.map(({ note }) => note).join(" ")}
              </td>
              {hasShifts && <td>{first.delivery_shift}</td>}
              <td className="number">{sumOf(orders, ({ volumes }) => volumes)}</td>
              <td className="number">
                {formatCents(sumOf(orders, (order) => Math.max(0, centsToReceive(order))))}
              </td>
              <td className="w-32 max-sm:not-print:hidden" />
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}
