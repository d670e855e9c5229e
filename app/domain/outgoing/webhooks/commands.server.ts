import { randomBytes } from "node:crypto";
import { and, asc, desc, eq, sql } from "drizzle-orm";
import { outbox } from "#app/domain/kernel/table.ts";
import {
  type Attempt,
  claimAgain,
  deleteMessages,
  type Message,
  storeAttempt,
} from "#app/domain/outgoing/outbox.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { WebhookSender } from "#app/platform/webhook-sender.ts";
import type {
  NewWebhook,
  Webhook,
  WebhookChanges,
  WebhookDelivery,
  WebhookError,
  WebhookRequest,
} from "./schema.ts";
import { webhooks } from "./table.ts";

const maxListedDeliveries = 50;

/** All receivers, oldest first. */
export async function listWebhooks(database: Database): Promise<Webhook[]> {
  const rows = await database
    .select()
    .from(webhooks)
    .orderBy(asc(webhooks.created_at), asc(webhooks.id));
  return rows.map(toWebhook);
}

export async function findWebhook(database: Database, id: string): Promise<Webhook | undefined> {
  const [row] = await database.select().from(webhooks).where(eq(webhooks.id, id));
  return row && toWebhook(row);
}

function toWebhook(row: typeof webhooks.$inferSelect): Webhook {
  const { id, url, events, enabled, disabled_reason, created_at } = row;
  return { id, url, events, enabled, disabled_reason, created_at: created_at.toISOString() };
}

/** The newest deliveries, of one receiver when its id is given. */
export async function listWebhookDeliveries(
  database: Database,
  webhookId?: string,
): Promise<WebhookDelivery[]> {
  const rows = await database
    .select()
    .from(outbox)
    .where(and(eq(outbox.kind, "webhook"), webhookId ? eq(outbox.receiver, webhookId) : undefined))
    .orderBy(desc(outbox.created_at), desc(outbox.id))
    .limit(maxListedDeliveries);
  return rows.map(toDelivery);
}

function toDelivery(row: typeof outbox.$inferSelect): WebhookDelivery {
  return {
    id: row.id,
    webhook_id: row.receiver ?? "",
    event: row.event,
    created_at: row.created_at.toISOString(),
    attempts: row.attempts,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    delivered_at: row.sent_at?.toISOString() ?? null,
    response_status: row.response_status,
    error: row.error as WebhookError | null,
  };
}

const maxWebhooks = 20;

export type WebhookRejection =
  | { ok: false; reason: "not-found" }
  /** The address is not https, or that of a private network. */
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
  const secret = createSecret();
  const [row] = await database.insert(webhooks).values({ url, events, secret }).returning();
  if (!row) throw new Error("a new webhook was not returned");
  return { ok: true, webhook: { ...toWebhook(row), secret } };
}

function createSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
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
    .set({ id, ...changes, ...(changes.enabled && { disabled_reason: null }) })
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
  await deleteMessages(database, id);
  return deleted.length > 0;
}

/** Replaces the secret; undefined when the webhook does not exist. For a day deliveries are signed with both. */
export async function rotateWebhookSecret(
  database: Database,
  id: string,
): Promise<NewWebhook | undefined> {
  const secret = createSecret();
  const [row] = await database
    .update(webhooks)
    .set({ secret, previous_secret: webhooks.secret, secret_changed_at: sql`now()` })
    .where(eq(webhooks.id, id))
    .returning();
  return row && { ...toWebhook(row), secret };
}

/** Sends a test event now, to a disabled receiver too; undefined when it does not exist. It is not retried. */
export async function testWebhook(
  database: Database,
  sender: WebhookSender,
  now: Date,
  receiver: string,
): Promise<WebhookDelivery | undefined> {
  const payload = { type: "test", timestamp: now.toISOString(), data: {} };
  const [row] = await database
    .insert(outbox)
    .values({ kind: "webhook", event: "test", receiver, payload, next_attempt_at: null })
    .returning({ id: outbox.id });
  return row && redeliver(database, sender, receiver, row.id);
}

/** Sends a delivery again now, to a disabled receiver too; undefined when it does not exist. */
export async function redeliver(
  database: Database,
  sender: WebhookSender,
  webhookId: string,
  id: string,
): Promise<WebhookDelivery | undefined> {
  const message = await claimAgain(database, webhookId, id);
  if (!message) return undefined;
  await storeAttempt(database, message, await sendWebhook(database, sender, message));
  const [row] = await database.select().from(outbox).where(eq(outbox.id, id));
  return row && toDelivery(row);
}

/** Sends one delivery. A receiver that answers 410 is disabled. */
export async function sendWebhook(
  database: Database,
  sender: WebhookSender,
  { id, event, receiver, payload }: Message,
): Promise<Attempt> {
  const isReceiver = eq(webhooks.id, sql`${receiver}::uuid`);
  const isOverlapping = sql<boolean>`secret_changed_at > now() - interval '1 day'`;
  const [found] = await database
    .select({ webhook: webhooks, isOverlapping })
    .from(webhooks)
    .where(isReceiver);
  if (!found) return { result: "obsolete" };
  const { url, secret, previous_secret } = found.webhook;
  const secrets = found.isOverlapping && previous_secret ? [secret, previous_secret] : [secret];
  const attempt = await sender.send({ id, url, secrets, body: payload ?? "" });
  if (attempt.ok) return { result: "sent", status: attempt.status };
  if (event === "test") return { result: "rejected", ...attempt };
  if (attempt.error !== "status") return { result: "failed", ...attempt, isUnreachable: true };
  if (attempt.status === 410) {
    await database
      .update(webhooks)
      .set({ enabled: false, disabled_reason: "gone" })
      .where(isReceiver);
  }
  return { result: "failed", ...attempt };
}
