import type { Context, MiddlewareHandler } from "hono";
import ipaddr from "ipaddr.js";
import { RateLimiterRes } from "rate-limiter-flexible";
import type { LimitOptions, RateLimiterFactory } from "#app/domain/kernel/rate-limits.server.ts";
import { unmapIpv4 } from "#app/shared/parse-url.ts";
import { problem } from "./problem.ts";

/** The points that a limit has left for a client after this request. */
type LimitState = LimitOptions & { remaining: number; resetSeconds: number };

type Admission =
  | { ok: true; state?: LimitState }
  | { ok: false; retryAfterSeconds: number; state: LimitState };

export type RateLimit = {
  /** Counts one request of the address, or of another key; with `retryAfterSeconds` when its limit is reached. */
  consume(address: string): Promise<Admission>;
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
        return { ok: true, state: limitState(options, await limiter.consume(networkOf(address))) };
      } catch (rejection) {
        if (!(rejection instanceof RateLimiterRes)) throw rejection;
        const state = limitState(options, rejection);
        return { ok: false, retryAfterSeconds: state.resetSeconds, state };
      }
    },
    async refund(address) {
      await limiter.reward(networkOf(address));
    },
  };
}

export function limitState(options: LimitOptions, counted: RateLimiterRes): LimitState {
  const remainingSeconds = Math.max(1, Math.ceil(counted.msBeforeNext / 1000));
  return {
    ...options,
    remaining: Math.max(0, counted.remainingPoints),
    // After the clock was set back, the remaining time appears longer than the window.
    resetSeconds: Math.min(remainingSeconds, options.seconds),
  };
}

const statesKey = "rateLimits";

/** Reports a limit that counted this request in the headers of its response. */
export function reportLimit(c: Context, state: LimitState | undefined): void {
  if (state) c.set(statesKey, [...(c.get(statesKey) ?? []), state]);
}

/** Counts the request under the key, and rejects it with 429 above the limit. */
export async function requireAdmission(
  c: Context,
  limit: Pick<RateLimit, "consume">,
  key: string,
  rejection: { kind: string; title: string; detail: string },
): Promise<void> {
  const admission = await limit.consume(key);
  reportLimit(c, admission.state);
  if (admission.ok) return;
  throw problem(429, { ...rejection, retryAfterSeconds: admission.retryAfterSeconds });
}

/** Adds the headers of draft-ietf-httpapi-ratelimit-headers, also to rejections. */
export const sendRateLimits: MiddlewareHandler = async (c, next) => {
  await next();
  const states: LimitState[] = c.get(statesKey) ?? [];
  for (const { name, points, seconds, remaining, resetSeconds } of states) {
    c.res.headers.append("RateLimit-Policy", `"${name}";q=${points};w=${seconds}`);
    c.res.headers.append("RateLimit", `"${name}";r=${remaining};t=${resetSeconds}`);
  }
};

/**
 * The network that limits count together: an IPv4 address, or the /64 of an IPv6 address, which one household holds. Wider
 * ones with another `prefix`: a provider gives /48 to a customer, and gets /32 itself.
 */
export function networkOf(address: string, prefix: 32 | 48 | 64 = 64): string {
  const plain = unmapIpv4(address.split("%")[0] ?? "");
  if (!ipaddr.IPv6.isValid(plain)) return plain;
  const groups = ipaddr.IPv6.parse(plain).parts.slice(0, prefix / 16);
  return groups.map((group) => group.toString(16)).join(":");
}
