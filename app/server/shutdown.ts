import type { Server } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

const longestWait = 10_000;
const lastResort = 15_000;
const idleCheck = 100;
const parentCheck = 250;
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Aborted once the process is told to end. A terminal's Ctrl-C arrives more than once (from the terminal, from npm): the
 * first counts.
 */
export function toldToEnd(): AbortSignal {
  const ending = new AbortController();
  const end = () => ending.abort();
  for (const signal of signals) process.on(signal, end);
  // The launcher's channel: it closes when the launcher is killed outright.
  process.on("disconnect", end);
  if (process.env.npm_lifecycle_event) whenOrphaned(end);
  return ending.signal;
}

type Ending = {
  /** Milliseconds in which the process goes on as before, for load balancers to notice. */
  drain: number;
  /** Lets go of answers that would never end. */
  endStreams(): void;
  close(): Promise<void>;
};

/**
 * Ends the process in order when it is told to: requests under way are answered, for ten seconds at most, then `close`
 * runs. What then still hangs, such as a line to a database that is gone, is left behind with code 1.
 */
export function closeWhenTold(
  ending: AbortSignal,
  server: Server,
  { drain, endStreams, close }: Ending,
): void {
  ending.addEventListener("abort", async () => {
    setTimeout(() => process.exit(1), drain + lastResort).unref();
    await wait(drain);
    endStreams();
    await finishRequests(server);
    await close();
    process.exit(0);
  });
}

/** npm, told to end, ends its shell and itself, and the signal goes no further: the parent is then another one. */
function whenOrphaned(stop: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) stop();
  }, parentCheck);
  timer.unref();
}

function finishRequests(server: Server): Promise<void> {
  // Connections stay open between requests: each one ends with the answer it is waiting for, or at once.
  server.prependListener("request", (_request, response) => {
    response.shouldKeepAlive = false;
  });
  const idle = setInterval(() => server.closeIdleConnections(), idleCheck);
  const end = setTimeout(() => server.closeAllConnections(), longestWait);
  return new Promise((resolve) => {
    server.close(() => {
      clearInterval(idle);
      clearTimeout(end);
      resolve();
    });
  });
}
