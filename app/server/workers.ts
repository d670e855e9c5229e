import cluster, { type Worker } from "node:cluster";
import { fileURLToPath } from "node:url";
import type { Log } from "#app/platform/log.ts";

type Slot = { number: number; worker: Worker; begun: number; pause: number };

type Workers = {
  /** Resolves with the port once every worker has listened. */
  listening: Promise<number>;
  /** Tells every worker to end, after `drain` milliseconds, and resolves when they have: true when all left in order. */
  stop(drain: number): Promise<boolean>;
};

const program = fileURLToPath(new URL("./start.ts", import.meta.url));
/** A worker that lived this long is replaced at once, one that did not after longer and longer pauses. Milliseconds. */
const steady = 60_000;
const firstPause = 250;
const longestPause = 30_000;
/** Longer than a worker takes to end in order. */
const patience = 20_000;

/** The number by which the log knows this process among several workers; undefined in one that is alone. */
export function workerNumber(): number | undefined {
  return cluster.isWorker ? Number(process.env.POMAR_WORKER) : undefined;
}

/**
 * Starts workers on one port and replaces those that die. The first one listens before the others start: what keeps the
 * shop from starting it says once, and `onFailure` is called with its exit code.
 */
export function startWorkers(count: number, log: Log, onFailure: (code: number) => void): Workers {
  const slots = new Map<number, Slot>();
  const listening = Promise.withResolvers<number>();
  let stopping = false;
  let heard = 0;
  cluster.setupPrimary({ exec: program, args: [] });

  function start(number: number, pause: number): void {
    if (stopping) return;
    const worker = cluster.fork({ POMAR_WORKER: String(number) });
    const slot = { number, worker, begun: Date.now(), pause };
    slots.set(number, slot);
    worker.once("listening", ({ port }) => onListening(port));
    worker.once("exit", (code, signal) => onExit(slot, code, signal));
  }

  function onListening(port: number): void {
    heard += 1;
    if (heard === 1) for (let next = 2; next <= count; next += 1) start(next, firstPause);
    if (heard === count) listening.resolve(port);
  }

  function onExit({ number, begun, pause }: Slot, code: number, signal: string): void {
    slots.delete(number);
    if (stopping) return;
    if (heard === 0) onFailure(code || 1);
    else replace(number, begun, pause, { code, signal });
  }

  function replace(number: number, begun: number, pause: number, end: object): void {
    log.error({ worker: number, ...end }, "a worker ended; another one takes its place");
    const isSteady = Date.now() - begun >= steady;
    const wait = isSteady ? firstPause : pause;
    setTimeout(start, wait, number, Math.min(wait * 2, longestPause));
  }

  start(1, firstPause);
  return {
    listening: listening.promise,
    async stop(drain) {
      stopping = true;
      const ends = await Promise.all([...slots.values()].map(({ worker }) => end(worker, drain)));
      return ends.every(Boolean);
    },
  };
}

/** True when the worker left in order. */
function end(worker: Worker, drain: number): Promise<boolean> {
  return new Promise((resolve) => {
    const late = setTimeout(() => worker.process.kill("SIGKILL"), drain + patience);
    worker.once("exit", (code) => {
      clearTimeout(late);
      resolve(code === 0);
    });
    worker.process.kill("SIGTERM");
  });
}
