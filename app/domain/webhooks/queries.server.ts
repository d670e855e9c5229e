import { and, asc, desc, eq } from "drizzle-orm";
import { outbox } from "#app/domain/outbox/table.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { Webhook, WebhookDelivery, WebhookError } from "./schema.ts";
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

export function toWebhook(row: typeof webhooks.$inferSelect): Webhook {
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

export function toDelivery(row: typeof outbox.$inferSelect): WebhookDelivery {
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
