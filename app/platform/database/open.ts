import { join } from "node:path";
import type { DatabaseLog, OpenDatabase } from "./database.ts";
import { openEmbeddedDatabase } from "./embedded/open.ts";
import { openPostgresDatabase } from "./postgres/open.ts";

export type DatabaseOptions = {
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
}: DatabaseOptions): Promise<OpenDatabase> {
  return databaseUrl
    ? openPostgresDatabase(databaseUrl, log)
    : openEmbeddedDatabase(join(dataDir, "database"), log);
}
