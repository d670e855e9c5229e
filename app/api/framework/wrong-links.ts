import type { Context } from "hono";
import type { RateLimiterFactory } from "#app/domain/kernel/rate-limits.server.ts";
import { notFoundProblem } from "./problem.ts";
import { createRateLimit, type RateLimit, requireAdmission } from "./rate-limit.ts";

/**
 * Counts wrong links per network: of orders, series, statements, price tables, areas, helpers, catalogues and invitations, whether they
 * are opened as pages, by the API or as event streams. Valid links are not blocked: they cannot be guessed, and one visitor of a network
 * must not lock out the others.
 */
export type WrongLinks = Pick<RateLimit, "consume"> & {
  /** Counts one of the client; throws 429 for a network with too many. */
  count(c: Context): Promise<void>;
  /** Counts like `count`; else throws 404, the same for an unknown name and for a wrong token. */
  reject(c: Context): Promise<never>;
};

export function createWrongLinks(
  rateLimits: RateLimiterFactory,
  clientAddress: (c: Context) => string,
): WrongLinks {
  const limit = createRateLimit(rateLimits, { name: "wrong-link", points: 60, seconds: 600 });
  const count = (c: Context) =>
    requireAdmission(c, limit, clientAddress(c), {
      kind: "too-many-wrong-links",
      title: "Muitos links errados em pouco tempo",
      detail: "Espere alguns minutos e tente de novo.",
    });
  return {
    consume: limit.consume,
    count,
    async reject(c) {
      await count(c);
      throw notFoundProblem();
    },
  };
}
