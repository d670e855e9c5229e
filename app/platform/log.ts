import { destination, type Logger, pino, stdSerializers } from "pino";

export type Log = Logger;

const secrets = ["password", "token", "cookie", "authorization"];

/**
 * JSON lines on standard output, each with the worker's number where there are several. Secrets that reach it by mistake
 * are blotted out.
 */
export function createLog(level: string, worker?: number): Log {
  return pino(
    {
      level,
      base: worker === undefined ? null : { worker },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: errorWithoutParameters },
      redact: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
    },
    destination({ dest: 1, sync: true }),
  );
}

/** Drizzle's errors carry the parameters of the query, and those are customers' names and addresses. */
export function errorWithoutParameters(error: Error) {
  const { params: _, ...told } = stdSerializers.err(error) as ReturnType<
    typeof stdSerializers.err
  > & { params?: unknown };
  const clean = (text: string) => text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/g, "");
  return { ...told, message: clean(told.message), stack: clean(told.stack) };
}

const hidden = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Text from outside as it may stand in a log line: control characters escaped, length bounded. */
export function escapeControls(text: string, longest = 500): string {
  return text.slice(0, longest).replace(hidden, (character) => {
    return `\\u{${character.codePointAt(0)?.toString(16)}}`;
  });
}
