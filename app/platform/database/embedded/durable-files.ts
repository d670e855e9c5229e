import { fsyncSync } from "node:fs";
import type { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

/** What the engine hands a file system before it runs; PGlite's own types leave Emscripten's part open. */
type EngineOptions = Awaited<ReturnType<NodeFS["init"]>>["emscriptenOpts"];
type EngineModule = {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } };
  FS: { ErrnoError: new (errno: number) => Error };
};

const inputOutputError = 29;

/**
 * A folder whose files reach the disk when the engine says so. Emscripten's own `fsync` answers without doing anything,
 * so that a power cut would take every acknowledged order with it.
 */
export class DurableFiles extends NodeFS {
  override async init(engine: PGlite, options: EngineOptions) {
    const { emscriptenOpts } = await super.init(engine, options);
    const preRun = [...(emscriptenOpts.preRun ?? []), (module: unknown) => syncForReal(module)];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

function syncForReal(module: unknown): void {
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
