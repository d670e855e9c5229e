import { type SQL, sql } from "drizzle-orm";
import { quote } from "#app/domain/catalogue/options/quote.ts";
import { isInForce, priceProduct, tablePrices } from "#app/domain/catalogue/price-tables/rules.ts";
import {
  type AgreedDelivery,
  agreeOnDelivery,
  planDelivery,
  takenDelivery,
  termsOf,
  toOffer,
} from "#app/domain/delivery/rules.ts";
import type { Delivery, Offer } from "#app/domain/delivery/schema.ts";
import { type OfferedMethod, offeredMethods } from "#app/domain/payments/methods.ts";
import type { Database } from "#app/platform/database/database.ts";
import { dayOf } from "#app/shared/days.ts";
import { maxOrderTotalCents } from "#app/shared/limits.ts";
import { lineTotal, toAmount, toCents, toDecimal } from "#app/shared/money.ts";
import { countItems } from "#app/shared/units.ts";
import type { LineChange, QuantityStep } from "./line-schema.ts";
import { isSameLine } from "./lines.ts";
import {
  lockOrderContext,
  type OrderContext,
  type RequestedTable,
} from "./order-context.server.ts";
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
import type { OrderItem, OrderRequest, UnlinkedOrder } from "./schema.ts";
import { areaOrders, type pedidos } from "./table.ts";

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
  payment: OfferedMethod | undefined;
  table: OrderContext["table"];
};

/**
 * The recipients who may get the confirmation of an order: "customers" are mailboxes with an earlier order that the seller
 * confirmed.
 */
export type ConfirmationRecipients = "all" | "customers" | "none";

export type PlaceTerms = {
  requestedTable?: RequestedTable | undefined;
  /** False if the user may not agree on other prices than those of the shop. */
  canSetPrices?: boolean;
  /** Undefined: the one with the same data. */
  customerId?: string | undefined;
  /** The order belongs to a series: the shop has chosen day and shift, and the minimum is no obstacle. */
  isPlanned?: boolean;
  recipients?: ConfirmationRecipients;
  /** The order comes from a device of the customer's area, or from a series of such an order. */
  isOfArea?: boolean;
};

/**
 * Stores an order once per key, within the caller's transaction; a repeated request returns the stored order. All amounts are
 * computed here; the prices of the request must equal the current ones. A rejection stores nothing.
 */
export async function placeOrder(
  tx: Database,
  now: Date,
  request: OrderRequest,
  key: string,
  {
    requestedTable,
    canSetPrices = true,
    customerId,
    isPlanned = false,
    recipients = "all",
    isOfArea = false,
  }: PlaceTerms = {},
): Promise<PlaceOrderResult> {
  const ids = [...new Set(request.items.map((line) => line.product_id))];
  const customer = customerId ? undefined : request.customer;
  const context = await lockOrderContext(tx, now, ids, requestedTable, customer);
  const draft = draftOrder(request, context, now, { canSetPrices, isPlanned });
  if (draft.ok && recipients !== "all") await limitConfirmation(tx, recipients);
  const order = draft.ok && (await insertOrder(tx, { now, request, key, customerId }, draft));
  if (order) {
    if (isOfArea) await tx.insert(areaOrders).values({ order_id: order.id });
    return { ok: true, order, repeated: false };
  }
  // The stored order is searched only now, since the same request may have been stored while this one waited for a lock.
  const stored = await findPlacedOrder(tx, request, key);
  if (stored) return stored;
  if (draft.ok) throw new Error("the order of this key was deleted at the same moment");
  return draft;
}

/** Limits the confirmation of the orders that follow in this transaction: a trigger queues it (`queue_new_order`). */
async function limitConfirmation(tx: Database, recipients: ConfirmationRecipients): Promise<void> {
  await tx.execute(sql`SELECT set_config('pomar.confirmation', ${recipients}, true)`);
}

