import { claimPush, queueAnnouncements, sendPush } from "#app/domain/push/commands.server.ts";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import type { Log } from "#app/platform/log.ts";
import type { PushSender } from "#app/platform/push-sender.ts";
import { type LoopTimes, startChangeLoop } from "./change-loop.ts";

type PushOptions = {
  opened: Pick<OpenDatabase, "database" | "subscribe">;
  sender: PushSender;
  log: Pick<Log, "info" | "warn">;
  times?: LoopTimes;
};

const defaultTimes = { idleMs: 20_000, gatherMs: 500 };

/**
 * Announces orders to the seller's devices: soon after a change, and orders that were not opened in time. Several processes
 * share the queue. Returns a function that stops after the current message.
 */
export function runPush({ opened, sender, log, times = defaultTimes }: PushOptions) {
  const { database } = opened;
  return startChangeLoop({
    opened,
    tables: ["orders"],
    name: "push messages",
    async round(signal) {
      await queueAnnouncements(database);
      while (!signal.aborted) {
        const due = await claimPush(database);
        if (!due) return;
        const result = await sendPush(database, sender, due);
        const { order_id: order, kind, subscription_id: device, attempts } = due;
        log.info({ order, kind, device, attempts, ...result }, "push message sent");
      }
    },
    times,
    log,
  });
}
