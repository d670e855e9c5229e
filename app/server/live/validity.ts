import { outageReason } from "#app/platform/database/errors.ts";
import type { Log } from "#app/platform/log.ts";
import type { Shop } from "#app/shop.ts";
import { signedOut } from "./frames.ts";
import type { Audience } from "./stream-group.ts";

/** Milliseconds for which, at most, a stream outlives its session. */
const checkPause = 1000;

/**
 * Ends the streams of sessions and tokens that no longer hold, whichever process ended them. It asks the database once
 * for all of them; when that does not answer, nobody can vouch for them, and they end too, to try again.
 */
export function watchValidity(
  audience: Audience,
  auth: Pick<Shop["auth"], "findStillValid">,
  log: Log,
): void {
  let checking = false;

  async function check(): Promise<void> {
    const streams = [...audience.streams];
    const ids = streams.map(({ heldBy = "" }) => heldBy);
    try {
      const valid = await auth.findStillValid([...new Set(ids)]);
      for (const stream of streams) {
        if (!valid.has(stream.heldBy ?? "")) audience.end(stream, signedOut, "signed out");
      }
    } catch (error) {
      const reason = outageReason(error);
      log.warn(
        reason ? { reason } : { err: error },
        "the sessions of open streams could not be checked",
      );
      for (const stream of streams) audience.end(stream, "", "unchecked");
    }
  }

  setInterval(async () => {
    if (checking || audience.streams.size === 0) return;
    checking = true;
    await check();
    checking = false;
  }, checkPause).unref();
}
