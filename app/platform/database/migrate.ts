import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { DatabaseStartError } from "./errors.ts";

/** Runs SQL within one transaction; several statements are allowed when there are no values. */
export type RunSql = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** Runs `work` in one transaction: committed when it resolves, rolled back when it throws. */
export type InTransaction = <T>(work: (run: RunSql) => Promise<T>) => Promise<T>;

const migrationsFolder = new URL("../../../migrations/", import.meta.url);
const lockKey = 7_062_017;

/**
 * Runs pending migrations in one transaction, under a lock shared by starting processes. Throws when a migration that
 * ran was edited afterwards or is unknown, since a newer version ran it. `only` limits the migrations by name.
 */
export async function migrate(
  inTransaction: InTransaction,
  folder: URL = migrationsFolder,
  only?: ReadonlySet<string>,
): Promise<void> {
  const migrations = (await readMigrations(folder)).filter(({ name }) => !only || only.has(name));
  await inTransaction(async (run) => {
    await run("SELECT pg_advisory_xact_lock($1)", [lockKey]);
    await run(`CREATE TABLE IF NOT EXISTS migrations (
      name text PRIMARY KEY, sha256 text NOT NULL, run_at timestamptz NOT NULL DEFAULT now())`);
    const rows = await run("SELECT name, sha256 FROM migrations");
    const done = new Map(rows.map((row) => [row.name, row.sha256]));
    if (!only) rejectNewerDatabase([...done.keys()], migrations);
    for (const { name, text, sha256 } of migrations) {
      const known = done.get(name);
      if (known === sha256) continue;
      if (known !== undefined)
        throw new DatabaseStartError(`${name} was edited after this database ran it`);
      await run(text);
      await run("INSERT INTO migrations (name, sha256) VALUES ($1, $2)", [name, sha256]);
    }
  });
}

function rejectNewerDatabase(done: unknown[], migrations: { name: string }[]): void {
  const known = new Set<unknown>(migrations.map(({ name }) => name));
  const unknown = done.find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new DatabaseStartError(
    `the database was upgraded by a newer version (${unknown}): start that version again, or restore a backup from before the upgrade into an empty database`,
  );
}

/** The migrations in execution order, each with the checksum that reveals later edits. */
export async function readMigrations(folder: URL = migrationsFolder) {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      // Git on Windows may have changed the line endings.
      const text = (await readFile(new URL(name, folder), "utf8")).replaceAll("\r\n", "\n");
      return { name, text, sha256: createHash("sha256").update(text).digest("hex") };
    }),
  );
}
