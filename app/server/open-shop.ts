import path from "node:path";
import { getRequestListener } from "@hono/node-server";
import type { Context } from "hono";
import { createApi } from "#app/api/api.ts";
import type { ApiDependencies } from "#app/api/framework/api-types.ts";
import { createAreaSessions } from "#app/api/framework/area-sessions.ts";
import { findAreaCustomer } from "#app/api/framework/guard.ts";
import { createWrongLinks } from "#app/api/framework/wrong-links.ts";
import {
  backupTime,
  createNamedBackup,
  listBackups,
  readBackupStatus,
} from "#app/archive/backups.ts";
import { checkHealth, checkWrites, readLastMigration } from "#app/domain/company/queries.server.ts";
import { createPostalCodeStore } from "#app/domain/delivery/postal-codes.server.ts";
import { selectRateLimiters } from "#app/domain/kernel/rate-limits.server.ts";
import { countMessages, type Message } from "#app/domain/outgoing/outbox.server.ts";
import { sendPush } from "#app/domain/outgoing/push/commands.server.ts";
import { sendWebhook } from "#app/domain/outgoing/webhooks/commands.server.ts";
import { describeWarnings, type OperationState } from "#app/domain/reports/dashboard/warnings.ts";
import type { Pages } from "#app/entry.server.tsx";
import type { Database, OpenDatabase } from "#app/platform/database/database.ts";
import { createDisk, type Disk } from "#app/platform/disk.ts";
import type { Environment } from "#app/platform/env.ts";
import type { Log } from "#app/platform/log.ts";
import { openPixConnection, type PixConnection } from "#app/platform/pix/connection.ts";
import { createPostalCodeProviders, createPostalCodes } from "#app/platform/postal-code.ts";
import { createPushSender, type PushSender } from "#app/platform/push-sender.ts";
import { createWebhookSender, type WebhookSender } from "#app/platform/webhook-sender.ts";
import { createShop, type Shop } from "#app/shop.ts";
import { createApp } from "./http/app.ts";
import { serveCatalogueFiles } from "./http/catalogue-files.ts";
import { createRenderLimits, limitResponses } from "./http/concurrency-limit.ts";
import { createApiCache, createFront, createReadLimit } from "./http/front.ts";
import { createJustSavedCookie, type JustSavedCookie } from "./http/just-saved.ts";
import { createMediaService } from "./http/media.ts";
import {
  type CollectMetrics,
  createMetricsRegistry,
  createRequestMetrics,
  type OperationFigures,
  registerSources,
} from "./http/metrics.ts";
import { announceOpening } from "./http/opening-page.ts";
import { contextSource, createSourceResolver, requestSource } from "./http/request-source.ts";
import type { StaticFiles } from "./http/static-files.ts";
import { securityHeaders } from "./http/stored-response.ts";
import { mailAccount, openMailing, startOutbox } from "./jobs/outbox.ts";
import { openPixSending } from "./jobs/pix.ts";
import { createEventStreams } from "./live/event-streams.ts";
import { createOrderFinder } from "./live/order-streams.ts";
import { openPictures, publicPictureUrls } from "./open-media.ts";
import { createPageRoutes, type PageRoutes, type RouteManifest } from "./pages/page-routes.ts";
import { createPageService } from "./pages/page-service.ts";
import { createPriceVisits } from "./price-visits.ts";
import { sharePublicReads } from "./public-reads.ts";
import { createRevision, type Revision } from "./revision.ts";

const exportLimits = { concurrency: 2, maxQueued: 4 };

/** Receivers on this machine, which only development and tests permit. */
export type LocalReceivers = { webhooks?: boolean; pushOrigins?: readonly string[] };

export type ShopOptions = {
  env: Environment;
  opened: OpenDatabase;
  pages: Pages;
  /** The routes of the pages. */
  routes: RouteManifest;
  /** Built browser files; absent in development, where Vite serves them. */
  files?: StaticFiles;
  log: Log;
  development?: boolean;
  localReceivers?: LocalReceivers;
  /** Returns whether shutdown has begun. */
  isClosing?: () => boolean;
  collectMetrics?: CollectMetrics;
};

