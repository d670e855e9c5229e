import { destination, type Logger, pino } from "pino";

export type Log = Logger;

const secrets = ["password", "token", "cookie", "authorization"];

/** JSON lines on standard output. Secrets that reach it by mistake are blotted out. */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
    },
    destination({ dest: 1, sync: true }),
  );
}

const hidden = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Text from outside as it may stand in a log line: control characters escaped, length bounded. */
export function escapeControls(text: string, longest = 500): string {
  return text.slice(0, longest).replace(hidden, (character) => {
    return `\\u{${character.codePointAt(0)?.toString(16)}}`;
  });
}
