import type { RateLimiterFactory } from "#app/domain/rate-limits/limiter.server.ts";
import { createRateLimit, type RateLimit } from "./rate-limit.ts";

/**
 * Counts wrong links of orders per network, whether they are opened as pages, by the API or as event streams. Valid links are
 * not blocked: their 132 bits cannot be guessed, and one visitor of a network must not lock out the others.
 */
export type LinkFailures = Pick<RateLimit, "consume">;

export function createLinkFailures(rateLimits: RateLimiterFactory): LinkFailures {
  return createRateLimit(rateLimits, { name: "order-link", points: 60, seconds: 600 });
}
