import { join } from "node:path";
import type { Environment } from "#app/platform/env.ts";
import type { DatabaseLog, OpenDatabase } from "./database.ts";
import { openEmbeddedDatabase } from "./embedded/open.ts";
import { openPostgresDatabase, type PostgresOptions } from "./postgres/open.ts";

export type DatabaseOptions = PostgresOptions & {
  /** Folder under which the embedded database lives. */
  dataDir: string;
  /** A PostgreSQL 15 or newer to use instead. */
  databaseUrl?: string | undefined;
  log: DatabaseLog;
};

/** Opens the shop's database and runs the migrations it still lacks. */
export function openDatabase({
  dataDir,
  databaseUrl,
  log,
  ...postgres
}: DatabaseOptions): Promise<OpenDatabase> {
  return databaseUrl
    ? openPostgresDatabase(databaseUrl, log, postgres)
    : openEmbeddedDatabase(join(dataDir, "database"), log);
}

/** As `openDatabase`, the one that the environment names. */
export function openDatabaseOf(env: Environment, log: DatabaseLog): Promise<OpenDatabase> {
  return openDatabase({
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    directUrl: env.DATABASE_DIRECT_URL,
    connections: env.DATABASE_CONNECTIONS,
    log,
  });
}
