import { setImmediate } from "node:timers/promises";
import { PGlite, type Transaction } from "@electric-sql/pglite";
import { DurableFiles } from "./durable-files.ts";
import { Engine } from "./engine.ts";

/** The PostgreSQL that PGlite's pinned version is: files of another major do not open. */
export const postgresMajor = "18";

const settings = {
  fsync: "on",
  // Emscripten's fdatasync cannot be replaced, its fsync can.
  wal_sync_method: "fsync",
  // A quarter of the usual: the machine's own cache has the rest, and a hundred megabytes stay free.
  shared_buffers: "32MB",
  max_wal_size: "256MB",
  min_wal_size: "32MB",
  // Queries run where requests are answered: counting a hundred thousand rows takes 15 ms so, else 150.
  default_statistics_target: "10",
};

const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== "-F"),
  ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
];

/** Starts an engine over a folder, initialising an empty one; what it acknowledges survives a power cut. */
export function startDurableEngine(folder: string): Promise<Engine> {
  return DurableEngine.start({ fs: new DurableFiles(folder), startParams });
}

/**
 * Transactions that end one after another share one sync of the disk: each resolves when the sync that began after its
 * commit is done. A sync stops the whole process for milliseconds, so that one for each order would be the limit.
 * Readers and listeners may see a change that moment earlier; whoever made it has not been told that it is kept.
 * Single statements outside a transaction are synced by PostgreSQL, one by one.
 */
class DurableEngine extends Engine {
  #sync: Promise<void> | undefined;
  readonly #underway = new Set<Promise<unknown>>();

  override async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const outcome = this.#commit(work);
    this.#underway.add(outcome);
    return outcome.finally(() => this.#underway.delete(outcome));
  }

  async #commit<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const result = await super.transaction(async (tx) => {
      await tx.exec("SET LOCAL synchronous_commit = off");
      return work(tx);
    });
    await this.#synced();
    return result;
  }

  #synced(): Promise<void> {
    this.#sync ??= this.#syncSoon();
    return this.#sync;
  }

  /** Lets the requests that have arrived commit first, and those already in the queue: what they commit, it syncs. */
  async #syncSoon(): Promise<void> {
    // A transaction runs without pause from the request to its commit: without this one, each would sync alone.
    await setImmediate();
    await super.transaction(async (tx) => {
      // Who commits from here on needs the next one.
      this.#sync = undefined;
      await tx.exec("SELECT pg_logical_emit_message(false, 'pomar', '', true)");
    });
  }

  override async close(): Promise<void> {
    await Promise.allSettled(this.#underway);
    await super.close();
  }
}
