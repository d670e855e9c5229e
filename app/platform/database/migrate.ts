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
  /** Limits the migrations by name. */
  only?: ReadonlySet<string>;
  log?: DatabaseLog;
  /** Runs before the first migration of a database that already holds a shop; when it fails, no migration runs. */
  beforeUpgrade?: BeforeUpgrade | undefined;
};

/** `migration` is the name of the first pending one, without extension. */
export type BeforeUpgrade = (inTransaction: InTransaction, migration: string) => Promise<void>;

type Migration = { name: string; text: string; sha256: string };

/**
 * The version before `0001_shop.sql` became the whole schema: a database of it is converted, not created. Its folder holds
 * its schema, its migrations with their checksums, and the conversion.
 */
export const earlierCommit = "40eb917";
const earlierFolder = `from-${earlierCommit}/`;
/** Recorded in every database, so that versions before it reject them. */
const conversionName = `0000_from-${earlierCommit}`;

/**
 * Runs pending migrations in one transaction, under a lock shared by starting processes. Throws when a migration that
 * ran was edited afterwards or is unknown, since a newer version ran it, or when a pending one is older than one that ran.
 */
export async function migrate(
  inTransaction: InTransaction,
  { folder = migrationsFolder, only, log, beforeUpgrade }: MigrationOptions = {},
): Promise<void> {
  const migrations = (await readMigrations(folder)).filter(({ name }) => !only || only.has(name));
  const earlier = await readEarlierVersion(folder);
  const listPending = async (run: RunSql) => {
    await run("SELECT pg_advisory_xact_lock($1)", [lockKey]);
    await run(createMigrationsTable);
    const rows = await run("SELECT name, sha256 FROM migrations ORDER BY name");
    const done = new Map(rows.map((row) => [String(row.name), String(row.sha256)]));
    if (earlier && isVersion(earlier.migrations, done)) return planConversion(migrations);
    if (earlier && isBefore(earlier.migrations, done)) throw new DatabaseStartError(earlierMessage);
    if (!only) rejectNewerDatabase([...done.keys()], migrations);
    const pending = findPending(migrations, done);
    // A new database has nothing to convert.
    const steps = pending.map((one) => ({ ...one, isRun: one.name !== conversionName }));
    return { isUpgrade: done.size > 0, pending: steps };
  };
  const { isUpgrade, pending } = await inTransaction(listPending);
  const [first] = pending;
  if (!first) return;
  if (isUpgrade) await beforeUpgrade?.(inTransaction, first.name.replace(/\.sql$/, ""));
  const startedAt = performance.now();
  const names = await inTransaction(async (run) => {
    // Another process may have run them meanwhile.
    const { pending } = await listPending(run);
    for (const { name, text, sha256, isRun } of pending) {
      if (isRun) await run(text);
      if (isRun && name === conversionName) await run("DELETE FROM migrations");
      await run("INSERT INTO migrations (name, sha256) VALUES ($1, $2)", [name, sha256]);
    }
    return pending.filter(({ isRun }) => isRun).map(({ name }) => name);
  });
  const durationMs = Math.round(performance.now() - startedAt);
  log?.info({ migrations: names, count: names.length, durationMs }, "ran database migrations");
}

/** Runs everything but the schema, which the conversion results in. */
function planConversion(migrations: readonly Migration[]) {
  const pending = migrations.map((one) => ({ ...one, isRun: one.name !== shopSchema }));
  return { isUpgrade: true, pending };
}

const shopSchema = "0001_shop.sql";
const earlierMessage = `the database is of a version before commit ${earlierCommit}: start the shop of that commit once, then this version`;

type Checksums = ReadonlyMap<string, string>;

function isVersion(version: Checksums, done: Checksums): boolean {
  return done.size === version.size && isPart(version, done);
}

function isBefore(version: Checksums, done: Checksums): boolean {
  return done.size > 0 && done.size < version.size && isPart(version, done);
}

function isPart(version: Checksums, done: Checksums): boolean {
  return [...done].every(([name, sha256]) => version.get(name) === sha256);
}

/** The earlier version's migrations by name, and its schema; undefined in folders without one. */
export async function readEarlierVersion(folder: URL = migrationsFolder) {
  const earlier = new URL(earlierFolder, folder);
  if (!existsSync(earlier)) return undefined;
  const migrations = JSON.parse(await readText(new URL("migrations.json", earlier)));
  return {
    migrations: new Map(Object.entries(migrations as Record<string, string>)),
    schema: await readText(new URL("schema.sql", earlier)),
  };
}

/** Creates the schema of the earlier version in an empty database, for the rows of its archives. */
export async function createEarlierVersion(inTransaction: InTransaction): Promise<void> {
  const earlier = await readEarlierVersion();
  if (!earlier) throw new Error(`migrations/${earlierFolder} is missing`);
  await inTransaction(async (run) => {
    await run(createMigrationsTable);
    const rows = await run("SELECT name FROM migrations");
    if (rows.length > 0) return;
    await run(earlier.schema);
    for (const [name, sha256] of earlier.migrations) {
      await run("INSERT INTO migrations (name, sha256) VALUES ($1, $2)", [name, sha256]);
    }
  });
}

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

/** The migrations in execution order, each with the checksum that reveals later edits; the conversion comes first. */
export async function readMigrations(folder: URL = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const files = names.map((name) => [name, new URL(name, folder)] as const);
  const conversion = new URL(`${earlierFolder}convert.sql`, folder);
  if (existsSync(conversion)) files.unshift([conversionName, conversion]);
  return Promise.all(
    files.map(async ([name, file]) => {
      const text = await readText(file);
      return { name, text, sha256: createHash("sha256").update(text).digest("hex") };
    }),
  );
}

async function readText(file: URL): Promise<string> {
  // Git on Windows may have changed the line endings.
  return (await readFile(file, "utf8")).replaceAll("\r\n", "\n");
}
