import { createApi } from "#app/api/api.ts";
import { describeApi } from "#app/api/openapi.ts";
import { createMemoryRateLimiter } from "#app/platform/rate-limits.ts";
import { createShop } from "#app/shop.ts";
import { type ApiDocument, lintApi } from "#tests/support/lint-api.ts";

/** Lints the API's document as part of `npm run check`. To describe itself the API needs none of what it stands on. */
const nothing = undefined as never;
const api = createApi({
  shop: createShop({ database: nothing, postalCodes: nothing, pictures: nothing }),
  clientAddress: () => "",
  ownOrigin: () => "",
  orderLimit: 0,
  rateLimits: createMemoryRateLimiter,
  isClosing: () => false,
  publicReads: (_c, next) => next(),
  markSaved: (_c, next) => next(),
  log: { error: () => undefined },
});
const complaints = await lintApi(describeApi(api) as unknown as ApiDocument);
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length === 0 ? 0 : 1;
