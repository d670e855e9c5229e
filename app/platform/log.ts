import { type DestinationStream, destination, type Logger, pino } from "pino";
import { tellError } from "./tell-error.ts";

export type Log = Logger;

const secrets = ["password", "token", "cookie", "authorization"];
/** What an order says of its customer, whole and by its parts. */
const personal = ["cliente_info", "customer", "email", "phone", "document", "street", "zipCode"];

/**
 * JSON lines on standard output, each with the worker's number where there are several. Secrets and
 * what customers tell of themselves are blotted out where they reach it by mistake.
 */
export function createLog(
  level: string,
  worker?: number,
  to: DestinationStream = destination({ dest: 1, sync: true }),
): Log {
  return pino(
    {
      level,
      base: worker === undefined ? null : { worker },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: tellError },
      redact: [...secrets, ...personal].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
    },
    to,
  );
}

const hidden = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Text from outside as it may stand in a log line: control characters escaped, length bounded. */
export function escapeControls(text: string, longest = 500): string {
  return text.slice(0, longest).replace(hidden, (character) => {
    return `\\u{${character.codePointAt(0)?.toString(16)}}`;
  });
}

const address = /[^\s/@]+(?:@|%40)[^\s/]+/gi;
/** CEP, telephone, CPF and CNPJ, with or without their marks. */
const number = /(?<![\da-f-])\d(?:[.\-() ]?\d){7,}(?![\da-f])/gi;

/** A path as it may stand in a log line: what could be an e-mail address, a CEP, a telephone or a document is left out. */
export function tellPath(path: string): string {
  return escapeControls(path).replace(address, "…").replace(number, "…");
}
