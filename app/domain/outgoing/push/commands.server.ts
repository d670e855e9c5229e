import { asc, eq, sql } from "drizzle-orm";
import { countPendingOrders } from "#app/domain/orders/pending-orders.server.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import { type Attempt, deleteMessages, type Message } from "#app/domain/outgoing/outbox.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import {
  areSubscriptionKeys,
  generatePushKey,
  type PushKey,
  type PushResult,
  type PushSender,
} from "#app/platform/push-sender.ts";
import { newStatus, type OrderStatus } from "#app/shared/order-status.ts";
import type {
  PushDevice,
  PushKind,
  PushPayload,
  PushState,
  SubscriptionRequest,
} from "./schema.ts";
import { pushKey, pushSubscriptions } from "./table.ts";

/** The key of all processes. The first start generates it. */
export async function readPushKey(database: Database): Promise<PushKey> {
  const [stored] = await database.select().from(pushKey).limit(1);
  if (stored) return stored;
  await database.insert(pushKey).values(generatePushKey()).onConflictDoNothing();
  return readPushKey(database);
}

/** The public key and the devices that receive notices, oldest first. */
export async function readPushState(database: Database): Promise<PushState> {
  const { public_key } = await readPushKey(database);
  const rows = await database
    .select()
    .from(pushSubscriptions)
    .orderBy(asc(pushSubscriptions.created_at), asc(pushSubscriptions.id));
  return { public_key, items: rows.map(toDevice) };
}

function toDevice(row: typeof pushSubscriptions.$inferSelect): PushDevice {
  const { id, device, created_at } = row;
  return { id, device, created_at: created_at.toISOString() };
}

const maxDevices = 20;

export type SubscriptionRejection =
  /** The address is not that of a known push service. */
  | { ok: false; reason: "address" }
  | { ok: false; reason: "keys" }
  | { ok: false; reason: "too-many" };

/** Adds a device, or replaces the keys of one that subscribes again. */
export async function subscribeDevice(
  database: Database,
  sender: PushSender,
  { endpoint, keys }: SubscriptionRequest,
  device: string,
): Promise<{ ok: true; device: PushDevice } | SubscriptionRejection> {
  if (!sender.isAllowed(endpoint)) return { ok: false, reason: "address" };
  if (!areSubscriptionKeys(keys)) return { ok: false, reason: "keys" };
  const others = await database.$count(pushSubscriptions, sql`endpoint <> ${endpoint}`);
  if (others >= maxDevices) return { ok: false, reason: "too-many" };
  const [row] = await database
    .insert(pushSubscriptions)
    .values({ endpoint, ...keys, device })
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { ...keys, device } })
    .returning();
  if (!row) throw new Error("a subscription was not returned");
  return { ok: true, device: toDevice(row) };
}

/** Removes a device with its notices; false when it does not exist. */
export async function unsubscribeDevice(database: Database, id: string): Promise<boolean> {
  const deleted = await database
    .delete(pushSubscriptions)
    .where(eq(pushSubscriptions.id, id))
    .returning({ id: pushSubscriptions.id });
  await deleteMessages(database, id);
  return deleted.length > 0;
}

/** Sends a test notice now; undefined when the device does not exist. */
export async function testDevice(
  database: Database,
  sender: PushSender,
  id: string,
): Promise<PushResult | undefined> {
  const [row] = await database.select().from(pushSubscriptions).where(eq(pushSubscriptions.id, id));
  if (!row) return undefined;
  return sendNotice(database, sender, row, { kind: "test" });
}

const reminderDelay = sql`interval '15 minutes'`;
const maxReminderAge = sql`interval '1 day'`;
/** The newest orders only, so that the statement stays fast. */
const maxChecked = 200;

/**
 * Announces pending orders that were not opened for 15 minutes, each once: to every device, and by the change feed to open
 * pages of the back office. Of several processes exactly one announces an order.
 */
export async function queueReminders(database: Database): Promise<void> {
  await database.execute(sql`
    WITH waiting AS (
      SELECT id AS order_id FROM pedidos
      WHERE status = ${newStatus} AND created_at > now() - ${maxReminderAge} AND created_at <= now() - ${reminderDelay}
      ORDER BY created_at DESC, id DESC LIMIT ${maxChecked}
    ), announced AS (
      -- The one to open pages, which the notification delivers.
      INSERT INTO outbox (kind, event, order_id, next_attempt_at, sent_at)
      SELECT 'push', 'reminder', order_id, NULL, now() FROM waiting
      WHERE NOT EXISTS (SELECT FROM opened_orders WHERE opened_orders.order_id = waiting.order_id)
      ON CONFLICT DO NOTHING
      RETURNING order_id
    ), queued AS (
      INSERT INTO outbox (kind, event, order_id, receiver)
      SELECT 'push', 'reminder', order_id, id FROM announced, push_subscriptions
    )
    SELECT pg_notify('pomar_changes', jsonb_build_object(
      'table', 'orders', 'operation', 'UPDATE', 'id', order_id, 'quiet', true, 'reminder', true)::text)
    FROM announced`);
}

/** Sends one notice, unless the order is not pending any more, or its change was seen. A device without a subscription is removed. */
export async function sendPush(
  database: Database,
  sender: PushSender,
  { receiver, order_id, event }: Pick<Message, "receiver" | "order_id" | "event">,
): Promise<Attempt> {
  const kind = event as PushKind;
  const [found] = await database
    .select({
      device: pushSubscriptions,
      numero_pedido: pedidos.numero_pedido,
      status: pedidos.status,
      isChanged: sql<boolean>`${pedidos.changed_from} IS NOT NULL`,
    })
    .from(pushSubscriptions)
    .innerJoin(pedidos, eq(pedidos.id, sql`${order_id}::uuid`))
    .where(eq(pushSubscriptions.id, sql`${receiver}::uuid`));
  if (!found || !isNews(kind, found)) return { result: "obsolete" };
  const { device, numero_pedido } = found;
  const notice = { kind, order_id: order_id ?? "", numero_pedido };
  const result = await sendNotice(database, sender, device, notice);
  if (result.ok) return { result: "sent", status: result.status };
  const { reason, status } = result;
  return reason === "unavailable"
    ? { result: "failed", error: reason, status, isUnreachable: true }
    : { result: "rejected", error: reason, status };
}

function isNews(kind: PushKind, order: { status: OrderStatus; isChanged: boolean }): boolean {
  if (kind === "changed") return order.isChanged;
  return kind === "cancelled" || order.status === newStatus;
}

async function sendNotice(
  database: Database,
  sender: PushSender,
  { id, endpoint, p256dh, auth }: typeof pushSubscriptions.$inferSelect,
  notice: Omit<PushPayload, "pending">,
): Promise<PushResult> {
  const pending = await countPendingOrders(database);
  const payload = JSON.stringify({ ...notice, pending } satisfies PushPayload);
  const message = { endpoint, p256dh, auth, payload };
  const result = await sender.send(await readPushKey(database), message);
  if (!result.ok && result.reason === "gone") await unsubscribeDevice(database, id);
  return result;
}
