import type { PGlite } from "@electric-sql/pglite";
import type { DatabaseLog } from "#app/platform/database/database.ts";
import { startPeriodicJob } from "#app/platform/periodic-job.ts";

/** The interval of a PostgreSQL server's checkpoints. */
const defaultIntervalMs = 300_000;

/**
 * Does the work of PostgreSQL's background processes, which the embedded engine lacks: vacuum, planner statistics, and
 * checkpoints so that the next start has little to replay. An unchanged database is left alone. Returns a function that
 * stops and waits for a run in progress.
 */
export function startDatabaseMaintenance(
  engine: Pick<PGlite, "query">,
  log: DatabaseLog,
  intervalMs = defaultIntervalMs,
): () => Promise<void> {
  let maintained: string | undefined;
  return startPeriodicJob(
    {
      name: "maintenance of the embedded database",
      firstDelayMs: intervalMs,
      intervalMs,
      async run() {
        if ((await readLogPosition(engine)) === maintained) return;
        await maintain(engine);
        maintained = await readLogPosition(engine);
      },
    },
    log,
  );
}

/** One statement at a time, so that requests run in between. */
async function maintain(engine: Pick<PGlite, "query">): Promise<void> {
  const { rows } = await engine.query<{ name: string }>(
    "SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
  );
  for (const { name } of rows) {
    await engine.query(`VACUUM ${name}`);
    await engine.query(`ANALYZE ${name}`);
  }
  await engine.query("CHECKPOINT");
}

/** The position in the write-ahead log, which moves with every write. */
async function readLogPosition(engine: Pick<PGlite, "query">): Promise<string | undefined> {
  const { rows } = await engine.query<{ at: string }>(
    "SELECT pg_current_wal_insert_lsn()::text AS at",
  );
  return rows[0]?.at;
}
