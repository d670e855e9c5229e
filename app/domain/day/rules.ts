import { nameUnit } from "#app/domain/catalogue/options/quote.ts";
import { mapSearch } from "#app/domain/company/company.ts";
import { formatDeliveryDate } from "#app/domain/delivery/texts.ts";
import { canBeWeighed, changeLine, isSameLine } from "#app/domain/orders/lines.ts";
import { sentQuantity } from "#app/domain/orders/texts.ts";
import { type PaymentKind, paymentKindTable } from "#app/domain/payments/kinds.ts";
import { toPaymentMethod } from "#app/domain/payments/methods.ts";
import type { OrderLot } from "#app/domain/stock/schema.ts";
import { type Cents, formatMoney, sumCents, toAmount, toCents } from "#app/shared/money.ts";
import { newStatus, statusesWith, statusTable } from "#app/shared/order-status.ts";
import { addQuantities, formatQuantity } from "#app/shared/units.ts";
import type { HelperRole } from "./roles.ts";
import type { DayAction, DayItem, DayOrder, DayView } from "./schema.ts";

/** The rules for what is picked, packed, delivered and received on a day, for pages, prints and commands. */

/** Delivered orders stay on the day, for its closing. */
export const deliveredStatus = "entregue";
/** The statuses of the orders of a day: not cancelled ones. */
export const dayStatuses = [newStatus, ...statusesWith("isPayable")] as const;

/** The actions that each helper may do. */
export const helperActions: Record<HelperRole, readonly DayAction["kind"][]> = {
  motorista: ["deliver", "fail", "route"],
  separacao: ["pick", "pack"],
};

export function pickKey({ product_id, unit }: Pick<DayItem, "product_id" | "unit">): string {
  return `${product_id} ${unit}`;
}

export function isConfirmed({ status }: Pick<DayOrder, "status">): boolean {
  return status !== newStatus;
}

/** Returns whether goods have to be picked for the order: it is confirmed and not delivered. */
export function isToDo({ status }: Pick<DayOrder, "status">): boolean {
  return isConfirmed({ status }) && status !== deliveredStatus;
}

/** Returns whether a helper sees the order on its date, and may act on it: one that drives sees none that the customer fetches. */
export function isShownTo(
  role: HelperRole,
  { status, delivery_kind }: Pick<DayOrder, "status" | "delivery_kind">,
): boolean {
  return isConfirmed({ status }) && (role === "separacao" || delivery_kind !== "retirada");
}

export type PickRow = Pick<DayItem, "product_id" | "product_name" | "unit" | "unit_label"> & {
  needed: number;
  picked: number;
  /** The lots that it is taken from, in main units of the product, the first to expire first. */
  lots: OrderLot[];
  /** The quantity in orders that are not confirmed yet. */
  pending: number;
  /** `stored`: what is marked as picked, which may be more than is needed since an edit. */
  customers: { order: string; name: string; needed: number; picked: number; stored: number }[];
};

/** Each product and unit once, by name, with the orders that need it. */
export function listPickRows(orders: readonly DayOrder[]): PickRow[] {
  const rows = new Map<string, PickRow>();
  for (const order of orders) {
    if (order.status === deliveredStatus) continue;
    for (const item of order.itens) {
      if (item.quantity === 0) continue;
      const { product_id, product_name, unit, unit_label } = item;
      const key = `${product_id || product_name} ${unit}`;
      const row = rows.get(key) ?? {
        product_id,
        product_name,
        unit,
        unit_label,
        needed: 0,
        picked: 0,
        pending: 0,
        customers: [],
        lots: [],
      };
      rows.set(key, row);
      if (order.status === newStatus) {
        row.pending = addQuantities(row.pending, item.quantity);
        continue;
      }
      const stored = order.picked[pickKey(item)] ?? 0;
      const picked = Math.min(stored, item.quantity);
      row.needed = addQuantities(row.needed, item.quantity);
      row.picked = addQuantities(row.picked, picked);
      const own = order.lots?.filter((lot) => lot.product_id === product_id) ?? [];
      row.lots = addLots(row.lots, own);
      const { id, name } = order;
      row.customers.push({ order: id, name, needed: item.quantity, picked, stored });
    }
  }
  return [...rows.values()].sort((one, other) =>
    one.product_name.localeCompare(other.product_name, "pt-BR"),
  );
}

