import { fsyncSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { PGlite, type Transaction } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { Engine } from "./engine.ts";

/** The PostgreSQL version of the pinned PGlite; files of another major version do not open. */
export const postgresMajor = "18";

const settings = {
  fsync: "on",
  // Emscripten's fdatasync cannot be replaced, its fsync can.
  wal_sync_method: "fsync",
  // A quarter of the default: the operating system caches the rest, and 100 MB stay free.
  shared_buffers: "32MB",
  max_wal_size: "256MB",
  min_wal_size: "32MB",
  // Counting 100,000 rows takes 15 ms instead of 150: queries run in the thread that answers requests.
  default_statistics_target: "10",
};

const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== "-F"),
  ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
];

/** Starts an engine over a folder and initializes an empty one. What it acknowledges survives a power cut. */
export function startDurableEngine(folder: string): Promise<Engine> {
  return DurableEngine.start({ fs: new DurableFiles(folder), startParams });
}

/** Single statements that share a sync. PostgreSQL syncs others, such as a SELECT of a function that writes, one by one. */
const writingStatement = /^\s*(?:insert|update|delete)\s/i;
const commitWithoutSync = "SELECT set_config('synchronous_commit', 'off', true)";
const syncDisk = "SELECT pg_logical_emit_message(false, 'pomar', '', true)";

/**
 * Group commit: transactions and single statements that end close together share one sync of the disk, and each resolves
 * after the sync that began after its commit. A sync blocks the process for milliseconds, so one per order would limit the
 * throughput. Readers and subscribers may see a change before it is durable; its author has not been answered yet.
 */
class DurableEngine extends Engine {
  #sync: Promise<void> | undefined;
  readonly #pending = new Set<Promise<unknown>>();

  override async query<T>(...[text, values, options]: Parameters<PGlite["query"]>) {
    if (!writingStatement.test(text) || !this.isPrepared(text)) {
      return super.query<T>(text, values, options);
    }
    this.rejectWithinTransaction();
    const setting = { setting: commitWithoutSync };
    return this.#commit(() => this.queryAlone<T>(text, values, options, setting));
  }

  override transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const run = async (tx: Transaction) => {
      // No query: `SET TRANSACTION` in `work` must come before the first one.
      await tx.exec("SET LOCAL synchronous_commit = off");
      return work(tx);
    };
    return this.#commit(() => super.transaction(run));
  }

  /** The result of `work` after the disk was synced. */
  #commit<T>(work: () => Promise<T>): Promise<T> {
    const outcome = work().then(async (result) => {
      await this.#syncCommits();
      return result;
    });
    this.#pending.add(outcome);
    return outcome.finally(() => this.#pending.delete(outcome));
  }

  #syncCommits(): Promise<void> {
    this.#sync ??= this.#startSync();
    return this.#sync;
  }

  /** Lets received requests and queued transactions commit first, so that this sync covers them. */
  async #startSync(): Promise<void> {
    // A transaction runs from request to commit without yielding: without this, each would sync alone.
    await setImmediate();
    await this.queryAlone(syncDisk, [], undefined, {
      onStart: () => {
        // Later commits need another sync.
        this.#sync = undefined;
      },
    });
  }

  override async close(): Promise<void> {
    await Promise.allSettled(this.#pending);
    await super.close();
  }
}

/** The options that the engine passes to a file system before it runs; PGlite's types leave Emscripten's part open. */
type EngineOptions = Awaited<ReturnType<NodeFS["init"]>>["emscriptenOpts"];
type EngineModule = {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } };
  FS: { ErrnoError: new (errno: number) => Error };
};

const inputOutputError = 29;

/**
 * A folder whose files are synced to disk when the engine requests it. Emscripten's own `fsync` does nothing, so that a
 * power cut would lose every acknowledged order.
 */
class DurableFiles extends NodeFS {
  override async init(engine: PGlite, options: EngineOptions) {
    const { emscriptenOpts } = await super.init(engine, options);
    const preRun = [...(emscriptenOpts.preRun ?? []), (module: unknown) => replaceFsync(module)];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

function replaceFsync(module: unknown): void {
  const { NODEFS, FS } = module as EngineModule;
  NODEFS.stream_ops.fsync = ({ nfd }) => {
    try {
      fsyncSync(nfd);
      return 0;
    } catch {
      throw new FS.ErrnoError(inputOutputError);
    }
  };
}