function draftOrder(
  request: OrderRequest,
  context: OrderContext,
  now: Date,
  { canSetPrices, isPlanned }: { canSetPrices: boolean; isPlanned: boolean },
): Draft | OrderRejection {
  const { table, products } = applyTable(context, now);
  const { items, customer } = request;
  if (context.stage === "preparing") return { ok: false, reason: "closed" };
  const wanted = mergeLines(items);
  // The owner agrees on prices, and on an order below the minimum, by telephone.
  const isAgreed = request.channel !== undefined && canSetPrices;
  const lines = items.flatMap((line) => {
    const quantity = wanted.find((one) => isSameLine(one, line))?.quantity ?? line.quantity;
    const product = products.get(line.product_id);
    const price = isAgreed ? product && quote(product, line.unit, quantity)?.price : undefined;
    return findLineChange({ ...line, quantity, price: price ?? line.price }, product) ?? [];
  });
  if (lines.length > 0) return { ok: false, reason: "lines-changed", lines };
  const steps = wanted.flatMap(
    (line) => findQuantityStep(line, products.get(line.product_id)) ?? [],
  );
  if (steps.length > 0) return { ok: false, reason: "quantity-step", lines: steps };
  const address = {
    cep: customer.zipCode,
    city: customer.city,
    neighborhood: customer.neighborhood,
  };
  const planned = planDelivery(context.plan, address, now, context.count);
  const terms = {
    ...termsOf(context.delivery_settings, planned.zone, request.delivery_kind),
    ...(table?.minimum_order != null && { minimum_order: table.minimum_order }),
  };
  const amounts = computeOrderAmounts(wanted, terms);
  const fee = toAmount(amounts.deliveryFee);
  const isTaken = isPlanned || request.channel !== undefined;
  const delivery = isTaken
    ? takenDelivery(request, planned)
    : agreeOnDelivery(request, planned, fee);
  if (delivery === "changed") {
    return { ok: false, reason: "delivery-changed", offer: toOffer(planned) };
  }
  if (delivery === "outside") return { ok: false, reason: "outside-zones" };
  if (amounts.missingForMinimum > 0 && !isAgreed && !isPlanned) {
    return { ok: false, reason: "below-minimum", message: minimumOrderMessage(terms) };
  }
  if (amounts.total > maxOrderTotalCents) return { ok: false, reason: "too-large" };
  const offered = offeredMethods({ ...context, price_table: table }, customer.document);
  const chosen = customer.payment_method;
  const payment = chosen === undefined ? onlyOf(offered) : offered.find(isNamed(chosen));
  if (chosen !== undefined && !payment) return { ok: false, reason: "payment-method" };
  const itens = wanted.map((line) => toOrderItem(line, products.get(line.product_id)));
  return { ok: true, amounts, itens, delivery, payment, table };
}

/** The table if it counts today, and the products with its prices. */
export function applyTable(
  { table, products }: Pick<OrderContext, "table" | "products">,
  now: Date,
) {
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

/** The stored order, or undefined when the key is already used. */
async function insertOrder(
  tx: Database,
  { now, request, key, customerId }: SentOrder,
  { amounts, itens, delivery, payment, table }: Draft,
): Promise<UnlinkedOrder | undefined> {
  const totalItems = countItems(itens);
  const { payment_method: _, ...customer } = request.customer;
  const row = await insertOrderRow(
    tx,
    {
      valor_total: toDecimal(amounts.total),
      delivery_fee: toDecimal(amounts.deliveryFee),
      cliente_info: { ...customer, totalItems, timestamp: now.toISOString() },
      payment_method: payment?.name ?? null,
      due_days: payment && payment.days > 0 ? payment.days : null,
      due_from: payment?.due_from ?? "delivery",
      idempotency_key: key,
      request_hash: hashRequest(request),
      ...delivery,
      channel: request.channel ?? "site",
      price_table_id: table?.id ?? null,
      price_table: table?.name ?? null,
      customer_id: customerId ?? null,
    },
    itens,
  );
  return row && toPlacedOrder({ ...row, ...delivery });
}

/**
 * The new row, or undefined when the key is used: the unique index makes a concurrent insert wait for the first. One statement,
 * because the trigger of the order reads its lines.
 */
async function insertOrderRow(
  tx: Database,
  row: typeof pedidos.$inferInsert,
  itens: readonly OrderItem[],
): Promise<Omit<PlacedRow, keyof Delivery> | undefined> {
  const columns = sql.raw(Object.keys(row).join(", "));
  const values = Object.values(row).map((value) => sql`${value}`);
  const { rows } = await tx.execute<Omit<PlacedRow, keyof Delivery>>(sql`
    WITH placed AS (
      INSERT INTO pedidos (${columns}) VALUES (${sql.join(values, sql`, `)})
      ON CONFLICT (idempotency_key) DO NOTHING
      RETURNING id, numero_pedido, status, valor_total, created_at, link_version
    ), lines AS (${insertLines(itens)})
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