/** Connects the parts of a shop over an open database: `app` for programs and tests, `listener` for an HTTP server. */
export function openShop(options: ShopOptions) {
  const { env, opened, files = new Map(), log } = options;
  const commonHeaders = securityHeaders(env.PUBLIC_URL);
  const sources = createSourceResolver({
    publicUrl: env.PUBLIC_URL,
    trustedProxies: env.TRUST_PROXY,
  });
  const shop = bindShop(options);
  const justSaved = createJustSavedCookie(shop.useCases.people.readSharedSecret);
  const routes = createPageRoutes(options.routes);
  const revision = createRevision(opened);
  const publicShop = sharePublicReads(shop.useCases, revision);
  const clientAddress = (c: Context) => sources.clientAddress(contextSource(c));
  const rateLimits = selectRateLimiters(opened);
  const wrongLinks = createWrongLinks(rateLimits, clientAddress);
  const areaSessions = createAreaSessions({ shop: shop.useCases, wrongLinks });
  const visits = createPriceVisits(shop.useCases, revision, areaSessions);
  const findVisit: ApiDependencies["findVisit"] = async (c) =>
    visits.load(c.req.header("Cookie"), await findAreaCustomer({ areaSessions }, c));
  const shared = { justSaved, publicShop, revision, routes, findVisit, clientAddress };
  const responders = createResponders(options, shop, shared);
  const live = createEventStreams({
    opened,
    shop: shop.useCases,
    findOrderOfLink: createOrderFinder(shop.useCases, wrongLinks),
    revision,
    clientAddress: (request) => sources.clientAddress(requestSource(request)),
    commonHeaders,
    log,
  });
  const registry = createMetricsRegistry();
  const requests = createRequestMetrics(registry, routes);
  registerSources(registry, {
    caches: {
      pages: responders.pages.stats,
      reads: responders.apiCache.stats,
      media: responders.media.stats,
    },
    connections: opened.connections,
    messages: () => countMessages(opened.database),
    streams: live.count,
    operation: () =>
      readOperationFigures(env.DATA_DIR, shop.useCases.machine.disk, opened.database),
    lastMigration: () => readLastMigration(opened.database),
    onReconnect: opened.onGap,
  });
  const app = createApp({
    api: createApi({
      shop: shop.useCases,
      clientAddress,
      ownOrigin: (c) => sources.siteOrigin(contextSource(c)) ?? new URL(c.req.url).origin,
      orderLimit: env.ORDER_LIMIT,
      rateLimits,
      wrongLinks,
      isClosing: options.isClosing ?? (() => false),
      publicReads: responders.apiCache.middleware,
      limitRead: responders.limitRead,
      limitExports: limitResponses(exportLimits),
      areaSessions,
      findVisit,
      markSaved: justSaved.middleware,
      mailAccount: (mail, ...to) => mailAccount(env, mail, log, ...to),
      log,
    }),
    ...responders,
    sources,
    visits,
    areaSessions,
    findVisit,
    commonHeaders,
    catalogueFiles: serveCatalogueFiles(shop.useCases),
    wrongLinks,
    opening: announceOpening({
      auth: shop.useCases.people,
      readSettings: publicShop.delivery.readPublicSettings,
    }),
    noteFailure: shop.useCases.machine.disk.noteFailure,
    metrics: { registry, requests },
    metricsToken: env.METRICS_TOKEN,
    collectMetrics: options.collectMetrics ?? ((own) => own.metrics()),
    log,
  });
  const listener = createFront({
    ...responders,
    commonHeaders,
    files,
    sources,
    justSaved,
    visits,
    live,
    recordCached: requests.recordCached,
    next: getRequestListener(app.fetch),
  });
  return { app, listener, shop: shop.useCases, registry, live, senders: shop.senders };
}

type Senders = {
  webhookSender: WebhookSender;
  pushSender: PushSender;
  pixConnection: PixConnection | undefined;
};

function bindShop({ env, opened, log, localReceivers = {} }: ShopOptions) {
  const { database } = opened;
  const pictures = openPictures(env, database);
  const disk = createDisk(env.DATA_DIR, () => checkWrites(database));
  const senders: Senders = {
    webhookSender: createWebhookSender({ allowLoopback: localReceivers.webhooks }),
    pushSender: openPushSender(env, localReceivers.pushOrigins),
    pixConnection: openPixConnection(env, log),
  };
  const postalCodes = createPostalCodes({
    providers: createPostalCodeProviders(env.POSTAL_CODE_URL),
    store: createPostalCodeStore(database),
    log,
  });
  return {
    pictures,
    senders,
    useCases: createShop({
      database,
      postalCodes,
      pictures,
      machine: {
        disk,
        isDatabaseDamaged: opened.isDamaged,
        async listWarnings() {
          return describeWarnings(await readOperationState(env.DATA_DIR, disk), new Date());
        },
        backUp: (name) => createNamedBackup(path.join(env.DATA_DIR, "backups"), name),
      },
      ...senders,
    }),
  };
}

