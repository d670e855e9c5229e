import { PGlite } from "@electric-sql/pglite";
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
  return Engine.start({ fs: new DurableFiles(folder), startParams });
}
