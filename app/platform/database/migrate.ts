import { readdir, readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";

const folder = new URL("../../../migrations/", import.meta.url);
const lockKey = 7_062_017;

/** Runs the migrations not yet run, all in one transaction, under a lock that several starting processes share. */
export async function migrate(database: Database): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  await database.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${lockKey})`);
    await tx.execute(sql`CREATE TABLE IF NOT EXISTS migrations (
      name text PRIMARY KEY, run_at timestamptz NOT NULL DEFAULT now())`);
    for (const name of files) {
      const done = await tx.execute(sql`SELECT 1 FROM migrations WHERE name = ${name}`);
      if ((done as unknown as { rows: unknown[] }).rows.length > 0) continue;
      const text = await readFile(new URL(name, folder), "utf8");
      for (const statement of text.split(/;\s*\n(?=\s*(?:--|CREATE|INSERT|ALTER|$))/)) {
        if (statement.trim() !== "") await tx.execute(sql.raw(statement));
      }
      await tx.execute(sql`INSERT INTO migrations (name) VALUES (${name})`);
    }
  });
}
