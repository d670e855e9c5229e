import { isIPv6 } from "node:net";
import { RateLimiterRes } from "rate-limiter-flexible";
import type { LimitOptions, RateLimits } from "#app/platform/rate-limits.ts";

export type RateLimit = {
  /** Takes one from the address's allowance; seconds to wait when there is none left. */
  take(address: string): Promise<{ ok: true } | { ok: false; retryAfter: number }>;
  giveBack(address: string): Promise<void>;
};

/** `points` for each address in `seconds`; 0 points lift the limit. */
export function createRateLimit(rateLimits: RateLimits, options: LimitOptions): RateLimit {
  if (options.points === 0) {
    return { take: async () => ({ ok: true }), giveBack: async () => undefined };
  }
  const limiter = rateLimits(options);
  return {
    async take(address) {
      try {
        await limiter.consume(network(address));
        return { ok: true };
      } catch (rejection) {
        if (!(rejection instanceof RateLimiterRes)) throw rejection;
        return { ok: false, retryAfter: Math.ceil(rejection.msBeforeNext / 1000) };
      }
    },
    async giveBack(address) {
      await limiter.reward(network(address));
    },
  };
}

/** Whom an address stands for: one household holds a whole /64 of IPv6. */
export function network(address: string): string {
  const [plain = ""] = address.split("%");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = plain.toLowerCase().split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail?.split(":").filter(Boolean) ?? [];
  const zeros = tail === undefined ? [] : Array(8 - left.length - right.length).fill("0");
  return [...left, ...zeros, ...right].slice(0, 4).join(":");
}
