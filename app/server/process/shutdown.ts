import type { Server } from "node:http";

const longestWait = 10_000;
const idleCheck = 100;
const parentCheck = 250;
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Ends the process in order when it is told to: `endStreams` lets go of answers that would never end, requests under way
 * are answered, for ten seconds at most, then `close` runs. A terminal's Ctrl-C arrives more than once (from the terminal, from npm): the first counts.
 */
export function closeOnSignal(
  server: Server,
  endStreams: () => void,
  close: () => Promise<void>,
): void {
  let closing = false;
  async function stop() {
    if (closing) return;
    closing = true;
    endStreams();
    await finishRequests(server);
    await close();
    process.exit(0);
  }
  for (const signal of signals) process.on(signal, stop);
  // The launcher's channel: it closes when the launcher is killed outright.
  process.on("disconnect", stop);
  if (process.env.npm_lifecycle_event) whenOrphaned(stop);
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
