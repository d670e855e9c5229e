import { hash } from "node:crypto";
import {
  type RateLimiterAbstract,
  RateLimiterDrizzle,
  RateLimiterMemory,
  RateLimiterRes,
} from "rate-limiter-flexible";
import type { Database, OpenDatabase } from "#app/platform/database/database.ts";
import { rateLimits } from "./table.ts";

export type LimitOptions = {
  /** Prefix that separates the keys of this limit from others. */
  name: string;
  points: number;
  seconds: number;
};

/** Creates a limiter of `points` per key in `seconds`. */
export type RateLimiterFactory = (options: LimitOptions) => RateLimiterAbstract;

/** Counts in this process only. */
export const createMemoryRateLimiter: RateLimiterFactory = ({ name, points, seconds }) =>
  new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });

/** Stores hashes: a key may be a network, an e-mail address or a phone. */
class HashingRateLimiter extends RateLimiterDrizzle {
  override getKey(key: string | number): string {
    return super.getKey(hash("sha256", String(key), "base64url"));
  }
}

/** Counts in the database, shared by all processes. */
function createDatabaseRateLimiters(database: Database): RateLimiterFactory {
  return ({ name, points, seconds }) =>
    new HashingRateLimiter({
      storeClient: database,
      schema: rateLimits,
      keyPrefix: name,
      points,
      duration: seconds,
    });
}

/** PostgreSQL may serve several processes, so it counts; the embedded database has only this one. */
export function selectRateLimiters({
  engine,
  database,
}: Pick<OpenDatabase, "engine" | "database">): RateLimiterFactory {
  return engine === "postgres" ? createDatabaseRateLimiters(database) : createMemoryRateLimiter;
}

/** Counts one use of the key; false when its limit is reached. */
export async function consumePoint(limiter: RateLimiterAbstract, key: string): Promise<boolean> {
  try {
    await limiter.consume(key);
    return true;
  } catch (rejection) {
    if (rejection instanceof RateLimiterRes) return false;
    throw rejection;
  }
}
