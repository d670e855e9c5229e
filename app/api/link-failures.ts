import type { RateLimiterFactory } from "#app/platform/rate-limits.ts";
import { networkOf } from "./rate-limit.ts";

/** Limits wrong links of orders per network, whether they are opened as pages, by the API or as event streams. */
export type LinkFailures = {
  /** Seconds until the network may open a link again; undefined when it may now. */
  retryAfterSeconds(address: string): Promise<number | undefined>;
  record(address: string): Promise<void>;
};

const maxFailures = 60;
const windowSeconds = 600;

export function createLinkFailures(rateLimits: RateLimiterFactory): LinkFailures {
  const failures = rateLimits({ name: "order-link", points: maxFailures, seconds: windowSeconds });
  return {
    async retryAfterSeconds(address) {
      const counted = await failures.get(networkOf(address));
      if (!counted || counted.consumedPoints < maxFailures) return undefined;
      const remainingSeconds = Math.ceil(counted.msBeforeNext / 1000);
      return remainingSeconds > 0 ? Math.min(remainingSeconds, windowSeconds) : undefined;
    },
    async record(address) {
      await failures.penalty(networkOf(address));
    },
  };
}
