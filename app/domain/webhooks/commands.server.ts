import { randomBytes, randomUUID } from "node:crypto";
import { and, eq, lt, sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { webhookDeliveries, webhooks } from "#app/platform/database/schema.ts";
import type { WebhookAttempt, WebhookSender } from "#app/platform/webhook-sender.ts";
import { toDelivery, toWebhook } from "./queries.server.ts";
import type {
  NewWebhook,
  Webhook,
  WebhookChanges,
  WebhookDelivery,
  WebhookRequest,
} from "./schema.ts";

const maxWebhooks = 20;

export type WebhookRejection =
  | { ok: false; reason: "not-found" }
  /** Not https, or an address of a private network. */
  | { ok: false; reason: "address" }
  | { ok: false; reason: "too-many" };

/** Adds a receiver; only this result contains its secret. */
export async function createWebhook(
  database: Database,
  sender: WebhookSender,
  { url, events }: WebhookRequest,
): Promise<{ ok: true; webhook: NewWebhook } | WebhookRejection> {
  if (!sender.isAllowed(url)) return { ok: false, reason: "address" };
  if ((await database.$count(webhooks)) >= maxWebhooks) return { ok: false, reason: "too-many" };
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  const [row] = await database.insert(webhooks).values({ url, events, secret }).returning();
  if (!row) throw new Error("a new webhook was not returned");
  return { ok: true, webhook: { ...toWebhook(row), secret } };
}

export async function changeWebhook(
  database: Database,
  sender: WebhookSender,
  id: string,
  changes: WebhookChanges,
): Promise<{ ok: true; webhook: Webhook } | WebhookRejection> {
  if (changes.url !== undefined && !sender.isAllowed(changes.url)) {
    return { ok: false, reason: "address" };
  }
  const [row] = await database
    .update(webhooks)
    .set({ id, ...changes })
    .where(eq(webhooks.id, id))
    .returning();
  return row ? { ok: true, webhook: toWebhook(row) } : { ok: false, reason: "not-found" };
}

/** Deletes a receiver with its deliveries; false when it does not exist. */
export async function deleteWebhook(database: Database, id: string): Promise<boolean> {
  const deleted = await database
    .delete(webhooks)
    .where(eq(webhooks.id, id))
    .returning({ id: webhooks.id });
  return deleted.length > 0;
}

/** Sends a test event now, to a disabled receiver too; undefined when it does not exist. It is not retried. */
export async function testWebhook(
  database: Database,
  sender: WebhookSender,
  now: Date,
  id: string,
): Promise<WebhookDelivery | undefined> {
  const [webhook] = await database.select().from(webhooks).where(eq(webhooks.id, id));
  if (!webhook) return undefined;
  const payload = { type: "test", timestamp: now.toISOString(), data: {} };
  const delivery = { id: randomUUID(), webhook_id: id, event: "test", payload };
  const { url, secret } = webhook;
  const attempt = await sender.send({
    id: delivery.id,
    url,
    secret,
    body: JSON.stringify(payload),
  });
  const [row] = await database
    .insert(webhookDeliveries)
    .values({ ...delivery, attempts: 1, next_attempt_at: null, ...outcomeOf(attempt) })
    .returning();
  return row && toDelivery(row);
}

/** A delivery claimed by this process; `attempts` includes the current one. */
export type DueDelivery = {
  id: string;
  webhook_id: string;
  attempts: number;
  url: string;
  secret: string;
  body: string;
};

/** Longer than an attempt takes. */
const leaseSeconds = 60;
const retryWindow = sql`interval '1 day'`;

/**
 * Claims the delivery that is due first, or undefined. No other process claims it for a minute; one that has no result by
 * then, because its process ended, is sent again. Deliveries of disabled receivers wait.
 */
export async function claimDelivery(database: Database): Promise<DueDelivery | undefined> {
  const { rows } = await database.execute<DueDelivery>(sql`
    UPDATE webhook_deliveries AS due
    SET attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    FROM webhooks
    WHERE webhooks.id = due.webhook_id AND due.id = (
      SELECT queued.id FROM webhook_deliveries AS queued JOIN webhooks AS receiver ON receiver.id = queued.webhook_id
      WHERE next_attempt_at <= now() AND receiver.enabled
      ORDER BY next_attempt_at LIMIT 1 FOR UPDATE OF queued SKIP LOCKED)
    RETURNING due.id, due.webhook_id, due.attempts, url, secret, due.payload::text AS body`);
  return rows[0];
}

/** Seconds until the next attempt: 10 s, doubled each time up to an hour, each with some variation. */
export function retryDelaySeconds(attempts: number, random = Math.random()): number {
  return Math.min(3600, 10 * 2 ** Math.min(attempts - 1, 20)) * (0.8 + 0.4 * random);
}

/** Sends a claimed delivery and stores the result. When the receiver does not answer, its other deliveries wait too. */
export async function sendDelivery(
  database: Database,
  sender: WebhookSender,
  { webhook_id, attempts, ...message }: DueDelivery,
): Promise<WebhookAttempt> {
  const attempt = await sender.send(message);
  const isDelivery = eq(webhookDeliveries.id, message.id);
  if (attempt.ok) {
    const done = { next_attempt_at: null, ...outcomeOf(attempt) };
    await database.update(webhookDeliveries).set(done).where(isDelivery);
    return attempt;
  }
  const next = sql`now() + make_interval(secs => ${retryDelaySeconds(attempts)}::float8)`;
  await database
    .update(webhookDeliveries)
    .set({
      ...outcomeOf(attempt),
      next_attempt_at: sql`CASE WHEN ${next} < created_at + ${retryWindow} THEN ${next} END`,
    })
    .where(isDelivery);
  if (attempt.error === "status") return attempt;
  await database
    .update(webhookDeliveries)
    .set({ next_attempt_at: sql`now() + make_interval(secs => ${retryDelaySeconds(1)}::float8)` })
    .where(
      and(
        eq(webhookDeliveries.webhook_id, webhook_id),
        lt(webhookDeliveries.next_attempt_at, sql`now()`),
      ),
    );
  return attempt;
}

function outcomeOf(attempt: WebhookAttempt) {
  if (attempt.ok) {
    return { delivered_at: sql`now()`, response_status: attempt.status, error: null };
  }
  const response_status = attempt.error === "status" ? attempt.status : null;
  return { delivered_at: null, response_status, error: attempt.error };
}

/** Deletes deliveries after 30 days. */
export async function expireWebhookDeliveries(database: Database): Promise<void> {
  await database
    .delete(webhookDeliveries)
    .where(lt(webhookDeliveries.created_at, sql`now() - interval '30 days'`));
}
