import { format } from "node:util";
import { type Log, redactPath } from "#app/platform/log.ts";

const levels = {
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
  for (const [method, level] of Object.entries(levels) as [keyof typeof levels, "info"][]) {
    console[method] = (...args: unknown[]) => log[level](redactText(format(...args)));
  }
  return () => Object.assign(console, original);
}

function redactText(text: string): string {
  return redactPath(text.replaceAll("\n", " "));
}
