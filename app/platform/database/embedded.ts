import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { changeChannel, createChangeFeed } from "./change-feed.ts";
import type { DatabaseLog, OpenDatabase } from "./database.ts";
import { type InTransaction, migrate } from "./migrate.ts";
import * as schema from "./schema.ts";

/** The embedded PostgreSQL, in this process, over one folder; migrated. */
export async function openEmbeddedDatabase(folder: string, log: DatabaseLog) {
  return serveEngine(await PGlite.create(folder), log);
}

/** A running engine as the shop's database; migrated. */
export async function serveEngine(engine: PGlite, log: DatabaseLog): Promise<OpenDatabase> {
  await migrate(inTransaction(engine));
  const feed = createChangeFeed(log);
  await engine.listen(changeChannel, feed.announce);
  return {
    database: drizzle(engine, { schema }),
    engine: "embedded",
    subscribe: feed.subscribe,
    onGap: feed.onGap,
    close: () => engine.close(),
  };
}

export function inTransaction(engine: PGlite): InTransaction {
  return (work) =>
    engine.transaction((tx) =>
      work(async (text, values) => {
        if (values) return (await tx.query<Record<string, unknown>>(text, values)).rows;
        return (await tx.exec(text)).at(-1)?.rows ?? [];
      }),
    );
}
