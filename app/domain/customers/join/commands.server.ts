import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { readSettings } from "#app/domain/company/queries.server.ts";
import { changeOrderStatus, lockOrder } from "#app/domain/orders/commands.server.ts";
import { replaceLines } from "#app/domain/orders/edit.server.ts";
import { totalCents } from "#app/domain/orders/edit.ts";
import { payments } from "#app/domain/orders/payments/table.ts";
import { toOrder } from "#app/domain/orders/queries.server.ts";
import type { CustomerInfo, Order } from "#app/domain/orders/schema.ts";
import { type OrderRow, orderColumns, pedidos } from "#app/domain/orders/table.ts";
import { outbox } from "#app/domain/outgoing/outbox/table.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { toAmount, toCents, toDecimal } from "#app/shared/money.ts";
import { cancelledStatus } from "#app/shared/order-status.ts";
import { countItems } from "#app/shared/units.ts";
import { draftJoin, joinedReason, joinNotes } from "./rules.ts";
import type { JoinableOrder, JoinRequest } from "./schema.ts";
import { type JoinUndo, joinedOrders, type StateBefore } from "./table.ts";

type JoinRejection =
  | { ok: false; reason: "not-found" }
  /** One of the two was saved since, or they are not for one delivery; `message` says how it is. */
  | { ok: false; reason: "rejected"; message: string };
export type JoinResult = { ok: true; row: Order } | JoinRejection;

const reject = (message: string): JoinRejection => ({ ok: false, reason: "rejected", message });
const changed = reject("Um dos pedidos mudou enquanto isso. Confira e tente de novo.");

/** Orders that nobody has packed. */
const openStatuses = ["pendente", "confirmado"] as const;

/** Why two orders are not one delivery; undefined if they are. */
function findObstacle(one: OrderRow, other: OrderRow, packed: ReadonlySet<string>) {
  if (one.status !== other.status) return "Confirme os dois pedidos antes de juntar.";
  if (!openStatuses.some((status) => status === one.status)) {
    return "Só pedidos que ainda não foram entregues podem ser juntados.";
  }
  if (one.anonymized_at || other.anonymized_at) return "Os dados do cliente foram apagados.";
  if (!isSameDelivery(one, other)) return "Os pedidos não são para a mesma entrega.";
  const isWeighed = [one, other].some(({ itens }) =>
    itens.some(({ weight }) => weight !== undefined),
  );
  if (packed.size > 0 || isWeighed) return "Um dos pedidos já foi separado ou embalado.";
  return undefined;
}

const placeOf = ({ zipCode, number, complement = "" }: CustomerInfo) =>
  [zipCode, number, complement]
    .map((text) =>
      String(text ?? "")
        .toLowerCase()
        .trim(),
    )
    .join("|");

/** The same day and shift at the same address, or the same pick-up. */
function isSameDelivery(one: OrderRow, other: OrderRow): boolean {
  const hasSameDay =
    one.delivery_date !== null &&
    one.delivery_date === other.delivery_date &&
    one.delivery_shift === other.delivery_shift &&
    one.delivery_kind === other.delivery_kind;
  if (!hasSameDay || one.delivery_kind === "retirada") return hasSameDay;
  return placeOf(one.cliente_info) === placeOf(other.cliente_info);
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

async function listPacked(database: Database, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await database.execute<{ id: string }>(sql`
    SELECT id FROM packings WHERE id = ANY (${sql.param(ids)}::uuid[]) AND (packed_at IS NOT NULL OR picked <> '{}')`);
  return new Set(rows.map(({ id }) => id));
}

const isOlder = (one: OrderRow, other: OrderRow) => one.numero_pedido < other.numero_pedido;

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
  const packed = await listPacked(database, [id, ...others.map((one) => one.id)]);
  const minimum = await readFreeMinimum(database, order);
  const isPacked = (one: OrderRow) => packed.has(one.id);
  return others
    .filter(
      (other) => !findObstacle(order, other, new Set()) && !isPacked(order) && !isPacked(other),
    )
    .map((other) => {
      const [target, vanishing] = isOlder(order, other) ? [order, other] : [other, order];
      const draft = draftJoin(toOrder(target), toOrder(vanishing), minimum);
      const paid = toCents(order.paid_amount) + toCents(other.paid_amount);
      const { numero_pedido, version } = other;
      return {
        ...{ id: other.id, numero_pedido, version },
        valor_total: Number(other.valor_total),
        paid_amount: Number(other.paid_amount),
        remaining: { id: target.id, numero_pedido: target.numero_pedido },
        joined: { ...draft, paid: toAmount(paid) },
      };
    });
}

