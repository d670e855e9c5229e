import { createApi } from "#app/api/api.ts";
import { describeApi } from "#app/api/framework/openapi.ts";
import { createMemoryRateLimiter } from "#app/domain/kernel/rate-limits.server.ts";
import { createShop } from "#app/shop.ts";

/** The API's document, which needs none of the API's dependencies. */
const unused = undefined as never;
const api = createApi({
  shop: createShop({ database: unused, postalCodes: unused, pictures: unused }),
  clientAddress: () => "",
  ownOrigin: () => "",
  orderLimit: 0,
  rateLimits: createMemoryRateLimiter,
  wrongLinks: unused,
  isClosing: () => false,
  publicReads: (_c, next) => next(),
  limitRead: (_c, read) => read(),
  limitExports: (_c, next) => next(),
  areaSessions: unused,
  findVisit: async () => undefined,
  markSaved: (_c, next) => next(),
  mailAccount: () => undefined,
  log: { error: () => undefined },
});
export const apiDocument: object = describeApi(api);
