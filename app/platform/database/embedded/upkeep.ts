import { setTimeout as wait } from "node:timers/promises";
import type { PGlite } from "@electric-sql/pglite";
import type { DatabaseLog } from "#app/platform/database/database.ts";

/** What a server's background workers do, and how often: seconds. */
export type UpkeepTimes = { checkpoint: number; vacuum: number };

const usual: UpkeepTimes = { checkpoint: 60, vacuum: 900 };

/**
 * Does what PostgreSQL leaves to background workers, which the embedded engine does not have: writes changes through
 * so that the next start has little to replay, frees dead rows and counts the living for the planner. A database
 * that has not changed is left alone. Returns how to stop, which waits for what is being done.
 */
export function keepUp(engine: PGlite, log: DatabaseLog, times = usual): () => Promise<void> {
  const ending = new AbortController();
  const jobs = [
    repeat(times.checkpoint, () => engine.query("CHECKPOINT")),
    repeat(times.vacuum, () => vacuum(engine)),
  ];

  async function repeat(seconds: number, work: () => Promise<unknown>): Promise<void> {
    let done = await position(engine);
    while (await pause(seconds, ending.signal)) {
      try {
        if ((await position(engine)) === done) continue;
        await work();
        done = await position(engine);
      } catch (error) {
        log.error({ err: error }, "upkeep of the embedded database failed");
      }
    }
  }

  return async () => {
    ending.abort();
    await Promise.all(jobs);
  };
}

/** Table by table, so that requests get their turn in between. */
async function vacuum(engine: PGlite): Promise<void> {
  const { rows } = await engine.query<{ name: string }>(
    "SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
  );
  for (const { name } of rows) await engine.query(`VACUUM (ANALYZE) ${name}`);
}

/** Where the log of changes stands: it moves with every write. */
async function position(engine: PGlite): Promise<string | undefined> {
  const { rows } = await engine.query<{ lsn: string }>(
    "SELECT pg_current_wal_insert_lsn()::text AS lsn",
  );
  return rows[0]?.lsn;
}

async function pause(seconds: number, signal: AbortSignal): Promise<boolean> {
  return wait(seconds * 1000, true, { ref: false, signal }).catch(() => false);
}
