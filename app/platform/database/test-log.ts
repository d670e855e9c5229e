import type { DatabaseLog } from "./database.ts";

/** Shows in a test's output what should not go unseen. */
export const testLog: DatabaseLog = {
  info: () => undefined,
  warn: (details, message) => console.warn(message, details),
  error: (details, message) => console.error(message, details),
};
