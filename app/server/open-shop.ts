import { getRequestListener } from "@hono/node-server";
import { createApi } from "#app/api/api.ts";
import { countWaitingMails } from "#app/domain/mail/outbox.server.ts";
import type { Pages } from "#app/entry.server.tsx";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import type { Environment } from "#app/platform/env.ts";
import type { Log } from "#app/platform/log.ts";
import type { Pictures } from "#app/platform/media/pictures.ts";
import { createPostalCodes } from "#app/platform/postal-code/postal-codes.ts";
import { postalCodeProviders } from "#app/platform/postal-code/providers.ts";
import { rememberedAddresses } from "#app/platform/postal-code/remembered.ts";
import { rateLimitsOver } from "#app/platform/rate-limits.ts";
import { createShop, type Shop } from "#app/shop.ts";
import { createReadCache } from "./http/api-cache.ts";
import { createApp } from "./http/app.ts";
import { createFront } from "./http/front.ts";
import { createMediaAnswers } from "./http/media.ts";
import { createMetrics } from "./http/metrics.ts";
import { measureReady } from "./http/request-metrics.ts";
import { securityHeaders } from "./http/security-headers.ts";
import type { Files } from "./http/static-files.ts";
import { arrivalIn, arrivalOf, createVisitors } from "./http/visitors.ts";
import type { GatherMetrics } from "./http/worker-metrics.ts";
import { createLive } from "./live/change-streams.ts";
import { openPictures, publicAddresses } from "./open-media.ts";
import { createPageService } from "./pages/page-service.ts";

export type ShopParts = {
  env: Environment;
  opened: OpenDatabase;
  pages: Pages;
  /** The built browser files; none where the development server has them. */
  files?: Files;
  log: Log;
  development?: boolean;
  /** Says whether the process has been told to end. */
  isClosing?: () => boolean;
  gatherMetrics?: GatherMetrics;
};

/** The shop over an open database: `fetch` for programs and tests, `listener` for an HTTP server. */
export function openShop({
  env,
  opened,
  pages,
  files,
  log,
  development,
  isClosing = () => false,
  gatherMetrics = (registry) => registry.metrics(),
}: ShopParts) {
  const pictures = openPictures(env, opened.database);
  const shop = bindShop(env, opened, pictures, log);
  const commonHeaders = securityHeaders(env.PUBLIC_URL);
  const visitors = createVisitors({ publicUrl: env.PUBLIC_URL, trustedProxies: env.TRUST_PROXY });
  const kept = {
    pages: createPageService({
      pages,
      shop,
      commonHeaders,
      development,
      pictureOrigin: env.S3_PUBLIC_URL && new URL(env.S3_PUBLIC_URL).origin,
    }),
    reads: createReadCache(commonHeaders),
    media: createMediaAnswers({
      pictures,
      commonHeaders,
      publicAddress: publicAddresses(env, opened.database),
    }),
  };
  forgetOnChange(opened, () => {
    kept.pages.forget();
    kept.reads.forget();
  });
  const live = createLive({
    opened,
    shop,
    addressOf: (request) => visitors.addressOf(arrivalOf(request)),
    commonHeaders,
    log,
  });
  const api = createApi({
    shop,
    clientAddress: (c) => visitors.addressOf(arrivalIn(c)),
    ownOrigin: (c) => visitors.originOf(arrivalIn(c)) ?? new URL(c.req.url).origin,
    orderLimit: env.ORDER_LIMIT,
    rateLimits: rateLimitsOver(opened),
    isClosing,
    publicReads: kept.reads.middleware,
    log,
  });
  const metrics = createMetrics({
    caches: { pages: kept.pages.figures, reads: kept.reads.figures, media: kept.media.figures },
    connections: opened.connections,
    waitingMails: () => countWaitingMails(opened.database),
    streams: live.count,
  });
  const app = createApp({
    api,
    ...kept,
    visitors,
    commonHeaders,
    metrics,
    metricsToken: env.METRICS_TOKEN,
    gatherMetrics,
    log,
  });
  const listener = createFront({
    ...kept,
    files: files ?? new Map(),
    visitors,
    live,
    timesOf: measureReady(metrics.times),
    next: getRequestListener(app.fetch),
  });
  return { app, listener, shop, metrics, live };
}

function bindShop(
  env: Environment,
  { database }: OpenDatabase,
  pictures: Pictures,
  log: Log,
): Shop {
  const postalCodes = createPostalCodes({
    providers: postalCodeProviders(env.POSTAL_CODE_URL),
    remembered: rememberedAddresses(database),
    log,
  });
  return createShop({ database, postalCodes, pictures });
}

/** Orders and audit rows are on no public page; everything else may be on any. */
const privateTables = new Set(["orders", "audit_logs"]);

function forgetOnChange(opened: OpenDatabase, forget: () => void): void {
  opened.subscribe(({ table }) => {
    if (!privateTables.has(table)) forget();
  });
  opened.onGap(forget);
}