/** Each lot once. */
function addLots(lots: readonly OrderLot[], further: readonly OrderLot[]): OrderLot[] {
  const sums = new Map(lots.map((lot) => [lot.lot_id, lot]));
  for (const lot of further) {
    const quantity = addQuantities(sums.get(lot.lot_id)?.quantity ?? 0, lot.quantity);
    sums.set(lot.lot_id, { ...lot, quantity });
  }
  return [...sums.values()].sort((one, other) =>
    (one.expires_on ?? "9").localeCompare(other.expires_on ?? "9"),
  );
}

/** The lines of confirmed orders that are not picked. */
export function countUnpicked(orders: readonly DayOrder[]): number {
  return listPickRows(orders).filter(({ needed, picked }) => picked < needed).length;
}

/** Kilos as far as they are known: weighed ones, and what is ordered in kilos. */
export function kilosOf({ itens }: Pick<DayOrder, "itens">): number {
  return addQuantities(
    ...itens.map((item) => {
      if (!canBeWeighed(item)) return 0;
      return item.weight ?? item.quantity * (item.unit === "kg" ? 1 : (item.contains ?? 1));
    }),
  );
}

/** A day on the dashboard; `amount` in BRL. */
export type DayFigures = {
  date: string;
  stops: number;
  kilos: number;
  amount: number;
  unpicked: number;
};

/** The first order of the stop. */
function leaderOf({ id, stop_of = id }: Pick<DayOrder, "id" | "stop_of">): string {
  return stop_of;
}

/** First the stops that are in the route, then the others by CEP; the orders of one stop follow each other. */
export function sortStops<
  Order extends Pick<DayOrder, "id" | "numero_pedido" | "stop" | "stop_of">,
>(orders: readonly Order[], stops: readonly string[]): Order[] {
  const places = new Map(stops.map((id, place) => [id, place]));
  const numbers = new Map(orders.map(({ id, numero_pedido }) => [id, numero_pedido]));
  const placeOf = (order: Order) => places.get(leaderOf(order)) ?? stops.length;
  const numberOf = (order: Order) => numbers.get(leaderOf(order)) ?? order.numero_pedido;
  return [...orders].sort(
    (one, other) =>
      placeOf(one) - placeOf(other) ||
      (one.stop?.zipCode ?? "").localeCompare(other.stop?.zipCode ?? "") ||
      numberOf(one) - numberOf(other) ||
      one.numero_pedido - other.numero_pedido,
  );
}

type DayStop<Order> = { id: string; first: Order; orders: Order[] };

/** The stops of sorted orders; one has several orders where a customer has several for one delivery. */
export function listStops<Order extends Pick<DayOrder, "id" | "stop_of">>(
  orders: readonly Order[],
): DayStop<Order>[] {
  const stops = new Map<string, DayStop<Order>>();
  for (const order of orders) {
    const id = leaderOf(order);
    const stop = stops.get(id);
    if (stop) stop.orders.push(order);
    else stops.set(id, { id, first: order, orders: [order] });
  }
  return [...stops.values()];
}

/** Each order's part of what was received at a stop; the last one takes what is left. */
export function splitReceived(
  orders: readonly Pick<DayOrder, "id" | "stop">[],
  amount: number,
): Map<string, number> {
  let left = toCents(amount);
  const parts = orders.map(({ id, stop }, at): [string, number] => {
    const open = Math.max(0, centsToReceive({ stop }));
    const part = at === orders.length - 1 ? left : Math.min(open, left);
    left -= part;
    return [id, toAmount(part)];
  });
  return new Map(parts);
}

/** The cents that are still to be received of an order; negative: to be returned. */
export function centsToReceive({ stop }: Pick<DayOrder, "stop">): Cents {
  return stop ? toCents(stop.valor_total) - toCents(stop.received) : 0;
}

/** Returns whether the customer pays an order of the day later, as agreed, and not at the door. */
export function isPaidLater({ stop }: Pick<DayOrder, "stop">, date: string): boolean {
  return stop?.due_on != null && stop.due_on > date;
}

/** The kind of one of the shop's payment methods; of a name that it does not have, what the name itself says. */
export function paymentKindOf(
  { method_kinds }: Pick<DayView, "method_kinds">,
  method: string,
): PaymentKind {
  const kind = Object.hasOwn(method_kinds, method) ? method_kinds[method] : undefined;
  return kind ?? toPaymentMethod(method).kind;
}

