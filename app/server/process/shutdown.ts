import type { Server } from "node:http";

const longestWait = 10_000;
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Ends the process in order when it is told to: requests under way are answered, for ten seconds at most, then
 * `close` runs. A terminal's Ctrl-C arrives more than once (from the terminal, from npm): the first counts.
 */
export function closeOnSignal(server: Server, close: () => Promise<void>): void {
  let closing = false;
  async function stop() {
    if (closing) return;
    closing = true;
    await finishRequests(server);
    await close();
    process.exit(0);
  }
  for (const signal of signals) process.on(signal, stop);
  // The launcher's channel: it closes when the launcher is killed outright.
  process.on("disconnect", stop);
}

export function finishRequests(server: Server, wait = longestWait): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), wait);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
