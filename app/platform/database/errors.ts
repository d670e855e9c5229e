/**
 * The database cannot be opened for a reason that the operator can fix. The message is one line that names the variable
 * or file and never a password.
 */
export class DatabaseStartError extends Error {
  override name = "DatabaseStartError";
}

/** SQLSTATE codes by which PostgreSQL or a pooler says that it cannot serve requests now. */
const unavailableStates = new Set([
  "25006", // read-only standby
  "25P03", // idle-in-transaction timeout
  "57014", // statement timeout
  "57P01", // shutdown
  "57P02", // crash
  "57P03", // starting
]);
/** Connection failures (08) and exhausted memory, disk or connections (53). */
const unavailableClasses = /^(?:08|53)...$/;

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

/** `pg` gives these errors no code. */
const driverMessages =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout exceeded when trying to connect|timeout expired)/;

/**
 * Returns whether the error means that the database is unavailable, so that the same request may succeed later. A write that
 * failed this way may still have been committed.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  return outageReason(error) !== undefined;
}

/** The message of the outage, without the query; undefined for any other error. */
export function outageReason(error: unknown): string | undefined {
  for (const { code, message } of listCauses(error)) {
    const isCoded =
      unavailableStates.has(code) || unavailableClasses.test(code) || systemErrors.has(code);
    if (isCoded || driverMessages.test(message)) return message || code;
  }
  return undefined;
}

/** Serialization failure and deadlock. */
const conflictStates = new Set(["40001", "40P01"]);

/** Returns whether the database rolled a transaction back because of another one, so that the same transaction may succeed now. */
export function isTransactionConflict(error: unknown): boolean {
  return listCauses(error).some(({ code }) => conflictStates.has(code));
}

/** The error and its causes, each with its code, which is empty for an error without one. */
function listCauses(error: unknown): { code: string; message: string }[] {
  if (!(error instanceof Error)) return [];
  const { code = "", message, cause } = error as Error & { code?: string };
  return [{ code, message }, ...listCauses(cause)];
}

/** A page fails its checksum, or an index contradicts its table. */
const corruptionStates = new Set(["XX001", "XX002"]);

/** Returns whether the database found its own files damaged. */
export function isCorruption(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === "string" && corruptionStates.has(code);
}

/** Name (as in `migrations/`) of the unique constraint that a write violated; undefined for any other error. */
export function violatedUnique(error: unknown): string | undefined {
  return violatedConstraint(error, "23505");
}

/** The same of a foreign key. */
export function violatedReference(error: unknown): string | undefined {
  return violatedConstraint(error, "23503");
}

function violatedConstraint(error: unknown, wanted: string): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error)) return undefined;
  const { code, constraint } = cause as Error & { code?: string; constraint?: string };
  return code === wanted ? constraint : undefined;
}
