import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import type { DatabaseLog } from "./database.ts";
import { DatabaseStartError } from "./errors.ts";

/** Runs SQL within one transaction; several statements are allowed when there are no values. */
export type RunSql = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** Runs `work` in one transaction: committed when it resolves, rolled back when it throws. */
export type InTransaction = <T>(work: (run: RunSql) => Promise<T>) => Promise<T>;

const migrationsFolder = new URL("../../../migrations/", import.meta.url);
const lockKey = 7_062_017;
const createMigrationsTable = `CREATE TABLE IF NOT EXISTS migrations (
  name text PRIMARY KEY, sha256 text NOT NULL, run_at timestamptz NOT NULL DEFAULT now())`;

export type MigrationOptions = {
  folder?: URL;
  /** Limits the migrations by name. Functions and triggers, which may need all of them, are then left to the next run. */
  only?: ReadonlySet<string>;
  log?: DatabaseLog;
  /** Runs before the first migration of a database that already holds a shop; when it fails, no migration runs. */
  beforeUpgrade?: BeforeUpgrade | undefined;
};

/** `migration` is the name of the first pending one, without extension. */
export type BeforeUpgrade = (inTransaction: InTransaction, migration: string) => Promise<void>;

type Migration = { name: string; text: string; sha256: string };

/** The row of all functions and triggers, beside those of the migrations. */
export const functionsName = "functions";
/** Recorded in every database from before the first release. */
const unreleasedName = "0000_from-40eb917";

/**
 * Runs pending migrations, then all functions and triggers if a migration ran or their text has changed: in one transaction,
 * under a lock shared by starting processes. Throws when a migration that ran was edited afterwards or is unknown, since a newer
 * version ran it, or when a pending one is older than one that ran.
 */
export async function migrate(
  inTransaction: InTransaction,
  { folder = migrationsFolder, only, log, beforeUpgrade }: MigrationOptions = {},
): Promise<void> {
  const migrations = (await readMigrations(folder)).filter(({ name }) => !only || only.has(name));
  const functions = only ? undefined : await readFunctions(folder);
  const listPending = async (run: RunSql) => {
    await run("SELECT pg_advisory_xact_lock($1)", [lockKey]);
    await run(createMigrationsTable);
    const rows = await run("SELECT name, sha256 FROM migrations ORDER BY name");
    const done = new Map(rows.map((row) => [String(row.name), String(row.sha256)]));
    if (done.has(unreleasedName)) throw new DatabaseStartError(unreleasedMessage);
    const applied = done.get(functionsName);
    done.delete(functionsName);
    if (!only) rejectNewerDatabase([...done.keys()], migrations);
    const pending = findPending(migrations, done);
    const isChanged = functions && (pending.length > 0 || functions.sha256 !== applied);
    return { isUpgrade: done.size > 0, pending, functions: isChanged ? functions : undefined };
  };
  const { isUpgrade, pending, functions: changed } = await inTransaction(listPending);
  const [first] = pending;
  if (!first && !changed) return;
  if (isUpgrade && first) await beforeUpgrade?.(inTransaction, first.name.replace(/\.sql$/, ""));
  const startedAt = performance.now();
  const names = await inTransaction(async (run) => {
    // Another process may have run them meanwhile.
    const { pending, functions } = await listPending(run);
    for (const { name, text, sha256 } of [...pending, ...(functions ? [functions] : [])]) {
      await run(text);
      await run(
        `INSERT INTO migrations (name, sha256) VALUES ($1, $2)
          ON CONFLICT (name) DO UPDATE SET sha256 = excluded.sha256, run_at = now()`,
        [name, sha256],
      );
    }
    return [...pending, ...(functions ? [functions] : [])].map(({ name }) => name);
  });
  const durationMs = Math.round(performance.now() - startedAt);
  log?.info({ migrations: names, count: names.length, durationMs }, "ran database migrations");
}

const unreleasedMessage =
  "the database is of a version from before the first release, which this version cannot read: use an empty data folder or database, or start the version that created it";

function findPending(
  migrations: readonly Migration[],
  done: ReadonlyMap<string, unknown>,
): Migration[] {
  const [newest = ""] = [...done.keys()].slice(-1);
  return migrations.filter(({ name, sha256 }) => {
    const known = done.get(name);
    if (known === sha256) return false;
    if (known !== undefined)
      throw new DatabaseStartError(`${name} was edited after this database ran it`);
    if (name < newest)
      throw new DatabaseStartError(
        `${name} has not run, but the later ${newest} has: give it a number after the last one`,
      );
    return true;
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
export async function readMigrations(folder: URL = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => withChecksum(name, await readText(new URL(name, folder)))),
  );
}

/** All functions and triggers as one text, in the order of the files; undefined in folders without them. */
export async function readFunctions(
  folder: URL = migrationsFolder,
): Promise<Migration | undefined> {
  const functions = new URL("functions/", folder);
  if (!existsSync(functions)) return undefined;
  const files = await readMigrations(functions);
  return withChecksum(functionsName, files.map(({ text }) => text).join("\n"));
}

function withChecksum(name: string, text: string): Migration {
  return { name, text, sha256: createHash("sha256").update(text).digest("hex") };
}

async function readText(file: URL): Promise<string> {
  // Git on Windows may have changed the line endings.
  return (await readFile(file, "utf8")).replaceAll("\r\n", "\n");
}
