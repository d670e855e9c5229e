import { Worker } from "node:worker_threads";
import type { DrawingMessage, DrawingTask } from "./drawing-thread.ts";

const memory = { maxOldGenerationSizeMb: 512 };

/** Draws a catalogue in a thread of its own. `signal` ends it, and rejects. */
export function writeCatalogue(
  task: DrawingTask,
  onDrawn: (products: number) => void,
  signal: AbortSignal,
): Promise<Uint8Array> {
  signal.throwIfAborted();
  const thread = new Worker(new URL("./drawing-thread.ts", import.meta.url), {
    workerData: task,
    resourceLimits: memory,
  });
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  thread.on("message", (message: DrawingMessage) => {
    if (typeof message === "number") onDrawn(message);
    else resolve(message);
  });
  thread.on("error", reject);
  thread.on("exit", (code) => reject(new Error(`the drawing thread ended with code ${code}`)));
  return promise.finally(() => {
    signal.removeEventListener("abort", abort);
    return thread.terminate();
  });
}
