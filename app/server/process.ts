import type { Worker } from "node:cluster";
import cluster from "node:cluster";
import type { Server } from "node:http";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { format } from "node:util";
import { setFlagsFromString } from "node:v8";
import { type Log, redactPath } from "#app/platform/log.ts";

const requestTimeoutMs = 10_000;
const shutdownTimeoutMs = 15_000;
const idleCheckIntervalMs = 100;
const parentCheckIntervalMs = 250;
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Aborted at the first shutdown signal. Ctrl-C arrives more than once: from the terminal and from npm. */
export function watchShutdownSignals(): AbortSignal {
  const shutdown = new AbortController();
  const abort = () => shutdown.abort();
  for (const signal of signals) process.on(signal, abort);
  // The launcher's IPC channel closes when the launcher is killed.
  process.on("disconnect", abort);
  if (process.env.npm_lifecycle_event) watchParent(abort);
  return shutdown.signal;
}

type ShutdownSteps = {
  /** How long the process continues as before, for load balancers to notice. */
  drainMs: number;
  /** Ends the responses that would otherwise never end. */
  endStreams(): void;
  close(): Promise<void>;
};

/**
 * After the signal: finishes current requests within a timeout, runs `close` and exits with 0. If that does not complete,
 * for example because a database connection hangs, exits with 1.
 */
export function shutDownOnSignal(
  signal: AbortSignal,
  server: Server,
  { drainMs, endStreams, close }: ShutdownSteps,
): void {
  signal.addEventListener("abort", async () => {
    setTimeout(() => process.exit(1), drainMs + shutdownTimeoutMs).unref();
    endKeepAlive(server);
    await delay(drainMs);
    endStreams();
    await finishRequests(server);
    await close();
    process.exit(0);
  });
}

/** On a signal npm ends its shell and itself without forwarding it: this process then has another parent. */
function watchParent(onParentExit: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) onParentExit();
  }, parentCheckIntervalMs);
  timer.unref();
}

/** Ends each connection with its next response, so that no proxy sends a request on one that is being closed. */
function endKeepAlive(server: Server): void {
  server.prependListener("request", (_request, response) => {
    response.shouldKeepAlive = false;
  });
}

function finishRequests(server: Server): Promise<void> {
  const idleTimer = setInterval(() => server.closeIdleConnections(), idleCheckIntervalMs);
  const timeout = setTimeout(() => server.closeAllConnections(), requestTimeoutMs);
  return new Promise((resolve) => {
    server.close(() => {
      clearInterval(idleTimer);
      clearTimeout(timeout);
      resolve();
    });
  });
}

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

type Line = {
  level: number;
  time: string;
  msg?: string;
  err?: { stack?: string; message?: string };
  method?: string;
  path?: string;
  status?: number;
  ms?: number;
  requestId?: string;
};

const levelNames: Record<number, string> = {
  10: "TRACE",
  20: "DEBUG",
  30: "INFO",
  40: "WARN",
  50: "ERROR",
  60: "FATAL",
};

/** Prints JSON log lines for a person at a terminal: "14:03:11 GET /produtos 200 12 ms". */
export function createTerminalStream(to: { write(text: string): unknown }): {
  write(json: string): void;
} {
  return {
    write(json) {
      to.write(`${formatLine(JSON.parse(json) as Line)}\n`);
    },
  };
}

function formatLine({ level, time, msg = "", err, requestId, ...details }: Line): string {
  const clock = new Date(time).toLocaleTimeString("pt-BR");
  if (msg === "request") {
    const { method, path, status, ms } = details;
    return `${clock} ${method} ${path} ${status} ${ms} ms`;
  }
  const values = Object.entries(details).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const text = [clock, levelNames[level], msg, ...values].join(" ");
  const stack = err?.stack ?? err?.message;
  return stack ? `${text}\n${stack.replace(/^/gm, "  ")}` : text;
}

const consoleLevels = {
  debug: "debug",
  log: "info",
  info: "info",
  warn: "warn",
  error: "error",
} as const;

/**
 * Sends what dependencies print by `console` to the log, redacted: React Router prints requested paths, which may contain
 * personal data. Returns a function that restores the console.
 */
export function sendConsoleToLog(log: Log): () => void {
  const original = { ...console };
  for (const [method, level] of Object.entries(consoleLevels) as [
    keyof typeof consoleLevels,
    "info",
  ][]) {
    console[method] = (...args: unknown[]) => log[level](redactText(format(...args)));
  }
  return () => Object.assign(console, original);
}

function redactText(text: string): string {
  return redactPath(text.replaceAll("\n", " "));
}

const checkMs = 1_000;
/** Share of a second above which the process is busy: twice what the mails take that are sent after many orders. */
const busyShare = 0.1;
/** Times of V8's mode for low memory use, since the last busy second. Within 8 s it starts to collect. */
const startMs = 10_000;
const endMs = 25_000;
const repeatMs = 300_000;

/**
 * Makes V8 return memory to the system when the process is idle after a busy time. V8 has the collection for this, but its
 * condition is hardly ever met in Node 24 (decision 0025). The mode for low memory use skips the condition. It doubles the
 * processor time of requests, so it lasts some seconds and ends with the first busy one.
 */
export function returnMemoryWhenIdle(): void {
  let last = performance.eventLoopUtilization();
  let quietMs = 0;
  let isReducing = false;

  function check(): void {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    quietMs = utilization > busyShare ? 0 : (quietMs + checkMs) % repeatMs;
    reduce(quietMs >= startMs && quietMs < endMs);
  }

  function reduce(mustReduce: boolean): void {
    if (mustReduce === isReducing) return;
    isReducing = mustReduce;
    setFlagsFromString(mustReduce ? "--memory-saver-mode" : "--no-memory-saver-mode");
  }

  setInterval(check, checkMs).unref();
}