/** Makes two orders of a customer for one delivery the older one of them. Joining the same two again changes nothing. */
export function joinOrders(
  database: Database,
  author: Author,
  now: Date,
  id: string,
  { order_id, version, other_version }: JoinRequest,
): Promise<JoinResult> {
  return runAsUser(database, author, async (tx) => {
    const { order, other } = await lockBoth(tx, id, order_id);
    if (!order || !other) return { ok: false, reason: "not-found" };
    const [target, vanishing] = isOlder(order, other) ? [order, other] : [other, order];
    if (await isJoined(tx, target, vanishing)) return { ok: true, row: toOrder(target) };
    if (order.version !== version || other.version !== other_version) return changed;
    if (!(await haveSameCustomer(tx, order, other))) {
      return reject("Os pedidos não são do mesmo cliente.");
    }
    const obstacle = findObstacle(order, other, await listPacked(tx, [id, order_id]));
    if (obstacle) return reject(obstacle);
    return { ok: true, row: await store(tx, author, now, target, vanishing) };
  });
}

/** In the order of their ids, so that two joins wait instead of deadlocking. An order and itself are not two. */
async function lockBoth(tx: Database, id: string, otherId: string) {
  if (id === otherId) return {};
  const rows = new Map<string, OrderRow | undefined>();
  for (const one of [id, otherId].sort()) rows.set(one, await lockOrder(tx, one));
  return { order: rows.get(id), other: rows.get(otherId) };
}

async function isJoined(tx: Database, target: OrderRow, vanished: OrderRow): Promise<boolean> {
  const isJoin = and(eq(joinedOrders.order_id, vanished.id), eq(joinedOrders.into_id, target.id));
  return vanished.status === cancelledStatus && (await tx.$count(joinedOrders, isJoin)) > 0;
}

async function haveSameCustomer(tx: Database, one: OrderRow, other: OrderRow): Promise<boolean> {
  const { rows } = await tx.execute<{ roots: number }>(sql`
    SELECT count(DISTINCT root_id)::integer AS roots FROM customers
    WHERE id IN (${one.customer_id}::uuid, ${other.customer_id}::uuid)`);
  return one.customer_id !== null && other.customer_id !== null && rows[0]?.roots === 1;
}

async function store(
  tx: Database,
  author: Author,
  now: Date,
  target: OrderRow,
  vanishing: OrderRow,
): Promise<Order> {
  const { itens, delivery_fee, discount, cliente_info, original, edited_at, edit_reason } = target;
  const before: StateBefore = {
    ...{ itens, delivery_fee, discount, cliente_info, original, edit_reason },
    edited_at: edited_at?.toISOString() ?? null,
  };
  const [one, other] = [toOrder(target), toOrder(vanishing)];
  const draft = draftJoin(one, other, await readFreeMinimum(tx, target));
  const moved = await tx
    .update(payments)
    .set({ order_id: target.id })
    .where(eq(payments.order_id, vanishing.id))
    .returning({ id: payments.id });
  const version = await cancel(tx, author, vanishing, joinedReason + target.numero_pedido);
  const note = joinNotes(cliente_info.note, vanishing.cliente_info.note);
  await rewrite(tx, target, {
    itens: draft.itens,
    delivery_fee: toDecimal(toCents(draft.delivery_fee)),
    discount: toDecimal(toCents(draft.discount)),
    cliente_info: { ...cliente_info, ...(note && { note }) },
    original: original ?? {
      itens,
      delivery_fee: one.delivery_fee,
      valor_total: one.valor_total,
    },
    edited_at: now.toISOString(),
    edit_reason: `Com o pedido nº ${vanishing.numero_pedido}`,
  });
  const [row] = await tx.select(orderColumns).from(pedidos).where(eq(pedidos.id, target.id));
  if (!row) throw new Error("a joined order is stored");
  const undo: JoinUndo = {
    ...{ target_version: row.version, version, status: vanishing.status, before },
    payments: moved.map(({ id }) => id),
  };
  const values = { order_id: vanishing.id, into_id: target.id, undo, joined_at: now };
  await tx
    .insert(joinedOrders)
    .values(values)
    .onConflictDoUpdate({ target: joinedOrders.order_id, set: values });
  return toOrder(row);
}

