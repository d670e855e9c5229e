import type { Context } from "hono";
import { LRUCache } from "lru-cache";
import type { AreaSession } from "#app/domain/customer-area/access.server.ts";
import { readAreaToken } from "#app/domain/customer-area/rules.ts";
import { hashSecret } from "#app/domain/people/secrets.server.ts";
import type { Shop } from "#app/shop.ts";
import type { WrongLinks } from "./wrong-links.ts";

export type AreaSessions = {
  /**
   * The customer whose area is open on the device that sent a request. A token of no device counts as a wrong link: 429 for a
   * network with too many.
   */
  find(c: Context): Promise<AreaSession | undefined>;
  /** Returns whether the token in the cookies was found to be of no device within the last minute. */
  isWrong(cookies: string | null | undefined): boolean;
};

type Dependencies = {
  shop: { customerArea: Pick<Shop["customerArea"], "findSession"> };
  wrongLinks: WrongLinks;
};

const maxRemembered = 10_000;
const rememberedMs = 60_000;

/** Reads the device each time, so that a removed one loses the area at once; a token of no device once per minute. */
export function createAreaSessions({ shop, wrongLinks }: Dependencies): AreaSessions {
  const wrongHashes = new LRUCache<string, true>({ max: maxRemembered, ttl: rememberedMs });
  const isRemembered = (token: string) => wrongHashes.has(hashSecret(token));
  return {
    async find(c) {
      const token = readAreaToken(c.req.header("Cookie"));
      if (!token || isRemembered(token)) return undefined;
      const session = await shop.customerArea.findSession(token);
      if (session) return session;
      wrongHashes.set(hashSecret(token), true);
      await wrongLinks.count(c);
      return undefined;
    },
    isWrong(cookies) {
      const token = readAreaToken(cookies);
      return token !== undefined && isRemembered(token);
    },
  };
}
