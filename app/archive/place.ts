import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { Pool } from "pg";
import { copyFolder, prepareFolder } from "#app/platform/database/embedded/data-folder.ts";
import { startDurableEngine } from "#app/platform/database/embedded/durability.ts";
import { lockFolder } from "#app/platform/database/embedded/lock.ts";
import { inTransaction as inEmbedded } from "#app/platform/database/embedded/open.ts";
import type { InTransaction } from "#app/platform/database/migrate.ts";
import { checkServer, connectionOptions } from "#app/platform/database/postgres/connection.ts";
import { inTransaction as inPostgres } from "#app/platform/database/postgres/open.ts";
import { Refusal } from "./refusal.ts";

/** A database without a shop in it: for its rows to be taken from, or put into. Nothing has been migrated. */
export type Place = {
  inTransaction: InTransaction;
  close(): Promise<void>;
};

const databaseFolder = (dataDir: string) => path.join(dataDir, "database");

/** The embedded database of a data folder, made when there is none; refused while a shop has it open. */
export async function openEmbeddedPlace(dataDir: string): Promise<Place> {
  const folder = databaseFolder(dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(folder);
  try {
    return await startEngine(folder, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * A copy of a data folder's embedded database, so that the folder stays as it is to the last byte; refused while a shop
 * has it open. The copy is gone once it is closed.
 */
export async function openEmbeddedCopy(dataDir: string): Promise<Place> {
  if (!existsSync(databaseFolder(dataDir))) {
    throw new Refusal(`DATA_DIR ${dataDir} holds no database`);
  }
  const unlock = lockFolder(databaseFolder(dataDir));
  try {
    const aside = await mkdtemp(path.join(dataDir, `copy-${process.pid}-`));
    const folder = path.join(aside, "database");
    await copyFolder(databaseFolder(dataDir), folder);
    return await startEngine(folder, async () => {
      unlock();
      await rm(aside, { recursive: true, force: true });
    });
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Files that a shop has copied for us; they are gone once the place is closed. */
export function openCopiedFiles(folder: string): Promise<Place> {
  return startEngine(folder, () => rm(path.dirname(folder), { recursive: true, force: true }));
}

/** The PostgreSQL at `url`, by one connection; a refusal begins with `variable`, which named it. */
export async function openPostgresPlace(url: string, variable: string): Promise<Place> {
  const pool = new Pool({ ...connectionOptions(url), max: 1 });
  pool.on("error", () => undefined);
  try {
    await checkServer(pool, url, variable);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { inTransaction: inPostgres(pool), close: () => pool.end() };
}

async function startEngine(folder: string, after: () => void | Promise<void>): Promise<Place> {
  await prepareFolder(folder);
  const engine = await startDurableEngine(folder);
  return {
    inTransaction: inEmbedded(engine),
    async close() {
      await engine.close();
      await after();
    },
  };
}
