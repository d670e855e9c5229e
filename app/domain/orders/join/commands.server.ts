import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { readSettings } from "#app/domain/company/queries.server.ts";
import { outbox } from "#app/domain/kernel/table.ts";
import { changeOrderStatus, lockOrder } from "#app/domain/orders/commands.server.ts";
import { deliveryStop } from "#app/domain/orders/delivery-stop.ts";
import { replaceLines } from "#app/domain/orders/edit.server.ts";
import { totalCents } from "#app/domain/orders/edit.ts";
import { payments } from "#app/domain/orders/payments/table.ts";
import { toOrder } from "#app/domain/orders/queries.server.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import { type OrderRow, orderColumns, pedidos } from "#app/domain/orders/table.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { toAmount, toCents, toDecimal } from "#app/shared/money.ts";
import { cancelledStatus, type OrderStatus } from "#app/shared/order-status.ts";
import { countItems } from "#app/shared/units.ts";
import { draftJoin, type JoinDraft, joinedReason, joinNotes } from "./rules.ts";
import type { JoinableOrder, JoinRequest } from "./schema.ts";
import { type JoinUndo, joinedOrders, type StateBefore } from "./table.ts";

type JoinRejection =
  | { ok: false; reason: "not-found" }
  /** One of the two was saved since, or they are not for one delivery; `message` is the reason. */
  | { ok: false; reason: "rejected"; message: string };
export type JoinResult = { ok: true; row: Order } | JoinRejection;

const reject = (message: string): JoinRejection => ({ ok: false, reason: "rejected", message });
const changed = reject("Um dos pedidos mudou enquanto isso. Confira e tente de novo.");

const openStatuses = ["pendente", "confirmado"] as const;

/** Returns the reason for which two orders are not one delivery; undefined if they are. */
function findObstacle(order: OrderRow, other: OrderRow, picked: ReadonlySet<string>) {
  if (order.status !== other.status) return "Confirme os dois pedidos antes de juntar.";
  if (!openStatuses.some((status) => status === order.status)) {
    return "Só pedidos que ainda não foram entregues podem ser juntados.";
  }
  if (order.anonymized_at || other.anonymized_at) return "Os dados do cliente foram apagados.";
  if (order.delivery_date === null || deliveryStop(order) !== deliveryStop(other)) {
    return "Os pedidos não são para a mesma entrega.";
  }
  const isPicked = ({ id, itens }: OrderRow) =>
    picked.has(id) || itens.some(({ weight }) => weight !== undefined);
  if (isPicked(order) || isPicked(other)) return "Um dos pedidos já foi separado ou embalado.";
  return undefined;
}

/** The goods from which on the delivery of an order is free; 0: never. */
async function readFreeMinimum(database: Database, order: OrderRow): Promise<number> {
  if (order.delivery_kind === "retirada") return 0;
  const { rows } = await database.execute<{ minimum: number }>(sql`
    SELECT free_delivery_minimum::float8 AS minimum FROM delivery_zones WHERE id = ${order.delivery_zone_id}::uuid`);
  const [zone] = rows;
  if (zone) return zone.minimum;
  return (await readSettings(database)).delivery_settings.free_delivery_minimum;
}

/** Selects the orders of which anything is picked or packed. */
async function listPicked(database: Database, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await database.execute<{ id: string }>(sql`
    SELECT id FROM packings WHERE id = ANY (${sql.param(ids)}::uuid[]) AND is_picked(id)`);
  return new Set(rows.map(({ id }) => id));
}

/** The older order stays, the newer one is joined into it. */
function byAge(order: OrderRow, other: OrderRow): [target: OrderRow, source: OrderRow] {
  return order.numero_pedido < other.numero_pedido ? [order, other] : [other, order];
}

/** The other orders of the customer for the same delivery, with what the two would be; undefined for no order. */
export async function listJoinable(
  database: Database,
  id: string,
): Promise<JoinableOrder[] | undefined> {
  const [order] = await database.select(orderColumns).from(pedidos).where(eq(pedidos.id, id));
  if (!order) return undefined;
  if (order.customer_id === null || order.delivery_date === null) return [];
  const others = await database
    .select(orderColumns)
    .from(pedidos)
    .where(
      and(
        ne(pedidos.id, id),
        eq(pedidos.delivery_date, order.delivery_date),
        inArray(pedidos.status, [...openStatuses]),
        sql`${pedidos.customer_id} IN (SELECT part.id FROM customers AS own JOIN customers AS part
          ON part.root_id = own.root_id WHERE own.id = ${order.customer_id}::uuid)`,
      ),
    )
    .orderBy(pedidos.numero_pedido);
  const picked = await listPicked(database, [id, ...others.map((other) => other.id)]);
  const minimum = await readFreeMinimum(database, order);
  return others
    .filter((other) => !findObstacle(order, other, picked))
    .map((other) => toJoinable(order, other, minimum));
}

