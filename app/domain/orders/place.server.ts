import { type SQL, sql } from "drizzle-orm";
import { isInForce, priceProduct, tablePrices } from "#app/domain/catalogue/price-tables/rules.ts";
import { quote } from "#app/domain/catalogue/quote.ts";
import {
  type AgreedDelivery,
  agreeOnDelivery,
  type CountZoneOrders,
  noOrders,
  planDelivery,
  shiftName,
  takenDelivery,
  termsOf,
} from "#app/domain/delivery/rules.ts";
import type { Offer } from "#app/domain/delivery/schema.ts";
import { offeredMethods } from "#app/domain/payments/methods.ts";
import type { Database } from "#app/platform/database/database.ts";
import { addDays, dayOf } from "#app/shared/days.ts";
import { maxOrderTotalCents } from "#app/shared/limits.ts";
import { lineTotal, toAmount, toCents, toDecimal } from "#app/shared/money.ts";
import { countItems } from "#app/shared/units.ts";
import { countZoneOrders, readOffer } from "./delivery-offer.server.ts";
import type { LineChange, QuantityStep } from "./line-schema.ts";
import type { AskedTable, OrderContext, OrderContexts } from "./order-context.server.ts";
import { findPlacedOrder, hashRequest, type PlacedRow, toPlacedOrder } from "./queries.server.ts";
import {
  computeOrderAmounts,
  findLineChange,
  findQuantityStep,
  mergeLines,
  minimumOrderMessage,
  type OrderAmounts,
  type OrderedProduct,
} from "./rules.ts";
import type { CustomerInfo, Order, OrderItem, OrderRequest, UnlinkedOrder } from "./schema.ts";

export type OrderRejection =
  | { ok: false; reason: "closed" }
  | { ok: false; reason: "lines-changed"; lines: LineChange[] }
  | { ok: false; reason: "quantity-step"; lines: QuantityStep[] }
  | { ok: false; reason: "below-minimum"; message: string }
  | { ok: false; reason: "too-large" }
  /** The chosen payment method is not offered to this customer. */
  | { ok: false; reason: "payment-method" }
  /** Zone, fee or dates are not those that the customer saw; `offer` are the current ones. */
  | { ok: false; reason: "delivery-changed"; offer: Offer }
  /** The shop delivers in its zones only. */
  | { ok: false; reason: "outside-zones" }
  /** The key was used for another request. */
  | { ok: false; reason: "key-reused"; numero_pedido: number };

/** `repeated`: the order was already stored under the same key. */
export type PlaceOrderResult =
  | { ok: true; order: UnlinkedOrder; repeated: boolean }
  | OrderRejection;

type Draft = {
  ok: true;
  amounts: OrderAmounts;
  itens: OrderItem[];
  delivery: AgreedDelivery;
  /** Undefined: to be agreed. */
  payment: { name: string; days: number } | undefined;
  table: OrderContext["table"];
};
type DraftRejection =
  | Exclude<OrderRejection, { reason: "delivery-changed" }>
  | { ok: false; reason: "delivery-changed" };
/** `count`: the orders of each shift, counted after a shift turned out to be full. */
type DraftOptions = { now: Date; count: CountZoneOrders; keepsPrices: boolean };

type TakenTerms = {
  asked?: AskedTable | undefined;
  /** Of a user who may not agree on other prices than those of the shop. */
  keepsPrices?: boolean;
  /** Undefined: the one with the same data. */
  customerId?: string | undefined;
};

/** Each attempt after the first means that the catalogue changed between two statements. */
const maxAttempts = 10;

/**
 * Stores an order once per key; a repeated request returns the stored order. All amounts are computed here; the prices
 * of the request must equal the current ones. A rejection stores nothing. One statement writes, and only if products and
 * settings are still as they were read; no product is locked.
 */
export async function placeOrder(
  database: Database,
  contexts: OrderContexts,
  now: Date,
  request: OrderRequest,
  key: string,
  { asked, keepsPrices = false, customerId }: TakenTerms = {},
): Promise<PlaceOrderResult> {
  const ids = [...new Set(request.items.map((line) => line.product_id))];
  let cached = contexts.getCached(ids, asked);
  let count = noOrders;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const context = cached ?? (await contexts.read(ids, asked));
    const draft = draftOrder(request, context, { now, count, keepsPrices });
    const sent = { now, request, key, customerId };
    const placed = draft.ok && (await insertOrder(database, sent, draft, context));
    if (placed) return { ok: true, order: placed, repeated: false };
    const earlier = await findPlacedOrder(database, request, key);
    if (earlier) return earlier;
    if (!draft.ok && !cached) return withOffer(database, now, request, draft);
    if (draft.ok && draft.delivery.capacity) count = await countZoneOrders(database, now);
    cached = undefined;
  }
  throw new Error("the ordered products change all the time");
}

