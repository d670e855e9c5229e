import { mkdir } from "node:fs/promises";
import path from "node:path";
import { drizzle } from "drizzle-orm/pglite";
import { changeChannel, createChangeFeed } from "#app/platform/database/change-feed.ts";
import type { DatabaseLog, OpenDatabase } from "#app/platform/database/database.ts";
import { type InTransaction, migrate } from "#app/platform/database/migrate.ts";
import { once } from "#app/platform/database/once.ts";
import { copyFolder } from "./copy-folder.ts";
import { prepareFolder } from "./data-folder.ts";
import { startDurableEngine } from "./durable-engine.ts";
import type { Engine } from "./engine.ts";
import { lockFolder } from "./folder-lock.ts";
import { keepUp } from "./upkeep.ts";

/** Opens the embedded PostgreSQL over `folder`, which it makes when there is none, for this process alone; migrated. */
export async function openEmbeddedDatabase(
  folder: string,
  log: DatabaseLog,
): Promise<OpenDatabase> {
  await mkdir(path.dirname(folder), { recursive: true, mode: 0o700 });
  const unlock = lockFolder(folder);
  try {
    await prepareFolder(folder);
    const engine = await startDurableEngine(folder);
    const open = await serveEngine(engine, log);
    const stopUpkeep = keepUp(engine, log);
    const close = async () => {
      await stopUpkeep();
      await open.close();
      unlock();
    };
    const copyFiles = async (to: string) => {
      // So that the copy has little to replay: replaying also skips up to 32 numbers of orders.
      await engine.exec("CHECKPOINT");
      await engine.runExclusive(() => copyFolder(folder, to));
    };
    return { ...open, copyFiles, close: once(close) };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** A running engine as the shop's database; migrated. It closes the engine when that fails. */
export async function serveEngine(engine: Engine, log: DatabaseLog): Promise<OpenDatabase> {
  const { subscribe, onGap, announce } = createChangeFeed(log);
  try {
    await migrate(inTransaction(engine));
    await engine.listen(changeChannel, announce);
  } catch (error) {
    await engine.close();
    throw error;
  }
  engine.crashed.then((error) => log.error({ err: error }, error.message));
  return {
    database: drizzle(engine),
    engine: "embedded",
    subscribe,
    onGap,
    crashed: engine.crashed,
    connections: () => ({
      total: 1,
      idle: engine.underWay === 0 ? 1 : 0,
      waiting: Math.max(0, engine.underWay - 1),
    }),
    close: () => engine.close(),
  };
}

export function inTransaction(engine: Engine): InTransaction {
  return (work) =>
    engine.transaction((tx) =>
      work(async (text, values) => {
        if (values) return (await tx.query<Record<string, unknown>>(text, values)).rows;
        return (await tx.exec(text)).at(-1)?.rows ?? [];
      }),
    );
}
