import { setTimeout as delay } from "node:timers/promises";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import type { Log } from "#app/platform/log.ts";
import { waitUnlessAborted } from "#app/platform/periodic-job.ts";
import type { ChangedTable } from "#app/shared/changes.ts";

export type LoopTimes = {
  /** Between two rounds without a change. */
  idleMs: number;
  /** From a change to the round, because changes often come together. */
  gatherMs: number;
};

type ChangeLoop = {
  opened: Pick<OpenDatabase, "subscribe">;
  tables: readonly ChangedTable[];
  /** For the log: "webhooks". */
  name: string;
  round: (signal: AbortSignal) => Promise<void>;
  times: LoopTimes;
  log: Pick<Log, "warn">;
  /** Whether the first round needs no change, for what was left at the last shutdown. */
  isDueAtStart?: boolean;
};

const shutdownTimeoutMs = 5_000;

/**
 * Runs `round` soon after a change of the tables, and from time to time for what was left. Returns a function that stops after
 * the current round.
 */
export function startChangeLoop(loop: ChangeLoop): () => Promise<void> {
  const { opened, tables, name, round, times, log, isDueAtStart = false } = loop;
  const stopping = new AbortController();
  const { signal } = stopping;
  let wakeUp = Promise.withResolvers<"woken">();
  if (isDueAtStart) wakeUp.resolve("woken");
  const unsubscribe = opened.subscribe(({ table }) => {
    if (tables.includes(table)) wakeUp.resolve("woken");
  });
  const finished = repeat();

  async function repeat(): Promise<void> {
    while (!signal.aborted) {
      const reason = await Promise.race([wakeUp.promise, waitUnlessAborted(times.idleMs, signal)]);
      if (reason === "woken") await waitUnlessAborted(times.gatherMs, signal);
      wakeUp = Promise.withResolvers();
      if (signal.aborted) return;
      try {
        await round(signal);
      } catch (error) {
        log.warn({ err: error }, `${name} postponed: database unavailable`);
      }
    }
  }

  return async (): Promise<void> => {
    unsubscribe();
    stopping.abort();
    await Promise.race([finished, delay(shutdownTimeoutMs, undefined, { ref: false })]);
  };
}
