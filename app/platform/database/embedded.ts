import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import type { Change, OpenDatabase } from "./database.ts";
import * as schema from "./schema.ts";

/** The embedded PostgreSQL, in this process, over one folder. */
export async function openEmbeddedDatabase(folder: string): Promise<OpenDatabase> {
  const engine = await PGlite.create(folder);
  const listeners = new Set<(change: Change) => void>();
  await engine.listen("pomar_changes", (payload) => {
    for (const listener of listeners) listener(JSON.parse(payload));
  });
  return {
    database: drizzle(engine, { schema }),
    engine: "embedded",
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onGap: () => () => undefined,
    close: () => engine.close(),
  };
}
