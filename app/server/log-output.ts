import { format } from "node:util";
import { type Log, redactPath } from "#app/platform/log.ts";

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
