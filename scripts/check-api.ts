import { createApi } from "#app/api/api.ts";
import { createLinkFailures } from "#app/api/link-failures.ts";
import { describeApi } from "#app/api/openapi.ts";
import { createMemoryRateLimiter } from "#app/platform/rate-limits.ts";
import { createShop } from "#app/shop.ts";
import { type ApiDocument, lintApi } from "#tests/support/lint-api.ts";

/** Lints the API's document as part of `npm run check`. The document needs none of the API's dependencies. */
const unused = undefined as never;
const api = createApi({
  shop: createShop({ database: unused, postalCodes: unused, pictures: unused }),
  clientAddress: () => "",
  ownOrigin: () => "",
  orderLimit: 0,
  rateLimits: createMemoryRateLimiter,
  linkFailures: createLinkFailures(createMemoryRateLimiter),
  isClosing: () => false,
  publicReads: (_c, next) => next(),
  markSaved: (_c, next) => next(),
  mailAdministrator: () => undefined,
  log: { error: () => undefined },
});
const violations = await lintApi(describeApi(api) as unknown as ApiDocument);
for (const violation of violations) console.error(violation);
process.exitCode = violations.length === 0 ? 0 : 1;
