import { asc, desc, eq } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { webhookDeliveries, webhooks } from "#app/platform/database/schema.ts";
import type { Webhook, WebhookDelivery } from "./schema.ts";

const maxListedDeliveries = 50;

/** All receivers, oldest first. */
export async function listWebhooks(database: Database): Promise<Webhook[]> {
  const rows = await database
    .select()
    .from(webhooks)
    .orderBy(asc(webhooks.created_at), asc(webhooks.id));
  return rows.map(toWebhook);
}

export function toWebhook(row: typeof webhooks.$inferSelect): Webhook {
  const { secret, created_at, ...webhook } = row;
  return { ...webhook, created_at: created_at.toISOString() };
}

/** The newest deliveries, of one receiver when its id is given. */
export async function listWebhookDeliveries(
  database: Database,
  webhookId?: string,
): Promise<WebhookDelivery[]> {
  const rows = await database
    .select()
    .from(webhookDeliveries)
    .where(webhookId ? eq(webhookDeliveries.webhook_id, webhookId) : undefined)
    .orderBy(desc(webhookDeliveries.created_at), desc(webhookDeliveries.id))
    .limit(maxListedDeliveries);
  return rows.map(toDelivery);
}

export function toDelivery(row: typeof webhookDeliveries.$inferSelect): WebhookDelivery {
  const { payload, created_at, next_attempt_at, delivered_at, ...delivery } = row;
  return {
    ...delivery,
    created_at: created_at.toISOString(),
    next_attempt_at: next_attempt_at?.toISOString() ?? null,
    delivered_at: delivered_at?.toISOString() ?? null,
  };
}
