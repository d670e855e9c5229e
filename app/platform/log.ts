import { type DestinationStream, destination, type Logger, pino } from "pino";
import { serializeError } from "./serialize-error.ts";

export type Log = Logger;

const secrets = ["password", "token", "cookie", "authorization"];
/** Customer data of an order, as a whole and by field. */
const personal = ["cliente_info", "customer", "email", "phone", "document", "street", "zipCode"];

/**
 * JSON lines on standard output, with the worker's number where there are several. Secrets and customers' data are
 * redacted in case they are logged by mistake.
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
      serializers: { err: serializeError },
      redact: [...secrets, ...personal].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
    },
    to,
  );
}

const controlCharacters = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Makes external text safe for a log line: escapes control characters and limits the length. */
export function escapeControls(text: string, maxLength = 500): string {
  return text.slice(0, maxLength).replace(controlCharacters, (character) => {
    return `\\u{${character.codePointAt(0)?.toString(16)}}`;
  });
}

const emailAddress = /[^\s/@]+(?:@|%40)[^\s/]+/gi;
/** CEP, telephone, CPF and CNPJ, with or without punctuation. */
const personalNumber = /(?<![\da-f-])\d(?:[.\-() ]?\d){7,}(?![\da-f])/gi;

/** A path for the log, without anything that may be an e-mail address, CEP, telephone number or document. */
export function redactPath(path: string): string {
  return escapeControls(path).replace(emailAddress, "…").replace(personalNumber, "…");
}
