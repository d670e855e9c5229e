import {
  type RateLimiterAbstract,
  RateLimiterDrizzle,
  RateLimiterMemory,
} from "rate-limiter-flexible";
import type { Database, OpenDatabase } from "./database/database.ts";
import { rateLimits } from "./database/schema.ts";

export type LimitOptions = {
  /** Apart from the keys of other limits. */
  name: string;
  points: number;
  seconds: number;
};

/** Makes what counts for one limit: `points` for each key in `seconds`. */
export type RateLimits = (options: LimitOptions) => RateLimiterAbstract;

/** Counted by this process for itself. */
export const countInMemory: RateLimits = ({ name, points, seconds }) =>
  new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });

/** Counted in the database, so that all processes of the shop count together. */
function countInDatabase(database: Database): RateLimits {
  return ({ name, points, seconds }) =>
    new RateLimiterDrizzle({
      storeClient: database,
      schema: rateLimits,
      keyPrefix: name,
      points,
      duration: seconds,
    });
}

/** Where a database may have several processes it counts; the embedded one has this process alone. */
export function rateLimitsOver({
  engine,
  database,
}: Pick<OpenDatabase, "engine" | "database">): RateLimits {
  return engine === "postgres" ? countInDatabase(database) : countInMemory;
}