async function withOffer(
  database: Database,
  now: Date,
  { customer }: OrderRequest,
  rejection: DraftRejection,
): Promise<OrderRejection> {
  if (rejection.reason !== "delivery-changed") return rejection;
  return { ...rejection, offer: await readOffer(database, now, addressOf(customer)) };
}

function addressOf({ zipCode: cep, city, neighborhood }: OrderRequest["customer"]) {
  return { cep, city, neighborhood };
}

function draftOrder(
  request: OrderRequest,
  { delivery: settings, plan, isOpen, payments, ...context }: OrderContext,
  { now, count, keepsPrices }: DraftOptions,
): Draft | DraftRejection {
  const { table, products } = applyTable(context, now);
  const { items, customer } = request;
  if (!isOpen) return { ok: false, reason: "closed" };
  const wanted = mergeLines(items);
  const lines = items.flatMap((line) => {
    const quantity = wanted.find(isSameLine(line))?.quantity ?? line.quantity;
    const product = products.get(line.product_id);
    const isAgreed = request.channel && !keepsPrices;
    const agreed = isAgreed ? product && quote(product, line.unit, quantity)?.price : undefined;
    return findLineChange({ ...line, quantity, price: agreed ?? line.price }, product) ?? [];
  });
  if (lines.length > 0) return { ok: false, reason: "lines-changed", lines };
  const steps = wanted.flatMap(
    (line) => findQuantityStep(line, products.get(line.product_id)) ?? [],
  );
  if (steps.length > 0) return { ok: false, reason: "quantity-step", lines: steps };
  const planned = planDelivery(plan, addressOf(request.customer), now, count);
  const terms = {
    ...termsOf(settings, planned.zone, request.delivery_kind),
    ...(table?.minimum_order != null && { minimum_order: table.minimum_order }),
  };
  const amounts = computeOrderAmounts(wanted, terms);
  const agreed = request.channel
    ? takenDelivery(request, planned)
    : agreeOnDelivery(request, planned, toAmount(amounts.deliveryFee));
  if (agreed === "changed") return { ok: false, reason: "delivery-changed" };
  if (agreed === "outside") return { ok: false, reason: "outside-zones" };
  // The owner agrees on an order below the minimum by telephone.
  const mayGoBelow = request.channel !== undefined && !keepsPrices;
  if (amounts.missingForMinimum > 0 && !mayGoBelow) {
    return { ok: false, reason: "below-minimum", message: minimumOrderMessage(terms) };
  }
  if (amounts.total > maxOrderTotalCents) return { ok: false, reason: "too-large" };
  const offered = offeredMethods({ ...payments, price_table: table }, customer.document);
  const chosen = customer.payment_method;
  const payment = chosen === undefined ? onlyOf(offered) : offered.find(isNamed(chosen));
  if (chosen !== undefined && !payment) return { ok: false, reason: "payment-method" };
  const itens = wanted.map((line) => toOrderItem(line, products.get(line.product_id)));
  return { ok: true, amounts, itens, delivery: agreed, payment, table };
}

/** The table if it counts today, and the products with its prices. */
function applyTable({ table, products }: Pick<OrderContext, "table" | "products">, now: Date) {
  if (!table || !isInForce(table, dayOf(now))) return { table: undefined, products };
  const prices = tablePrices(table);
  const priced = [...products.values()].map((one) => priceProduct(one, prices));
  return { table, products: new Map(priced.map((one) => [one.id, one])) };
}

function onlyOf<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined;
}

function isNamed(wanted: string) {
  return ({ name }: { name: string }) => name === wanted;
}

type RequestedLine = OrderRequest["items"][number];

function isSameLine({ product_id, unit }: RequestedLine) {
  return (line: RequestedLine) => line.product_id === product_id && line.unit === unit;
}

function toOrderItem(line: RequestedLine, product: OrderedProduct | undefined): OrderItem {
  const quoted = product && quote(product, line.unit, line.quantity);
  const contains = quoted?.option.contains ?? 1;
  return {
    product_id: line.product_id,
    ...nameProduct(product),
    quantity: line.quantity,
    unit: line.unit,
    ...(quoted?.unit_label && { unit_label: quoted.unit_label }),
    price: toAmount(toCents(line.price)),
    total: toAmount(lineTotal(line.price, line.quantity)),
    ...(contains > 1 && { contains }),
    ...(product?.specs.variable_weight && { variable_weight: true }),
  };
}

function nameProduct(product: OrderedProduct | undefined) {
  const { title = "", slug = "", external_id = null } = product ?? {};
  return { product_name: title, slug, ...(external_id !== null && { external_id }) };
}

type SentOrder = { now: Date; request: OrderRequest; key: string; customerId: string | undefined };

