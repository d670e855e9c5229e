import { type DestinationStream, destination, type Logger, pino } from "pino";

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

/** A link that opens a page or file for anyone, also in paths that are almost its page's. */
const privateLink =
  /((?:\/|%(?:25)*2f)(?:pedidos?|order-links|extrato|catalogo|repeticao|series-links|dia|day-links|t|convite|invitation|invitations)(?:\/|%(?:25)*2f)+)[^/]+/gi;

/** A path for the log, without anything that may be the link of an order, a statement, a catalogue's file, a series, a helper, a price table or an invitation, e-mail address, CEP, telephone number or document. */
export function redactPath(path: string): string {
  return escapeControls(path)
    .replace(privateLink, "$1…")
    .replace(emailAddress, "…")
    .replace(personalNumber, "…");
}

type SerializedError = { type: string; message: string; stack: string; [detail: string]: unknown };

/** Properties that contain only our own names. Others, such as PostgreSQL's `detail`, quote the row. */
const safeDetails = ["code", "constraint", "table", "column", "routine", "syscall", "path"];
const maxMessageLength = 2000;
const maxCauses = 5;

/**
 * An error for the log, with its causes and stacks but without visitors' input: failed queries contain their parameters,
 * the database and JSON quote invalid input, mail servers repeat addresses.
 */
export function serializeError(error: unknown): SerializedError {
  const chain = causesOf(error);
  const parts = chain.map((one) => ({ message: redactMessage(one), frames: framesOf(one), one }));
  const [first] = parts;
  return {
    type: first?.one.constructor.name ?? typeof error,
    message: parts.map(({ message }) => message).join(": "),
    stack: parts
      .map(({ one, message, frames }) => `${one.name}: ${message}${frames}`)
      .join("\ncaused by: "),
    ...Object.assign({}, ...chain.toReversed().map(detailsOf)),
  };
}

function causesOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let one = error; one instanceof Error && chain.length < maxCauses; one = one.cause) {
    chain.push(one);
  }
  return chain;
}

function redactMessage(error: Error): string {
  const text = error.message.replace(/\nparams: [\s\S]*$/, "").slice(0, maxMessageLength);
  const quotesInput = error instanceof SyntaxError || String(codeOf(error)).startsWith("22");
  const unquoted = quotesInput ? text.replace(/"[\s\S]*"/, '"…"') : text;
  return unquoted.replace(/[^\s<>"']+@[^\s<>"']+/g, "…");
}

/** The stack begins with the message, which is redacted separately. */
function framesOf({ stack = "", message }: Error): string {
  const at = stack.indexOf(message);
  const rest = at < 0 ? stack : stack.slice(at + message.length);
  const lines = rest.split("\n").filter((line) => /^ {4}at /.test(line));
  return lines.map((line) => `\n${line}`).join("");
}

function detailsOf(error: Error): Record<string, unknown> {
  const found = safeDetails.map((name) => [name, Reflect.get(error, name)]);
  return Object.fromEntries(found.filter(([, value]) => typeof value === "string"));
}

function codeOf(error: Error): unknown {
  return Reflect.get(error, "code");
}