/** Splits an amount that the customer hands over, in BRL and perhaps NaN, into the received part and, in cash, the change. */
export function splitChange(kind: PaymentKind, amount: number, open: Cents) {
  const change = amount > 0 ? Math.max(0, toCents(amount) - open) : 0;
  const isCash = paymentKindTable[kind].isCounted;
  return isCash && change > 0 ? { amount: toAmount(open), change } : { amount, change: 0 };
}

/** Figures of the closing sheet, in BRL: what was delivered is received on the day, paid before, or open. */
export function closeDay({ orders, receipts: all, counted_cash }: DayView) {
  const delivered = orders.filter(({ status }) => status === deliveredStatus);
  const centsOf = (some: readonly DayOrder[], field: "valor_total" | "received") =>
    sumCents(some.map(({ stop }) => toCents(stop?.[field] ?? 0)));
  const receipts = sumReceipts(all);
  const received = sumCents(receipts.map(({ amount }) => toCents(amount)));
  const counted = receipts.filter(({ kind }) => paymentKindTable[kind].isCounted);
  const cash = toAmount(sumCents(counted.map(({ amount }) => toCents(amount))));
  const differences = delivered
    .map((order) => ({ order, amount: toAmount(centsToReceive(order)) }))
    .filter(({ amount }) => amount !== 0);
  return {
    delivered: {
      orders: delivered.length,
      amount: toAmount(centsOf(delivered, "valor_total")),
    },
    left: orders.filter(({ status }) => status !== deliveredStatus),
    receipts,
    received: toAmount(received),
    cash,
    /** Counted less expected. */
    cashDifference: counted_cash === null ? null : toAmount(toCents(counted_cash) - toCents(cash)),
    earlier: toAmount(centsOf(orders, "received") - received),
    open: toAmount(sumCents(differences.map(({ amount }) => Math.max(toCents(amount), 0)))),
    differences,
  };
}

/** The day as it will be after an action that is not sent yet. */
export function applyAction(day: DayView, action: DayAction): DayView {
  const change = (id: string, next: (order: DayOrder) => DayOrder): DayView => ({
    ...day,
    orders: day.orders.map((order) => (order.id === id ? next(order) : order)),
  });
  switch (action.kind) {
    case "confirm":
      return change(action.order, (order) => ({ ...order, status: "confirmado" }));
    case "pick":
      return pickLines(day, action);
    case "pack":
      return change(action.order, (order) => packOrder(order, action));
    case "deliver": {
      const { payment } = action;
      if (!day.orders.some(({ id }) => id === action.order)) return day;
      const delivered = change(action.order, (order) => ({
        ...order,
        status: deliveredStatus,
        ...(order.stop && { stop: addReceived(order.stop, payment?.amount ?? 0) }),
      }));
      if (!payment) return delivered;
      const kind = paymentKindOf(day, payment.method);
      return { ...delivered, receipts: [...day.receipts, { ...payment, kind }] };
    }
    case "fail": {
      const order = day.orders.find(({ id }) => id === action.order);
      if (!order) return day;
      const { id: order_id, numero_pedido, name, stop } = order;
      const failure = { order_id, numero_pedido, name, reason: action.reason };
      const amount = stop && { valor_total: stop.valor_total };
      return {
        ...day,
        orders: day.orders.filter(({ id }) => id !== order_id || action.date === day.date),
        failed: [...day.failed, { ...failure, ...amount }],
      };
    }
    case "date": {
      const order = day.undated.find(({ id }) => id === action.order);
      if (!order || action.date !== day.date) return day;
      const undated = day.undated.filter((one) => one !== order);
      return { ...day, orders: [...day.orders, order], undated };
    }
    case "route":
      return action.date === day.date
        ? { ...day, orders: sortStops(day.orders, action.stops) }
        : day;
    case "count":
      return action.date === day.date ? { ...day, counted_cash: action.cash } : day;
  }
}

type Action<Kind> = Extract<DayAction, { kind: Kind }>;

