import { setTimeout as delay } from "node:timers/promises";
import { claimDelivery, sendDelivery } from "#app/domain/webhooks/commands.server.ts";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import type { Log } from "#app/platform/log.ts";
import { waitUnlessAborted } from "#app/platform/periodic-job.ts";
import type { WebhookSender } from "#app/platform/webhook-sender.ts";

type WebhookOptions = {
  opened: Pick<OpenDatabase, "database" | "subscribe">;
  sender: WebhookSender;
  log: Pick<Log, "info" | "warn">;
  /** `idleMs`: between two rounds without a change; `gatherMs`: from a change to the round. */
  times?: { idleMs: number; gatherMs: number };
};

const defaultTimes = { idleMs: 5_000, gatherMs: 300 };
const concurrency = 4;
const shutdownTimeoutMs = 5_000;

/**
 * Sends queued webhook deliveries: soon after a change, and when a retry is due. Several processes share the queue.
 * Returns a function that stops after the current attempts.
 */
export function runWebhooks({ opened, sender, log, times = defaultTimes }: WebhookOptions) {
  const { database } = opened;
  const stopping = new AbortController();
  const { signal } = stopping;
  let wakeUp = Promise.withResolvers<"woken">();
  const unsubscribe = opened.subscribe(({ table }) => {
    if (table === "orders" || table === "products") wakeUp.resolve("woken");
  });
  const finished = repeat();

  async function repeat(): Promise<void> {
    while (!signal.aborted) {
      const reason = await Promise.race([wakeUp.promise, waitUnlessAborted(times.idleMs, signal)]);
      if (reason === "woken") await waitUnlessAborted(times.gatherMs, signal);
      wakeUp = Promise.withResolvers();
      await runRound();
    }
  }

  async function runRound(): Promise<void> {
    try {
      await Promise.all(Array.from({ length: concurrency }, sendAll));
    } catch (error) {
      log.warn({ err: error }, "webhooks postponed: database unavailable");
    }
  }

  async function sendAll(): Promise<void> {
    while (!signal.aborted) {
      const due = await claimDelivery(database);
      if (!due) return;
      const attempt = await sendDelivery(database, sender, due);
      const { id, webhook_id, attempts } = due;
      log.info({ delivery: id, webhook: webhook_id, attempts, ...attempt }, "webhook sent");
    }
  }

  return async (): Promise<void> => {
    unsubscribe();
    stopping.abort();
    await Promise.race([finished, delay(shutdownTimeoutMs, undefined, { ref: false })]);
  };
}
