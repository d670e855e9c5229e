import type { PGlite } from "@electric-sql/pglite";

/** Status of the exception by which the engine leaves an ordinary SQL error. */
const sqlError = 100;

/**
 * Lets the first exception of the main loop that is no SQL error out to the caller, as what `onCrash` makes of it.
 * PGlite swallows it and runs the broken loop on, which hangs for ever or answers 'done' to an insert never made.
 */
export function stopAtFirstCrash(
  module: PGlite["Module"],
  onCrash: (cause: unknown) => Error,
): void {
  const runLoop = module._PostgresMainLoopOnce;
  module._PostgresMainLoopOnce = () => {
    try {
      runLoop();
    } catch (cause) {
      if (isSqlError(cause)) throw cause;
      const crash = onCrash(cause);
      // These are what PGlite calls next, the first of them outside its own try.
      module.stackRestore = () => {
        throw crash;
      };
      module._PostgresSendReadyForQueryIfNecessary = () => undefined;
      module._pgl_pq_flush = () => undefined;
      throw cause;
    }
  };
}

/** Emscripten's exceptions are no instances of Error. */
function isSqlError(cause: unknown): boolean {
  return typeof cause === "object" && (cause as { status?: unknown } | null)?.status === sqlError;
}