/** Push services get the shop's address as contact, or the administrator's where the shop's is not https. */
function openPushSender(
  { PUBLIC_URL, ADMIN_EMAIL }: Pick<Environment, "PUBLIC_URL" | "ADMIN_EMAIL">,
  origins: readonly string[] | undefined,
) {
  const isPublic = PUBLIC_URL?.startsWith("https:");
  const subject = PUBLIC_URL && isPublic ? PUBLIC_URL : `mailto:${ADMIN_EMAIL}`;
  return createPushSender({ subject, origins });
}

/** Sends the messages of the outbox; returns a function that stops it. */
export function startSending(
  env: Environment,
  opened: OpenDatabase,
  { webhookSender, pushSender, pixConnection }: Senders,
  log: Log,
) {
  const { database } = opened;
  const mailing = openMailing(env, opened, log);
  const pix = pixConnection && openPixSending(pixConnection, opened, log);
  const senders = {
    mail: mailing.send,
    webhook: (message: Message) => sendWebhook(database, webhookSender, message),
    push: (message: Message) => sendPush(database, pushSender, message),
    ...(pix && { pix: pix.send }),
  };
  const stop = startOutbox({ opened, senders, log });
  return async (): Promise<void> => {
    await stop();
    await mailing.close();
    await pix?.close();
  };
}

function createResponders(
  { env, opened, pages, development = false }: ShopOptions,
  { pictures, useCases }: ReturnType<typeof bindShop>,
  shared: {
    justSaved: JustSavedCookie;
    publicShop: Shop;
    revision: Revision;
    routes: PageRoutes;
    findVisit: ApiDependencies["findVisit"];
    clientAddress: (c: Context) => string;
  },
) {
  const { justSaved, publicShop, revision, findVisit } = shared;
  const commonHeaders = securityHeaders(env.PUBLIC_URL);
  const limits = createRenderLimits();
  const limitRead = createReadLimit(limits, shared.clientAddress);
  return {
    limitRead,
    pages: createPageService({
      ...shared,
      limits,
      pages,
      shop: useCases,
      commonHeaders,
      development,
      pictureOrigin: env.S3_PUBLIC_URL && new URL(env.S3_PUBLIC_URL).origin,
    }),
    apiCache: createApiCache({
      commonHeaders,
      justSaved,
      publicShop,
      revision,
      findVisit,
      limitRead,
      shop: useCases,
    }),
    media: createMediaService({
      pictures,
      commonHeaders,
      publicAddress: publicPictureUrls(env, opened.database),
    }),
  };
}

/** Disk and backups of the data folder. */
async function readOperationState(dataDir: string, disk: Disk): Promise<OperationState> {
  const folder = path.join(dataDir, "backups");
  const [newest] = await listBackups(folder);
  return {
    freeBytes: await disk.freeBytes(),
    isDiskFull: await disk.isFull(),
    newestBackupAt: newest ? backupTime(newest) : undefined,
    ...(await readBackupStatus(folder)),
  };
}

/** The same for monitoring, with the time that the database takes to answer. */
async function readOperationFigures(
  dataDir: string,
  disk: Disk,
  database: Database,
): Promise<OperationFigures> {
  const { freeBytes, isDiskFull, newestBackupAt, checked, copied } = await readOperationState(
    dataDir,
    disk,
  );
  return {
    pomar_disk_free_bytes: freeBytes,
    pomar_disk_full: isDiskFull ? 1 : 0,
    pomar_backup_age_seconds: ageSeconds(newestBackupAt),
    pomar_backup_check_ok: checked && (checked.error === undefined ? 1 : 0),
    pomar_backup_check_age_seconds: ageSeconds(checked && Date.parse(checked.at)),
    pomar_backup_copy_ok: copied && (copied.error === undefined ? 1 : 0),
    pomar_database_ping_seconds: await measurePing(database),
  };
}

function ageSeconds(at: number | undefined): number | undefined {
  return at === undefined ? undefined : Math.round((Date.now() - at) / 1000);
}

/** Undefined when the database does not answer. */
async function measurePing(database: Database): Promise<number | undefined> {
  const startedAt = performance.now();
  const isAnswered = await checkHealth(database).then(
    () => true,
    () => false,
  );
  return isAnswered ? (performance.now() - startedAt) / 1000 : undefined;
}
