/** What PostgreSQL, or a pooler before it, says when it cannot serve anybody at the moment, by SQLSTATE. */
const states = new Set([
  "25006", // it is a standby, or has become one
  "25P03", // it ended a transaction that idled
  "57014", // the statement took too long
  "57P01", // it shuts down
  "57P02", // it crashed
  "57P03", // it starts
]);
/** The connection broke; memory, disk or connections are exhausted. */
const stateClasses = /^(?:08|53)...$/;

const systemErrors = new Set([
  "EAI_AGAIN",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);

/** `pg` gives these no code. */
const driverMessages =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout exceeded when trying to connect|timeout expired)/;

/**
 * Whether an error means that the database cannot be asked now, so that the same request may succeed later. A write that
 * failed so may have been committed all the same.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  return outageReason(error) !== undefined;
}

/** What the database or the line to it said, without the query; undefined when it is not that it is away. */
export function outageReason(error: unknown): string | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code = "", message } = one as Error & { code?: string };
    const isCoded = states.has(code) || stateClasses.test(code) || systemErrors.has(code);
    if (isCoded || driverMessages.test(message)) return message || code;
  }
  return undefined;
}
