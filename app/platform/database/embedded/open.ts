import { mkdir } from "node:fs/promises";
import path from "node:path";
import { drizzle } from "drizzle-orm/pglite";
import { changeChannel, createChangeFeed } from "#app/platform/database/change-feed.ts";
import type { DatabaseLog, OpenDatabase } from "#app/platform/database/database.ts";
import { type BeforeUpgrade, type InTransaction, migrate } from "#app/platform/database/migrate.ts";
import { describeDamage, explainStartFailure } from "./damage.ts";
import { copyFolder, prepareFolder } from "./data-folder.ts";
import { startDurableEngine } from "./durability.ts";
import type { Engine } from "./engine.ts";
import { lockFolder } from "./lock.ts";
import { startDatabaseMaintenance } from "./maintenance.ts";

/** Opens the embedded PostgreSQL in `folder`, created when missing, for this process only; migrated. */
export async function openEmbeddedDatabase(
  folder: string,
  log: DatabaseLog,
  beforeUpgrade?: BeforeUpgrade,
): Promise<OpenDatabase> {
  const { engine, lost, close } = await openEngine(folder);
  try {
    const open = await serveEngine(engine, log, beforeUpgrade);
    const stopMaintenance = startDatabaseMaintenance(engine, log);
    lost.then((error) => log.error({ err: error }, error.message));
    engine.onDamage = async (error) => {
      log.error({ err: error }, await describeDamage(folder, error.message));
    };
    const shutDown = async () => {
      await stopMaintenance();
      await close();
    };
    let closing: Promise<void> | undefined;
    return {
      ...open,
      crashed: Promise.race([open.crashed, lost]),
      async copyFiles(to) {
        // Leaves the copy little to replay: replaying also skips up to 32 order numbers.
        await engine.exec("CHECKPOINT");
        await engine.runExclusive(() => copyFolder(folder, to));
      },
      close() {
        closing ??= shutDown();
        return closing;
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Locks `folder`, creates its database when missing, and starts an engine. `lost` resolves when the lock is gone. */
export async function openEngine(folder: string) {
  await mkdir(path.dirname(folder), { recursive: true, mode: 0o700 });
  const lock = await lockFolder(folder);
  try {
    await prepareFolder(folder);
    await lock.recordOwner();
    const engine = await startDurableEngine(folder).catch(async (error) => {
      throw await explainStartFailure(folder, error);
    });
    return {
      engine,
      lost: lock.lost,
      async close() {
        await engine.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** A running engine as the shop's database; migrated. Closes the engine when that fails. */
export async function serveEngine(
  engine: Engine,
  log: DatabaseLog,
  beforeUpgrade?: BeforeUpgrade,
): Promise<OpenDatabase> {
  const { subscribe, onGap, publish } = createChangeFeed(log);
  try {
    await migrate(inTransaction(engine), { log, beforeUpgrade });
    await engine.listen(changeChannel, publish);
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
    isDamaged: () => engine.damage !== undefined,
    connections: () => ({
      total: 1,
      idle: engine.pendingRequests === 0 ? 1 : 0,
      waiting: Math.max(0, engine.pendingRequests - 1),
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
