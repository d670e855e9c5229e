import { claimDelivery, sendDelivery } from "#app/domain/webhooks/commands.server.ts";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import type { Log } from "#app/platform/log.ts";
import type { WebhookSender } from "#app/platform/webhook-sender.ts";
import { type LoopTimes, startChangeLoop } from "./change-loop.ts";

type WebhookOptions = {
  opened: Pick<OpenDatabase, "database" | "subscribe">;
  sender: WebhookSender;
  log: Pick<Log, "info" | "warn">;
  times?: LoopTimes;
};

const defaultTimes = { idleMs: 5_000, gatherMs: 300 };
const concurrency = 4;

/**
 * Sends queued webhook deliveries: soon after a change, and when a retry is due. Several processes share the queue.
 * Returns a function that stops after the current attempts.
 */
export function runWebhooks({ opened, sender, log, times = defaultTimes }: WebhookOptions) {
  const { database } = opened;

  async function sendAll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const due = await claimDelivery(database);
      if (!due) return;
      const attempt = await sendDelivery(database, sender, due);
      const { id, webhook_id, attempts } = due;
      log.info({ delivery: id, webhook: webhook_id, attempts, ...attempt }, "webhook sent");
    }
  }

  return startChangeLoop({
    opened,
    tables: ["orders", "products"],
    name: "webhooks",
    async round(signal) {
      await Promise.all(Array.from({ length: concurrency }, () => sendAll(signal)));
    },
    times,
    log,
  });
}
