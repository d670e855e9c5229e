import { setTimeout as wait } from "node:timers/promises";
import type { PGlite } from "@electric-sql/pglite";
import type { DatabaseLog } from "#app/platform/database/database.ts";

/** As often as a server writes its changes through. */
const usualSeconds = 300;

/**
 * Does what PostgreSQL leaves to background workers, which the embedded engine does not have: frees dead rows, counts
 * the living for the planner, writes changes through so that the next start has little to replay. A database that has
 * not changed is left alone. Returns how to stop, which waits for what is being done.
 */
export function keepUp(
  engine: Pick<PGlite, "query">,
  log: DatabaseLog,
  seconds = usualSeconds,
): () => Promise<void> {
  const ending = new AbortController();
  const work = repeat();

  async function repeat(): Promise<void> {
    let seen: string | undefined;
    while (await pause(seconds, ending.signal)) {
      try {
        if ((await position(engine)) === seen) continue;
        await tidy(engine);
        seen = await position(engine);
      } catch (error) {
        log.error({ err: error }, "upkeep of the embedded database failed");
      }
    }
  }

  return () => {
    ending.abort();
    return work;
  };
}

/** Step by step, so that requests get their turn in between. */
async function tidy(engine: Pick<PGlite, "query">): Promise<void> {
  const { rows } = await engine.query<{ name: string }>(
    "SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
  );
  for (const { name } of rows) {
    await engine.query(`VACUUM ${name}`);
    await engine.query(`ANALYZE ${name}`);
  }
  await engine.query("CHECKPOINT");
}

/** Where the log of changes stands: it moves with every write. */
async function position(engine: Pick<PGlite, "query">): Promise<string | undefined> {
  const { rows } = await engine.query<{ at: string }>(
    "SELECT pg_current_wal_insert_lsn()::text AS at",
  );
  return rows[0]?.at;
}

async function pause(seconds: number, signal: AbortSignal): Promise<boolean> {
  return wait(seconds * 1000, true, { ref: false, signal }).catch(() => false);
}
