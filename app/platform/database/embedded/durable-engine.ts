import { PGlite } from "@electric-sql/pglite";
import { DurableFiles } from "./durable-files.ts";
import { Engine } from "./engine.ts";

/** The PostgreSQL that PGlite's pinned version is: files of another major do not open. */
export const postgresMajor = "18";

const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== "-F"),
  ...["-c", "fsync=on"],
  // Emscripten's fdatasync cannot be replaced, its fsync can.
  ...["-c", "wal_sync_method=fsync"],
];

/** Starts an engine over a folder, initialising an empty one; what it acknowledges survives a power cut. */
export function startDurableEngine(folder: string): Promise<Engine> {
  return Engine.start({ fs: new DurableFiles(folder), startParams });
}
