import type { Server } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

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
  /** The time for which the process continues as before, for load balancers to notice. */
  drainMs: number;
  /** Ends the responses that would otherwise never end. */
  endStreams(): void;
  close(): Promise<void>;
};

/**
 * Finishes current requests within a timeout after the signal, runs `close` and exits with 0. If that does not complete, for
 * example because a database connection hangs, exits with 1.
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
