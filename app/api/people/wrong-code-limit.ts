import type { RateLimiterFactory } from "#app/domain/kernel/rate-limits.server.ts";
import { tooManyAttemptsProblem } from "./sign-in-attempts.ts";

export type WrongCodeLimit = {
  /**
   * Runs a sign-in with a second-factor code. After five wrong codes within a day, from any addresses, unknown browsers
   * are rejected (429) for a minute, and for twice as long after each further one, up to an hour. A sign-in resets the count.
   * Browsers that have signed in before have their own limit only, so that the owner is not locked out. Each account has a
   * count of its own.
   */
  run<T extends { ok: boolean; reason?: string }>(
    account: string,
    isKnownBrowser: boolean,
    attempt: () => Promise<T>,
  ): Promise<T>;
};

const maxWrongCodes = 5;
const windowSeconds = 86_400;
const firstDelaySeconds = 60;
const maxDelaySeconds = 3600;

/** `onLimit` is called once when the limit is reached. Then the sender knows the password. */
export function createWrongCodeLimit(
  rateLimits: RateLimiterFactory,
  /** Gets the account. */
  onLimit: (key: string) => void,
): WrongCodeLimit {
  const wrongCodes = rateLimits({
    name: "wrong-code",
    points: maxWrongCodes,
    seconds: windowSeconds,
  });
  const delay = rateLimits({ name: "code-delay", points: 1, seconds: firstDelaySeconds });

  async function recordWrongCode(key: string): Promise<void> {
    const { consumedPoints } = await wrongCodes.penalty(key);
    if (consumedPoints < maxWrongCodes) return;
    const doubled = firstDelaySeconds * 2 ** (consumedPoints - maxWrongCodes);
    await delay.block(key, Math.min(doubled, maxDelaySeconds));
    if (consumedPoints === maxWrongCodes) onLimit(key);
  }

  return {
    async run(key, isKnownBrowser, attempt) {
      const blocked = isKnownBrowser ? null : await delay.get(key);
      if (blocked && blocked.msBeforeNext > 0) throw tooManyAttemptsProblem(blocked.msBeforeNext);
      const result = await attempt();
      if (result.ok) await Promise.all([wrongCodes.delete(key), delay.delete(key)]);
      else if (result.reason === "wrong-code") await recordWrongCode(key);
      return result;
    },
  };
}