/** An action that was rejected by a conflict, on what the day is now; undefined where it no longer makes sense. */
export function renewAction(
  day: DayView,
  action: DayAction,
  accepted?: string[],
): DayAction | undefined {
  if ("route_version" in action) return { ...action, route_version: day.route_version };
  const findOrder = (id: string) => [...day.orders, ...day.undated].find((one) => one.id === id);
  if (action.kind === "pick") {
    const lines = action.lines.flatMap((line) => {
      const order = findOrder(line.order);
      return order ? [{ ...line, from: order.picked[pickKey(action)] ?? 0 }] : [];
    });
    return lines.length > 0 ? { ...action, lines } : undefined;
  }
  const order = findOrder(action.order);
  if (!order || isToDo(order) === (action.kind === "confirm")) return undefined;
  const { version, volumes } = order;
  return {
    ...action,
    version,
    ...(action.kind === "pack" && { from_volumes: volumes }),
    ...(action.kind === "confirm" && accepted && { accepted }),
  };
}

/** Lists what an action would change of the day, as texts. */
export function listActionChanges(day: DayView, action: DayAction) {
  const after = new Map(listFacts(applyAction(day, action), action));
  if (after.size === 0) after.set("Dia", "fora deste dia");
  return listFacts(day, action).flatMap(([label, now]) => {
    const wanted = after.get(label) ?? now;
    return wanted === now ? [] : [{ label, now, wanted }];
  });
}

function listFacts(day: DayView, action: DayAction): [label: string, text: string][] {
  if (action.kind === "route") return [["Ordem", day.orders.map(({ name }) => name).join(", ")]];
  if (action.kind === "count")
    return [
      ["Dinheiro contado", day.counted_cash === null ? "nada" : formatMoney(day.counted_cash)],
    ];
  const ids = action.kind === "pick" ? action.lines.map(({ order }) => order) : [action.order];
  return [...day.orders, ...day.undated].flatMap((order): [string, string][] => {
    if (!ids.includes(order.id)) return [];
    if (action.kind === "pick") {
      return [[order.name, `${formatQuantity(order.picked[pickKey(action)] ?? 0)} separado`]];
    }
    return [
      ["Situação", statusTable[order.status].label],
      ["Dia", day.undated.includes(order) ? "a combinar" : formatDeliveryDate(day.date)],
      ["Recebido", formatMoney(order.stop?.received ?? 0)],
      ["Volumes", String(order.volumes)],
      ["Embalado", order.packed ? "sim" : "não"],
      ...order.itens.map((item): [string, string] => [
        `${item.product_name} (${nameUnit(item)})`,
        item.quantity === 0 ? "não enviado" : sentQuantity(item),
      ]),
    ];
  });
}

function pickLines(day: DayView, action: Action<"pick">): DayView {
  const targets = new Map(action.lines.map(({ order, to }) => [order, to]));
  const orders = day.orders.map((order) => {
    const to = targets.get(order.id);
    if (to === undefined) return order;
    return { ...order, picked: { ...order.picked, [pickKey(action)]: to } };
  });
  return { ...day, orders };
}

function packOrder(order: DayOrder, { lines = [], volumes, packed }: Action<"pack">): DayOrder {
  const itens = order.itens.map((item) => {
    const line = lines.find((packed) => isSameLine(packed, item));
    return line ? changeLine(item, line) : item;
  });
  const total = (some: readonly DayItem[]) =>
    sumCents(some.map((item) => toCents(item.total ?? 0)));
  const moved = total(itens) - total(order.itens);
  const stop = order.stop && {
    ...order.stop,
    valor_total: toAmount(toCents(order.stop.valor_total) + moved),
  };
  return { ...order, itens, volumes, packed, ...(stop && { stop }) };
}

function addReceived(stop: NonNullable<DayOrder["stop"]>, amount: number) {
  return { ...stop, received: toAmount(toCents(stop.received) + toCents(amount)) };
}

/** Each method once, for each kind that it has had. */
function sumReceipts(receipts: DayView["receipts"]): DayView["receipts"] {
  const sums = new Map<string, DayView["receipts"][number]>();
  for (const receipt of receipts) {
    const key = `${receipt.kind} ${receipt.method}`;
    const cents = toCents(sums.get(key)?.amount ?? 0) + toCents(receipt.amount);
    sums.set(key, { ...receipt, amount: toAmount(cents) });
  }
  return [...sums.values()];
}

/** An address that opens the phone's map app. */
export function stopMapLink({ street, number, neighborhood, city, zipCode }: Stop): string {
  return mapSearch(
    [`${street}, ${number}`, neighborhood, city, zipCode].filter(Boolean).join(", "),
  );
}
type Stop = NonNullable<DayOrder["stop"]>;