/** The stored order, or undefined when the key is already used or the context is outdated. */
async function insertOrder(
  database: Database,
  { now, request, key, customerId }: SentOrder,
  { amounts, itens, delivery, payment, table }: Draft,
  { isCurrent }: OrderContext,
): Promise<UnlinkedOrder | undefined> {
  const totalItems = countItems(itens);
  const { payment_method: _, ...customer } = request.customer;
  const condition = delivery.capacity ? sql`${isCurrent} AND ${hasCapacity(delivery)}` : isCurrent;
  const row = await insertOrderRow(database, condition, {
    valor_total: toDecimal(amounts.total),
    delivery_fee: toDecimal(amounts.deliveryFee),
    cliente_info: { ...customer, totalItems, timestamp: now.toISOString() },
    payment_method: payment?.name ?? null,
    due_on: payment && payment.days > 0 ? addDays(dayOf(now), payment.days) : null,
    itens,
    idempotency_key: key,
    request_hash: hashRequest(request),
    delivery,
    channel: request.channel ?? "site",
    table,
    customer_id: customerId ?? null,
  });
  return row && toPlacedOrder(row);
}

/** Columns of a new order; amounts in BRL with two decimals. */
type NewOrderRow = {
  valor_total: string;
  delivery_fee: string;
  cliente_info: CustomerInfo;
  payment_method: string | null;
  due_on: string | null;
  itens: OrderItem[];
  idempotency_key: string;
  request_hash: string;
  delivery: AgreedDelivery;
  channel: Order["channel"];
  table: { id: string; name: string } | undefined;
  customer_id: string | null;
};

/** Evaluated last, since the function costs more than comparisons: it locks the shift until the order is stored. */
function hasCapacity({ kind, zone, date, shift, capacity }: AgreedDelivery): SQL {
  return sql`has_delivery_capacity(${kind}::text, ${zone?.id ?? null}::uuid, ${date}::date, ${shiftName(shift ?? "")}::text,
    ${capacity}::integer)`;
}

/**
 * The new row, or undefined when the key is used or the condition is false. The unique index makes a concurrent insert wait
 * for the first. Written as SQL: building it with Drizzle took a tenth of an order's time.
 */
async function insertOrderRow(
  database: Database,
  condition: SQL,
  row: NewOrderRow,
): Promise<PlacedRow | undefined> {
  const { kind, date, shift, zone } = row.delivery;
  const { rows } = await database.execute<PlacedRow>(sql`
    WITH placed AS (
      INSERT INTO pedidos (valor_total, delivery_fee, cliente_info, payment_method, due_on, idempotency_key, request_hash,
        channel, customer_id, price_table_id, price_table, delivery_kind, delivery_date, delivery_shift, delivery_zone, delivery_zone_id)
      SELECT ${row.valor_total}::numeric, ${row.delivery_fee}::numeric, ${JSON.stringify(row.cliente_info)}::jsonb,
        ${row.payment_method}::text, ${row.due_on}::date, ${row.idempotency_key}::text, ${row.request_hash}::text,
        ${row.channel}::text, ${row.customer_id}::uuid, ${row.table?.id ?? null}::uuid, ${row.table?.name ?? null}::text, ${kind}::text, ${date}::date, ${shift}::text, ${zone?.name ?? null}::text, ${zone?.id ?? null}::uuid
      WHERE ${condition}
      ON CONFLICT (idempotency_key) DO NOTHING
      RETURNING id, numero_pedido, status, valor_total, created_at, link_version, delivery_kind,
        delivery_date::text AS delivery_date, delivery_shift, delivery_zone
    ), lines AS (${insertLines(row.itens)})
    SELECT * FROM placed`);
  return rows[0];
}

/** Inserts the lines of the order that another part of the statement, `placed`, inserts. */
export function insertLines(itens: readonly OrderItem[]): SQL {
  return sql`
    INSERT INTO order_lines (order_id, position, product_id, product_name, slug, external_id, unit, unit_label, quantity,
      price, total, contains, variable_weight, weight, swap_of)
    SELECT placed.id, position - 1, nullif(product_id, '')::uuid, product_name, slug, external_id, unit, unit_label, quantity,
      price, total, coalesce(contains, 1), coalesce(variable_weight, false), weight, swap_of
    FROM placed, ROWS FROM (json_to_recordset(${JSON.stringify(itens)}::json) AS (
      product_id text, product_name text, slug text, external_id text, unit text, unit_label text, quantity numeric,
      price numeric, total numeric, contains integer, variable_weight boolean, weight numeric, swap_of uuid
    )) WITH ORDINALITY AS line (product_id, product_name, slug, external_id, unit, unit_label, quantity, price, total,
      contains, variable_weight, weight, swap_of, position)`;
}