function toJoinable(order: OrderRow, other: OrderRow, freeMinimum: number): JoinableOrder {
  const [target, source] = byAge(order, other);
  const paid = toCents(order.paid_amount) + toCents(other.paid_amount);
  const { id, numero_pedido, version } = other;
  return {
    id,
    numero_pedido,
    version,
    valor_total: Number(other.valor_total),
    paid_amount: Number(other.paid_amount),
    remaining: { id: target.id, numero_pedido: target.numero_pedido },
    joined: {
      ...draftJoin(toOrder(target), toOrder(source), freeMinimum),
      paid: toAmount(paid),
    },
  };
}

/** Makes two orders of a customer for one delivery the older one of them. Joining the same two again changes nothing. */
export function joinOrders(
  database: Database,
  now: Date,
  author: Author,
  id: string,
  { order_id, version, other_version }: JoinRequest,
): Promise<JoinResult> {
  return runAsUser(database, author, async (tx) => {
    const { order, other } = await lockBoth(tx, id, order_id);
    if (!order || !other) return { ok: false, reason: "not-found" };
    const [target, source] = byAge(order, other);
    if (await isJoined(tx, target, source)) return { ok: true, row: toOrder(target) };
    if (order.version !== version || other.version !== other_version) return changed;
    if (!(await haveSameCustomer(tx, order, other))) {
      return reject("Os pedidos não são do mesmo cliente.");
    }
    const obstacle = findObstacle(order, other, await listPicked(tx, [id, order_id]));
    if (obstacle) return reject(obstacle);
    const draft = draftJoin(toOrder(target), toOrder(source), await readFreeMinimum(tx, target));
    if (draft.obstacle) return reject(`Os dois não cabem em um pedido. ${draft.obstacle}`);
    return { ok: true, row: await store(tx, author, now, target, source, draft) };
  });
}

/** Locks two orders by their ids, so that two joins wait instead of deadlocking. An order and itself are not two. */
async function lockBoth(tx: Database, id: string, otherId: string) {
  if (id === otherId) return {};
  const rows = new Map<string, OrderRow | undefined>();
  for (const orderId of [id, otherId].sort()) rows.set(orderId, await lockOrder(tx, orderId));
  return { order: rows.get(id), other: rows.get(otherId) };
}

async function isJoined(tx: Database, target: OrderRow, source: OrderRow): Promise<boolean> {
  const isJoin = and(eq(joinedOrders.order_id, source.id), eq(joinedOrders.into_id, target.id));
  return source.status === cancelledStatus && (await tx.$count(joinedOrders, isJoin)) > 0;
}

async function haveSameCustomer(tx: Database, order: OrderRow, other: OrderRow): Promise<boolean> {
  const { rows } = await tx.execute<{ roots: number }>(sql`
    SELECT count(DISTINCT root_id)::integer AS roots FROM customers
    WHERE id IN (${order.customer_id}::uuid, ${other.customer_id}::uuid)`);
  return order.customer_id !== null && other.customer_id !== null && rows[0]?.roots === 1;
}

async function store(
  tx: Database,
  author: Author,
  now: Date,
  target: OrderRow,
  source: OrderRow,
  draft: JoinDraft,
): Promise<Order> {
  const { itens, delivery_fee, discount, cliente_info, original, edited_at, edit_reason } = target;
  const before: StateBefore = {
    itens,
    delivery_fee,
    discount,
    cliente_info,
    original,
    edit_reason,
    edited_at: edited_at?.toISOString() ?? null,
  };
  const targetOrder = toOrder(target);
  const movedPayments = await tx
    .update(payments)
    .set({ order_id: target.id })
    .where(eq(payments.order_id, source.id))
    .returning({ id: payments.id });
  const version = await cancel(tx, author, source.id, joinedReason + target.numero_pedido);
  const note = joinNotes(cliente_info.note, source.cliente_info.note);
  await rewrite(tx, target.id, {
    itens: draft.itens,
    delivery_fee: toDecimal(toCents(draft.delivery_fee)),
    discount: toDecimal(toCents(draft.discount)),
    cliente_info: { ...cliente_info, ...(note && { note }) },
    original: original ?? {
      itens,
      delivery_fee: targetOrder.delivery_fee,
      valor_total: targetOrder.valor_total,
    },
    edited_at: now.toISOString(),
    edit_reason: `Com o pedido nº ${source.numero_pedido}`,
  });
  const [row] = await tx.select(orderColumns).from(pedidos).where(eq(pedidos.id, target.id));
  if (!row) throw new Error("a joined order is stored");
  const undo: JoinUndo = {
    target_version: row.version,
    version,
    status: source.status,
    before,
    base: { target_version: target.version, version: source.version },
    payments: movedPayments.map(({ id }) => id),
  };
  const values = { order_id: source.id, into_id: target.id, undo, joined_at: now };
  await tx
    .insert(joinedOrders)
    .values(values)
    .onConflictDoUpdate({ target: joinedOrders.order_id, set: values });
  return toOrder(row);
}

