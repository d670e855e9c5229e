import { join } from "node:path";
import type { Environment } from "#app/platform/env.ts";
import type { DatabaseLog, OpenDatabase } from "./database.ts";
import { openEmbeddedDatabase } from "./embedded/open.ts";
import type { BeforeUpgrade } from "./migrate.ts";
import { openPostgresDatabase, type PostgresOptions } from "./postgres/open.ts";

export type DatabaseOptions = PostgresOptions & {
  /** Folder that contains the embedded database's folder. */
  dataDir: string;
  /** A PostgreSQL 15 or newer to use instead. */
  databaseUrl?: string | undefined;
  log: DatabaseLog;
};

/** Opens the database and runs pending migrations. */
export function openDatabase({
  dataDir,
  databaseUrl,
  log,
  ...postgres
}: DatabaseOptions): Promise<OpenDatabase> {
  return databaseUrl
    ? openPostgresDatabase(databaseUrl, log, postgres)
    : openEmbeddedDatabase(join(dataDir, "database"), log, postgres.beforeUpgrade);
}

/** Calls `openDatabase` with the options of the environment. */
export function openDatabaseFromEnvironment(
  env: Environment,
  log: DatabaseLog,
  beforeUpgrade: BeforeUpgrade,
): Promise<OpenDatabase> {
  return openDatabase({
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    directUrl: env.DATABASE_DIRECT_URL,
    connections: env.DATABASE_CONNECTIONS,
    log,
    beforeUpgrade,
  });
}
