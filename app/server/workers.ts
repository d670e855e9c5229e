import type { Worker } from "node:cluster";
import cluster from "node:cluster";
import { fileURLToPath } from "node:url";
import type { Log } from "#app/platform/log.ts";

type Slot = { number: number; worker: Worker; startedAt: number; restartDelayMs: number };

type Workers = {
  /** Resolves with the port once every worker listens. */
  listening: Promise<number>;
  /** Stops every worker after `drainMs`; true when all exited with 0. */
  stop(drainMs: number): Promise<boolean>;
};

const program = fileURLToPath(new URL("./start.ts", import.meta.url));
/** A worker that ran this long is replaced at once; otherwise the delay doubles each time. */
const stableAfterMs = 60_000;
const minRestartDelayMs = 250;
const maxRestartDelayMs = 30_000;
/** More than the timeout of a worker's own shutdown. */
const workerTimeoutMs = 20_000;

/** This worker's number in the log; undefined in a process without workers. */
export function workerNumber(): number | undefined {
  return cluster.isWorker ? Number(process.env.POMAR_WORKER) : undefined;
}

/**
 * Starts workers on one port and replaces those that exit. The first one listens before the others start, so that an error
 * at start is printed once; `onFailure` then receives its exit code.
 */
export function startWorkers(count: number, log: Log, onFailure: (code: number) => void): Workers {
  const slots = new Map<number, Slot>();
  const listening = Promise.withResolvers<number>();
  let isStopping = false;
  let listeningCount = 0;
  cluster.setupPrimary({ exec: program, args: [] });

  function start(number: number, restartDelayMs: number): void {
    if (isStopping) return;
    const worker = cluster.fork({ POMAR_WORKER: String(number) });
    const slot = { number, worker, startedAt: Date.now(), restartDelayMs };
    slots.set(number, slot);
    worker.once("listening", ({ port }) => onListening(port));
    worker.once("exit", (code, signal) => onExit(slot, code, signal));
  }

  function onListening(port: number): void {
    listeningCount += 1;
    if (listeningCount === 1) {
      for (let number = 2; number <= count; number += 1) start(number, minRestartDelayMs);
    }
    if (listeningCount === count) listening.resolve(port);
  }

  function onExit(slot: Slot, code: number, signal: string): void {
    slots.delete(slot.number);
    if (isStopping) return;
    if (listeningCount === 0) onFailure(code || 1);
    else replace(slot, { code, signal });
  }

  function replace({ number, startedAt, restartDelayMs }: Slot, exit: object): void {
    log.error({ worker: number, ...exit }, "worker exited and is replaced");
    const wasStable = Date.now() - startedAt >= stableAfterMs;
    const delayMs = wasStable ? minRestartDelayMs : restartDelayMs;
    setTimeout(start, delayMs, number, Math.min(delayMs * 2, maxRestartDelayMs));
  }

  start(1, minRestartDelayMs);
  return {
    listening: listening.promise,
    async stop(drainMs) {
      isStopping = true;
      const workers = [...slots.values()].map(({ worker }) => worker);
      const results = await Promise.all(workers.map((worker) => stopWorker(worker, drainMs)));
      return results.every(Boolean);
    },
  };
}

/** True when the worker exited with 0. */
function stopWorker(worker: Worker, drainMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timeout = setTimeout(() => worker.process.kill("SIGKILL"), drainMs + workerTimeoutMs);
    worker.once("exit", (code) => {
      clearTimeout(timeout);
      resolve(code === 0);
    });
    worker.process.kill("SIGTERM");
  });
}
