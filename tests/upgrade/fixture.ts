import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { type InTransaction, readMigrations } from "#app/platform/database/migrate.ts";
import { openPostgresDatabase } from "#app/platform/database/postgres/open.ts";
import { ensurePostgres, startPostgres } from "#tests/support/postgres.ts";
import { testLog } from "#tests/support/rows.ts";
import { fillShop } from "./fill-shop.ts";

// A fixture is the shop as a released version left it: the database as SQL, a picture, and the checksums of the migrations.

const run = promisify(execFile);
const databaseName = "database.sql.br";
const migrationsName = "migrations.json";

/** The fixtures of released versions. */
export const listFixtures = () => globSync("tests/fixtures/*.*.*").toSorted();

/** The migrations that a fixture's version released; they are never edited again. */
export async function readReleasedMigrations(
  fixture: string,
): Promise<{ name: string; sha256: string }[]> {
  return JSON.parse(await readFile(path.join(fixture, migrationsName), "utf8"));
}

export const mediaFolder = (fixture: string) => path.join(fixture, "media");

/** Replaces the fixture in `folder` with one of this version, by a PostgreSQL server of its own. */
export async function writeFixture(folder: string): Promise<void> {
  const programs = await ensurePostgres();
  if (!programs) throw new Error("no PostgreSQL found: set PG_BIN to the folder of its programs");
  const server = await startPostgres(programs);
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const { database, close } = await openPostgresDatabase(server.url, testLog);
    await fillShop(database, mediaFolder(folder)).finally(close);
    await writeFile(path.join(folder, databaseName), await dump(programs, server.url));
  } finally {
    await server.stop();
  }
  const migrations = (await readMigrations()).map(({ name, sha256 }) => ({ name, sha256 }));
  await writeFile(path.join(folder, migrationsName), `${JSON.stringify(migrations, null, 2)}\n`);
}

async function dump(programs: string, url: string): Promise<Buffer> {
  const options = ["--inserts", "--rows-per-insert=50", "--no-owner", "--no-privileges"];
  const { stdout } = await run(path.join(programs, "pg_dump"), [...options, url], {
    maxBuffer: 2 ** 28,
  });
  const largestWindow = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
  return brotliCompressSync(removeSessionCommands(stdout), { params: largestWindow });
}

/**
 * Removes the settings of pg_dump's session, of which newer versions have more, and commands of psql. With its empty search path
 * the migrations would not find the shop's tables.
 */
function removeSessionCommands(text: string): string {
  const firstObject = text.indexOf("--\n-- Name: ");
  return text.slice(firstObject).replace(/^\\unrestrict .*\n/m, "");
}

/** Creates the fixture's database in an empty one. */
export async function loadFixture(fixture: string, inTransaction: InTransaction): Promise<void> {
  const text = brotliDecompressSync(await readFile(path.join(fixture, databaseName))).toString();
  // Functions come before the tables that they name.
  await inTransaction((run) => run(`SET LOCAL check_function_bodies = false;\n${text}`));
}
