import { isIPv6 } from "node:net";
import { RateLimiterRes } from "rate-limiter-flexible";
import type { LimitOptions, RateLimiterFactory } from "#app/platform/rate-limits.ts";
import { unmapIpv4 } from "#app/shared/network.ts";

export type RateLimit = {
  /** Counts one request of the address; with `retryAfterSeconds` when its limit is reached. */
  consume(address: string): Promise<{ ok: true } | { ok: false; retryAfterSeconds: number }>;
  /** Undoes one `consume`. */
  refund(address: string): Promise<void>;
};

/** `points` for each network in `seconds`; 0 points disable the limit. */
export function createRateLimit(rateLimits: RateLimiterFactory, options: LimitOptions): RateLimit {
  if (options.points === 0) {
    return { consume: async () => ({ ok: true }), refund: async () => undefined };
  }
  const limiter = rateLimits(options);
  return {
    async consume(address) {
      try {
        await limiter.consume(networkOf(address));
        return { ok: true };
      } catch (rejection) {
        if (!(rejection instanceof RateLimiterRes)) throw rejection;
        // After the clock was set back, the remaining time appears longer than the window.
        const remainingSeconds = Math.ceil(rejection.msBeforeNext / 1000);
        return { ok: false, retryAfterSeconds: Math.min(remainingSeconds, options.seconds) };
      }
    },
    async refund(address) {
      await limiter.reward(networkOf(address));
    },
  };
}

/** The network that limits count together: an IPv4 address, or the /64 of an IPv6 address, which one household holds. */
export function networkOf(address: string): string {
  const plain = unmapIpv4(address.split("%")[0] ?? "");
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = plain.toLowerCase().split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail?.split(":").filter(Boolean) ?? [];
  const zeros = tail === undefined ? [] : Array(8 - left.length - right.length).fill("0");
  return [...left, ...zeros, ...right].slice(0, 4).join(":");
}