/** Returns the version of the cancelled order. */
async function cancel(
  tx: Database,
  author: Author,
  id: string,
  cancel_reason: string,
): Promise<number> {
  const version = await setStatusWithoutMail(tx, author, id, cancelledStatus);
  const [row] = await tx
    .update(pedidos)
    .set({ cancel_reason })
    .where(eq(pedidos.id, id))
    .returning({ version: pedidos.version });
  return row?.version ?? version;
}

/** A join changes nothing that the customer gets, so that no mail reports the status. Returns the new version. */
async function setStatusWithoutMail(
  tx: Database,
  author: Author,
  id: string,
  status: OrderStatus,
): Promise<number> {
  const order = await requireLocked(tx, id);
  const change = await changeOrderStatus(tx, author, id, { status, version: order.version });
  if (!change.ok) throw new Error(`the status of a locked order was not set: ${change.reason}`);
  await tx
    .delete(outbox)
    .where(and(eq(outbox.order_id, id), eq(outbox.kind, "mail"), eq(outbox.event, status)));
  return change.row.version;
}

/** The order as it is now; the transaction has locked it before. */
async function requireLocked(tx: Database, id: string): Promise<OrderRow> {
  const order = await lockOrder(tx, id);
  if (!order) throw new Error("a locked order is stored");
  return order;
}

/** Stores goods and amounts of an order; its stock follows. */
async function rewrite(tx: Database, id: string, state: StateBefore): Promise<void> {
  const stored = await requireLocked(tx, id);
  const { itens, edited_at, ...columns } = state;
  await replaceLines(tx, stored, itens);
  const [delivery_fee, discount] = [Number(state.delivery_fee), Number(state.discount)];
  await tx
    .update(pedidos)
    .set({
      ...columns,
      valor_total: toDecimal(totalCents({ itens, delivery_fee, discount })),
      cliente_info: { ...state.cliente_info, totalItems: countItems(itens) },
      edited_at: edited_at === null ? null : new Date(edited_at),
    })
    .where(eq(pedidos.id, id));
}

/** Restores both orders as they were, unless one of them was saved since. */
export function separateOrders(
  database: Database,
  author: Author,
  id: string,
  otherId: string,
): Promise<JoinResult> {
  return runAsUser(database, author, async (tx) => {
    const { order: target, other: source } = await lockBoth(tx, id, otherId);
    const isJoin = and(eq(joinedOrders.order_id, otherId), eq(joinedOrders.into_id, id));
    const [join] = await tx.select().from(joinedOrders).where(isJoin);
    if (!target || !source || !join) return { ok: false, reason: "not-found" };
    const { undo } = join;
    if (target.version !== undo.target_version || source.version !== undo.version) {
      return (await findLaterJoin(tx, id, join.joined_at)) ?? changed;
    }
    await rewrite(tx, id, undo.before);
    if (undo.payments.length > 0) {
      await tx
        .update(payments)
        .set({ order_id: otherId })
        .where(inArray(payments.id, undo.payments));
    }
    await setStatusWithoutMail(tx, author, otherId, undo.status);
    await tx.delete(joinedOrders).where(isJoin);
    const separated = await requireLocked(tx, id);
    const { version } = await requireLocked(tx, otherId);
    await renewUndo(tx, id, undo.base?.target_version, separated.version);
    await renewUndo(tx, otherId, undo.base?.version, version);
    return { ok: true, row: toOrder(separated) };
  });
}

/** The rejection that names the join to undo first: one of another order into this one, or of this one into another order. */
async function findLaterJoin(
  tx: Database,
  id: string,
  joinedAt: Date,
): Promise<JoinRejection | undefined> {
  const { rows } = await tx.execute<{ source: number; target: number }>(sql`
    SELECT source.numero_pedido::integer AS source, target.numero_pedido::integer AS target FROM joined_orders
    JOIN pedidos AS source ON source.id = order_id JOIN pedidos AS target ON target.id = into_id
    WHERE ${id}::uuid IN (order_id, into_id) AND joined_at > ${joinedAt.toISOString()}::timestamptz
    ORDER BY joined_at DESC LIMIT 1`);
  const [later] = rows;
  return later && reject(`Separe antes o pedido nº ${later.source} do nº ${later.target}.`);
}

/** An earlier join into the order can be undone again, since the order is as that join left it. */
async function renewUndo(
  tx: Database,
  id: string,
  before: number | undefined,
  version: number,
): Promise<void> {
  await tx.execute(sql`
    UPDATE joined_orders SET undo = jsonb_set(undo, '{target_version}', to_jsonb(${version}::integer))
    WHERE into_id = ${id}::uuid AND (undo ->> 'target_version')::integer = ${before ?? null}::integer`);
}
