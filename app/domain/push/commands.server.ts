import { eq, sql } from "drizzle-orm";
import { listUnopenedOrders } from "#app/domain/orders/queries.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import { pushMessages, pushSubscriptions } from "#app/platform/database/schema.ts";
import { areSubscriptionKeys } from "#app/platform/push-encryption.ts";
import type { PushResult, PushSender } from "#app/platform/push-sender.ts";
import { readPushKey, toDevice } from "./queries.server.ts";
import type { PushDevice, PushKind, PushPayload, SubscriptionRequest } from "./schema.ts";

const maxDevices = 20;

export type SubscriptionRejection =
  /** Not an address of a known push service. */
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

/** Removes a device; false when it does not exist. */
export async function unsubscribeDevice(database: Database, id: string): Promise<boolean> {
  const deleted = await database
    .delete(pushSubscriptions)
    .where(eq(pushSubscriptions.id, id))
    .returning({ id: pushSubscriptions.id });
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
  const unopened = (await listUnopenedOrders(database)).length;
  const payload: PushPayload = { kind: "test", unopened };
  const { endpoint, p256dh, auth } = row;
  const message = { endpoint, p256dh, auth, payload: JSON.stringify(payload) };
  const result = await sender.send(await readPushKey(database), message);
  if (!result.ok && result.reason === "gone") await unsubscribeDevice(database, id);
  return result;
}

/** An older order or cancellation is no news. */
const newsAge = sql`interval '10 minutes'`;
const maxReminderAge = sql`interval '1 day'`;
/** The newest orders only, so that the statement stays fast. */
const maxChecked = 200;

/**
 * Announces what has not been announced: new orders, cancellations by customers, and pending orders that were not opened for
 * the time in the settings. Each is queued for every device by exactly one of several processes; open pages of the back office
 * get reminders by the change feed.
 */
export async function queueAnnouncements(database: Database): Promise<void> {
  await database.execute(sql`
    WITH found AS (
      (SELECT id AS order_id, 'created' AS kind FROM pedidos
      WHERE created_at > now() - ${newsAge} AND status = 'pendente'
      ORDER BY created_at DESC, id DESC LIMIT ${maxChecked})
      UNION ALL
      SELECT record_id::uuid, 'cancelled' FROM audit_logs
      WHERE created_at > now() - ${newsAge} AND table_name = 'orders' AND user_email = 'cliente'
        AND new_data ->> 'status' = 'cancelado' AND EXISTS (SELECT FROM pedidos WHERE id = record_id::uuid)
    ), waiting AS (
      SELECT id AS order_id FROM pedidos
      -- As a join, it would read all newer orders too. No settings row: NULL, and no reminders.
      WHERE status = 'pendente' AND created_at > now() - ${maxReminderAge} AND created_at <= (
        SELECT now() - make_interval(mins => reminder_minutes) FROM settings WHERE reminder_minutes > 0)
      ORDER BY created_at DESC, id DESC LIMIT ${maxChecked}
    ), announced AS (
      INSERT INTO order_announcements (order_id, kind)
      SELECT DISTINCT order_id, kind FROM found WHERE EXISTS (SELECT FROM push_subscriptions)
      UNION ALL
      SELECT order_id, 'reminder' FROM waiting
      WHERE NOT EXISTS (SELECT FROM opened_orders WHERE opened_orders.order_id = waiting.order_id)
      ON CONFLICT DO NOTHING
      RETURNING order_id, kind
    ), reminded AS (
      SELECT pg_notify('pomar_changes', jsonb_build_object(
        'table', 'orders', 'operation', 'UPDATE', 'id', order_id, 'quiet', true, 'reminder', true)::text)
      FROM announced WHERE kind = 'reminder'
    ), queued AS (
      INSERT INTO push_messages (subscription_id, order_id, kind)
      SELECT id, order_id, kind FROM announced, push_subscriptions
    )
    SELECT count(*) FROM reminded`);
}

/** A message claimed by this process; `attempts` includes the current one. */
export type DuePush = {
  id: string;
  subscription_id: string;
  kind: PushKind;
  order_id: string;
  numero_pedido: number | string;
  attempts: number;
  endpoint: string;
  p256dh: string;
  auth: string;
};

/** Longer than an attempt takes. */
const leaseSeconds = 60;

/** Claims the message that is due first, or undefined. No other process claims it for a minute. */
export async function claimPush(database: Database): Promise<DuePush | undefined> {
  const { rows } = await database.execute<DuePush>(sql`
    UPDATE push_messages AS due
    SET attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    FROM push_subscriptions AS device, pedidos
    WHERE device.id = due.subscription_id AND pedidos.id = due.order_id AND due.id = (
      SELECT id FROM push_messages WHERE next_attempt_at <= now()
      ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING due.id, subscription_id, kind, order_id, numero_pedido, attempts, endpoint, p256dh, auth`);
  return rows[0];
}

const maxAttempts = 8;

/**
 * Sends a claimed message. A device that has withdrawn its subscription is removed; a push service that is unavailable is
 * tried again after 15 s, doubled each time, eight times.
 */
export async function sendPush(
  database: Database,
  sender: PushSender,
  due: DuePush,
): Promise<PushResult> {
  const payload: PushPayload = {
    kind: due.kind,
    order_id: due.order_id,
    numero_pedido: Number(due.numero_pedido),
    unopened: (await listUnopenedOrders(database)).length,
  };
  const { endpoint, p256dh, auth } = due;
  const message = { endpoint, p256dh, auth, payload: JSON.stringify(payload) };
  const result = await sender.send(await readPushKey(database), message);
  if (!result.ok && result.reason === "gone") {
    await unsubscribeDevice(database, due.subscription_id);
    return result;
  }
  const isDone = result.ok || result.reason === "rejected" || due.attempts >= maxAttempts;
  const isMessage = eq(pushMessages.id, due.id);
  if (isDone) await database.delete(pushMessages).where(isMessage);
  else {
    const delay = 15 * 2 ** (due.attempts - 1);
    await database
      .update(pushMessages)
      .set({ next_attempt_at: sql`now() + make_interval(secs => ${delay}::float8)` })
      .where(isMessage);
  }
  return result;
}

/** Deletes announcements that no query reads any more. */
export async function expireAnnouncements(database: Database): Promise<void> {
  await database.execute(
    sql`DELETE FROM order_announcements WHERE announced_at < now() - interval '2 days'`,
  );
}
