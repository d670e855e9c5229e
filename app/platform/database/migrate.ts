import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { DatabaseRefusal } from "./refusal.ts";

/** Runs SQL within one transaction: several statements at once when there are no values. */
export type RunSql = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** What a migration asks of an engine: one transaction, committed when `work` resolves, rolled back when it throws. */
export type InTransaction = <T>(work: (run: RunSql) => Promise<T>) => Promise<T>;

const shipped = new URL("../../../migrations/", import.meta.url);
const lockKey = 7_062_017;

/**
 * Runs the migrations not yet run, all in one transaction, under a lock that several starting processes share.
 * Refuses when one that ran has been edited since: its file no longer says what the database is. `only` names those to
 * run where not all are wanted.
 */
export async function migrate(
  inTransaction: InTransaction,
  folder: URL = shipped,
  only?: ReadonlySet<string>,
): Promise<void> {
  const migrations = (await readMigrations(folder)).filter(({ name }) => !only || only.has(name));
  await inTransaction(async (run) => {
    await run("SELECT pg_advisory_xact_lock($1)", [lockKey]);
    await run(`CREATE TABLE IF NOT EXISTS migrations (
      name text PRIMARY KEY, sha256 text NOT NULL, run_at timestamptz NOT NULL DEFAULT now())`);
    const rows = await run("SELECT name, sha256 FROM migrations");
    const done = new Map(rows.map((row) => [row.name, row.sha256]));
    for (const { name, text, sha256 } of migrations) {
      const known = done.get(name);
      if (known === sha256) continue;
      if (known !== undefined)
        throw new DatabaseRefusal(`${name} was edited after this database ran it`);
      await run(text);
      await run("INSERT INTO migrations (name, sha256) VALUES ($1, $2)", [name, sha256]);
    }
  });
}

/** The migrations in the order they run, with the checksum by which an edited one is told. */
export async function readMigrations(folder: URL = shipped) {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      // Git on Windows may have changed the line ends.
      const text = (await readFile(new URL(name, folder), "utf8")).replaceAll("\r\n", "\n");
      return { name, text, sha256: createHash("sha256").update(text).digest("hex") };
    }),
  );
}
