import { and, asc, desc, eq, gt, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import { readSettings } from "#app/domain/company/queries.server.ts";
import { pickDelivery } from "#app/domain/delivery/delivery.ts";
import { deliveryStop } from "#app/domain/orders/delivery-stop.ts";
import { describeLineChanges } from "#app/domain/orders/line-changes.ts";
import { payments, receipts } from "#app/domain/orders/payments/table.ts";
import type { OrderItem } from "#app/domain/orders/schema.ts";
import { listStatuses, type OrderRow, orderColumns, pedidos } from "#app/domain/orders/table.ts";
import type { PaymentKind } from "#app/domain/payments/kinds.ts";
import { acceptedPaymentMethods, paymentKindsOf } from "#app/domain/payments/methods.ts";
import { createSecret, hashSecret } from "#app/domain/people/secrets.server.ts";
import { readOrderLots } from "#app/domain/stock/queries.server.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { addDays, dayOf } from "#app/shared/days.ts";
import { addQuantities } from "#app/shared/units.ts";
import { type HelperRole, helperRoleLabels, maxStops } from "./roles.ts";
import {
  countUnpicked,
  type DayFigures,
  dayStatuses,
  isShownTo,
  kilosOf,
  listStops,
  sortStops,
} from "./rules.ts";
import type { DayOrder, DayView, HelperLink, HelperLinkRequest } from "./schema.ts";
import { deliveryAttempts, deliveryRoutes, helperLinks, packings } from "./table.ts";

/** Confirmed orders without a date that are offered for this one. */
const maxUndated = 50;

export type DayRole = DayView["role"];

/** Reads what a role sees of a day: at most `maxStops` orders, in the order of the route. */
export async function readDay(
  database: Database,
  now: Date,
  date: string,
  role: DayRole = "loja",
): Promise<DayView> {
  const isOnDate = eq(pedidos.delivery_date, date);
  const orders = await readOrders(database, isOnDate, asc(pedidos.numero_pedido), maxStops);
  const [route] = await database.select().from(deliveryRoutes).where(eq(deliveryRoutes.id, date));
  const settings = await readSettings(database);
  const isShop = role === "loja";
  const methods = role === "separacao" ? [] : acceptedPaymentMethods(settings.payment_methods);
  const view: DayView = {
    date,
    read_at: now.toISOString(),
    role,
    orders: sortStops(orders, route?.stops ?? []),
    route_version: route?.version ?? 0,
    counted_cash: isShop ? (route?.counted_cash ?? null) : null,
    failed: role === "separacao" ? [] : await readFailures(database, date),
    undated: isShop ? await readUndated(database) : [],
    receipts: isShop ? await readReceipts(database, date) : [],
    methods,
    method_kinds: paymentKindsOf(methods, settings.payment_terms),
  };
  return isShop ? view : restrictDay(view, role);
}

async function readUndated(database: Database): Promise<DayOrder[]> {
  const isUndated = and(isNull(pedidos.delivery_date), eq(pedidos.status, "confirmado"));
  return readOrders(
    database,
    isUndated ?? sql`false`,
    desc(pedidos.created_at),
    maxUndated,
    sql`('confirmado')`,
  );
}

async function readOrders(
  database: Database,
  condition: SQL,
  order: SQL,
  limit: number,
  statuses = listStatuses(dayStatuses),
): Promise<DayOrder[]> {
  const rows = await database
    .select({
      order: orderColumns,
      packing: packings,
      root: sql<string | null>`(SELECT root_id FROM customers WHERE id = ${pedidos.customer_id})`,
      attempts: sql<number>`(SELECT count(*)::int FROM delivery_attempts WHERE order_id = ${pedidos.id})`,
    })
    .from(pedidos)
    .leftJoin(packings, eq(packings.id, pedidos.id))
    .where(and(condition, sql`${pedidos.status} IN ${statuses}`))
    .orderBy(order, asc(pedidos.id))
    .limit(limit);
  const lots = await readOrderLots(
    database,
    rows.map(({ order: { id } }) => id),
  );
  const leaders = new Map<string, string>();
  return rows.map(({ order: row, packing, attempts, root }) => {
    const own = lots.get(row.id);
    const key = stopKey(row as OrderRow, root);
    const leader = leaders.get(key) ?? row.id;
    leaders.set(key, leader);
    return {
      ...toDayOrder(row as OrderRow, packing, attempts),
      ...(own && { lots: own }),
      ...(leader !== row.id && { stop_of: leader }),
    };
  });
}

/** Orders of one customer for the same shift and address are one stop. */
function stopKey(order: OrderRow, root: string | null): string {
  if (root === null) return order.id;
  return `${root}|${deliveryStop(order)}`;
}

function toDayOrder(
  row: OrderRow,
  packing: typeof packings.$inferSelect | null,
  attempts: number,
): DayOrder {
  const { name, note, if_missing, ...customer } = row.cliente_info;
  const { phone, street, number, complement, neighborhood, city, zipCode } = customer;
  return {
    id: row.id,
    numero_pedido: row.numero_pedido,
    status: row.status,
    version: row.version,
    name: row.anonymized_at ? "Dados apagados" : name,
    ...(note && { note }),
    ...(if_missing && { if_missing }),
    ...pickDelivery(row),
    itens: row.itens.map(({ slug, external_id, ...item }) => item),
    picked: packing?.picked ?? {},
    volumes: packing?.volumes ?? 1,
    packed: packing?.packed_at != null,
    changes: row.changed_from ? describeSentChanges(row.changed_from.itens, row.itens) : [],
    attempts,
    stop: {
      phone,
      street,
      number,
      neighborhood,
      city,
      zipCode,
      ...(complement && { complement }),
      valor_total: Number(row.valor_total),
      received: Number(row.paid_amount),
      payment_method: row.payment_method,
      due_on: row.due_on,
      due_is_expected: row.due_is_expected,
    },
  };
}

/** Describes the changes without prices, which those who pick do not see. */
function describeSentChanges(before: readonly OrderItem[], after: readonly OrderItem[]): string[] {
  const withoutPrice = ({ price, ...item }: OrderItem) => item;
  return describeLineChanges(before.map(withoutPrice), after.map(withoutPrice));
}

async function readFailures(database: Database, date: string): Promise<DayView["failed"]> {
  const rows = await database
    .select({
      order_id: pedidos.id,
      numero_pedido: pedidos.numero_pedido,
      name: sql<string>`coalesce(${pedidos.cliente_info} ->> 'name', '')`,
      valor_total: sql<number>`${pedidos.valor_total}::float8`,
      reason: deliveryAttempts.reason,
    })
    .from(deliveryAttempts)
    .innerJoin(pedidos, eq(pedidos.id, deliveryAttempts.order_id))
    .where(eq(deliveryAttempts.date, date))
    .orderBy(asc(deliveryAttempts.created_at))
    .limit(maxStops);
  return rows;
}

/** Received on this date for its orders. */
async function readReceipts(database: Database, date: string): Promise<DayView["receipts"]> {
  return database
    .select({
      method: receipts.method,
      kind: sql<PaymentKind>`${receipts.kind}`,
      amount: sql<number>`sum(${payments.amount})::float8`,
    })
    .from(payments)
    .innerJoin(receipts, eq(receipts.id, payments.receipt_id))
    .innerJoin(pedidos, eq(pedidos.id, payments.order_id))
    .where(
      and(
        eq(pedidos.delivery_date, date),
        ne(receipts.kind, "adjustment"),
        sql`(${receipts.received_at} AT TIME ZONE 'America/Sao_Paulo')::date = ${date}::date`,
      ),
    )
    .groupBy(receipts.method, receipts.kind)
    .orderBy(receipts.method, receipts.kind);
}

/** A helper sees only what the task needs. */
function restrictDay(view: DayView, role: HelperRole): DayView {
  const orders = view.orders.filter((order) => isShownTo(role, order));
  return {
    ...view,
    orders: orders.map(({ itens, stop, note, if_missing, ...order }) => ({
      ...order,
      itens: itens.map(({ price, total, ...item }) => item),
      ...(note && { note }),
      ...(role === "separacao" ? if_missing && { if_missing } : stop && { stop }),
    })),
    failed: view.failed.map(({ valor_total, ...failure }) => failure),
  };
}

/** Today and tomorrow. */
export async function readComingDays(database: Database, now: Date): Promise<DayFigures[]> {
  const today = dayOf(now);
  const dates = [today, addDays(today, 1)];
  const condition = inArray(pedidos.delivery_date, dates);
  const orders = await readOrders(database, condition, asc(pedidos.numero_pedido), 2 * maxStops);
  return dates.map((date) => {
    const own = orders.filter(({ delivery_date }) => delivery_date === date);
    return {
      date,
      stops: listStops(own).length,
      kilos: addQuantities(...own.map(kilosOf)),
      amount: addQuantities(...own.map(({ stop }) => stop?.valor_total ?? 0)),
      unpicked: countUnpicked(own),
    };
  });
}

/** A link ends on the morning after its day, at this hour in São Paulo. */
const lastHour = "09:00";

type LinkRow = typeof helperLinks.$inferSelect;

const maxDaysAhead = 60;

/** The path contains the secret, which is stored as a hash only. Undefined for a day that is over or too far away. */
export async function createHelperLink(
  database: Database,
  author: Author,
  now: Date,
  { date, role, name }: HelperLinkRequest,
): Promise<(HelperLink & { path: string }) | undefined> {
  const today = dayOf(now);
  if (date < today || date > addDays(today, maxDaysAhead)) return undefined;
  const token = createSecret();
  const expires_at = new Date(`${addDays(date, 1)}T${lastHour}:00-03:00`);
  return runAsUser(database, author, async (tx) => {
    const link = { date, role, name, expires_at, token_hash: hashSecret(token) };
    const [row] = await tx.insert(helperLinks).values(link).returning();
    if (!row) throw new Error("an insert returns its row");
    return { ...toHelperLink(row), path: helperPath(token) };
  });
}

function helperPath(token: string): string {
  return `/dia/${token}`;
}

/** Lists the valid links of a date, the oldest first. */
export async function listHelperLinks(
  database: Database,
  now: Date,
  date: string,
): Promise<HelperLink[]> {
  const rows = await database
    .select()
    .from(helperLinks)
    .where(and(eq(helperLinks.date, date), isValid(now)))
    .orderBy(asc(helperLinks.created_at))
    .limit(100);
  return rows.map(toHelperLink);
}

const isValid = (now: Date) => and(isNull(helperLinks.revoked_at), gt(helperLinks.expires_at, now));

/** False when there is no such link. */
export function revokeHelperLink(
  database: Database,
  author: Author,
  now: Date,
  id: string,
): Promise<boolean> {
  return runAsUser(database, author, async (tx) => {
    const revoked = await tx
      .update(helperLinks)
      .set({ revoked_at: now })
      .where(and(eq(helperLinks.id, id), isNull(helperLinks.revoked_at)))
      .returning({ id: helperLinks.id });
    return revoked.length > 0;
  });
}

/** The link of a token, and what the audit log calls its holder; undefined when it never was valid, ended or was revoked. */
export async function resolveHelperLink(
  database: Database,
  now: Date,
  token: string,
): Promise<(HelperLink & { author: string }) | undefined> {
  const [row] = await database
    .select()
    .from(helperLinks)
    .where(and(eq(helperLinks.token_hash, hashSecret(token)), isValid(now)))
    .limit(1);
  return row && { ...toHelperLink(row), author: `${helperRoleLabels[row.role]}: ${row.name}` };
}

function toHelperLink({ token_hash, revoked_at, ...row }: LinkRow): HelperLink {
  return {
    ...row,
    expires_at: row.expires_at.toISOString(),
    created_at: row.created_at.toISOString(),
  };
}