/** Cancels without the mail that tells so: the customer gets the goods. Returns the order's version afterwards. */
async function cancel(
  tx: Database,
  author: Author,
  { id }: OrderRow,
  cancel_reason: string,
): Promise<number> {
  const [{ version = 0 } = {}] = await tx
    .select({ version: pedidos.version })
    .from(pedidos)
    .where(eq(pedidos.id, id));
  const done = await changeOrderStatus(tx, author, id, { status: cancelledStatus, version });
  if (!done.ok) throw new Error(`a locked order was not cancelled: ${done.reason}`);
  await tx
    .delete(outbox)
    .where(
      and(eq(outbox.order_id, id), eq(outbox.kind, "mail"), eq(outbox.event, cancelledStatus)),
    );
  const [row] = await tx
    .update(pedidos)
    .set({ cancel_reason })
    .where(eq(pedidos.id, id))
    .returning({ version: pedidos.version });
  return row?.version ?? version;
}

/** Stores goods and amounts of an order; its stock follows. */
async function rewrite(tx: Database, { id }: OrderRow, state: StateBefore): Promise<void> {
  const stored = await lockOrder(tx, id);
  if (!stored) throw new Error("a locked order is stored");
  const { itens, edited_at, ...columns } = state;
  await replaceLines(tx, stored, itens);
  const [delivery_fee, discount] = [Number(state.delivery_fee), Number(state.discount)];
  const { delivery_date, delivery_shift, payment_method } = stored;
  const fields = { delivery_fee, discount, delivery_date, delivery_shift, payment_method };
  await tx
    .update(pedidos)
    .set({
      ...columns,
      valor_total: toDecimal(totalCents({ ...toOrder(stored), ...fields, itens })),
      cliente_info: { ...state.cliente_info, totalItems: countItems(itens) },
      edited_at: edited_at === null ? null : new Date(edited_at),
    })
    .where(eq(pedidos.id, id));
}

/** Both orders as they were, unless one of them was saved since. */
export function separateOrders(
  database: Database,
  author: Author,
  id: string,
  otherId: string,
): Promise<JoinResult> {
  return runAsUser(database, author, async (tx) => {
    const { order: target, other: vanished } = await lockBoth(tx, id, otherId);
    const isJoin = and(eq(joinedOrders.order_id, otherId), eq(joinedOrders.into_id, id));
    const [join] = await tx.select().from(joinedOrders).where(isJoin);
    if (!target || !vanished || !join) return { ok: false, reason: "not-found" };
    const { undo } = join;
    const isUnchanged = target.version === undo.target_version && vanished.version === undo.version;
    if (!isUnchanged) return changed;
    await rewrite(tx, target, undo.before);
    if (undo.payments.length > 0) {
      await tx
        .update(payments)
        .set({ order_id: otherId })
        .where(inArray(payments.id, undo.payments));
    }
    const [{ version = 0 } = {}] = await tx
      .select({ version: pedidos.version })
      .from(pedidos)
      .where(eq(pedidos.id, otherId));
    const restored = await changeOrderStatus(tx, author, otherId, { status: undo.status, version });
    if (!restored.ok) throw new Error(`a locked order was not restored: ${restored.reason}`);
    await tx
      .delete(outbox)
      .where(
        and(eq(outbox.order_id, otherId), eq(outbox.kind, "mail"), eq(outbox.event, undo.status)),
      );
    await tx.delete(joinedOrders).where(isJoin);
    const [row] = await tx.select(orderColumns).from(pedidos).where(eq(pedidos.id, id));
    return row ? { ok: true, row: toOrder(row) } : { ok: false, reason: "not-found" };
  });
}
