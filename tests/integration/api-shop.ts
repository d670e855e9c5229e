import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { afterAll, afterEach, expect, inject } from "vitest";
import { createApi } from "#app/api/api.ts";
import type { ApiDependencies } from "#app/api/framework/api-types.ts";
import { createAreaSessions } from "#app/api/framework/area-sessions.ts";
import { createWrongLinks } from "#app/api/framework/wrong-links.ts";
import type { SignInAttempts } from "#app/api/people/sign-in-attempts.ts";
import { mainOption } from "#app/domain/catalogue/options/sale-options.ts";
import { products } from "#app/domain/catalogue/table.ts";
import { selectRateLimiters } from "#app/domain/kernel/rate-limits.server.ts";
import { orderColumns, pedidos } from "#app/domain/orders/table.ts";
import type { PasswordHasher } from "#app/domain/people/secrets.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { Pictures } from "#app/platform/media/pictures.ts";
import type { PixConnection } from "#app/platform/pix/connection.ts";
import type { PostalCodes } from "#app/platform/postal-code.ts";
import type { PushSender } from "#app/platform/push-sender.ts";
import type { WebhookSender } from "#app/platform/webhook-sender.ts";
import { createPriceVisits } from "#app/server/price-visits.ts";
import type { SaleUnit } from "#app/shared/units.ts";
import { createShop } from "#app/shop.ts";
import { createMemoryPictures } from "#tests/support/memory-pictures.ts";
import { customer } from "#tests/support/sample-orders.ts";

type ApiOptions = {
  database: Database;
  postalCodes?: PostalCodes;
  pictures?: Pictures;
  orderLimit?: number;
  attempts?: SignInAttempts;
  mailAccount?: ApiDependencies["mailAccount"];
  passwords?: PasswordHasher;
  webhookSender?: WebhookSender;
  now?: () => Date;
  pushSender?: PushSender;
  pixConnection?: PixConnection;
};

const noPostalCodes: PostalCodes = { find: async () => ({ ok: false, reason: "unavailable" }) };

/** The API on a real socket with a test's database. An unexpected error fails the test. */
export async function startApi(options: ApiOptions): Promise<string> {
  return (await startLoggedApi(options)).url;
}

/** Starts an API as `startApi` does, and returns the errors that it logged: a test that expects one takes it off the list. */
export async function startLoggedApi(
  options: ApiOptions,
): Promise<{ url: string; failures: unknown[] }> {
  const { app, failures } = createTestApi(options);
  const server = createServer(getRequestListener(app.fetch));
  afterEach(() => expect(failures.splice(0)).toEqual([]));
  afterAll(() => close(server));
  return { url: await listen(server), failures };
}

/**
 * The API with a test's database, to be asked without a socket, and what it logged as errors. The header `x-test-address` sets the
 * client address.
 */
export function createTestApi({
  database,
  postalCodes = noPostalCodes,
  pictures = createMemoryPictures(),
  orderLimit = 0,
  attempts,
  mailAccount = () => undefined,
  passwords,
  webhookSender,
  now,
  pushSender,
  pixConnection,
}: ApiOptions) {
  const failures: unknown[] = [];
  const rateLimits = selectRateLimiters({
    database,
    engine: inject("postgresUrl") ? "postgres" : "embedded",
  });
  const shop = createShop({
    database,
    postalCodes,
    pictures,
    passwords,
    webhookSender,
    pushSender,
    now,
    pixConnection,
  });
  const clientAddress = (c: Context) => c.req.header("x-test-address") ?? "127.0.0.1";
  const wrongLinks = createWrongLinks(rateLimits, clientAddress);
  const areaSessions = createAreaSessions({ shop, wrongLinks });
  const api = createApi({
    shop,
    clientAddress,
    ownOrigin: () => "https://loja.example",
    orderLimit,
    attempts,
    rateLimits,
    wrongLinks,
    areaSessions,
    isClosing: () => false,
    mailAccount,
    publicReads: (c, next) => {
      c.set("shop", shop);
      return next();
    },
    limitRead: (_c, read) => read(),
    limitExports: (_c, next) => next(),
    // There is no revision: each request reads the tables.
    findVisit: async (c) =>
      createPriceVisits(shop, () => "", areaSessions).load(
        c.req.header("Cookie"),
        await areaSessions.find(c),
      ),
    markSaved: (_c, next) => next(),
    log: { error: (details) => failures.push(details) },
  });
  const app = new Hono().route("/api", api);
  app.onError((error) => {
    if (error instanceof HTTPException) return error.getResponse();
    failures.push(error);
    return new Response("unexpected error", { status: 500 });
  });
  return { app, api, shop, failures };
}

/** The address of a server on a free loopback port. */
export async function listen(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}

type NewProduct = Partial<typeof products.$inferInsert> & { unit?: SaleUnit; price?: number };

/** Adds a visible product with ten boxes in stock at R$ 12,90, with these changes. */
export async function addProduct(
  database: Database,
  { unit = "caixa", price = 12.9, ...changes }: NewProduct = {},
) {
  const [row] = await database
    .insert(products)
    .values({
      title: "Polpa de açaí",
      slug: `polpa-de-acai-${randomUUID()}`,
      category: "polpas",
      stock: 10,
      sale_options: [mainOption(unit, price)],
      ...changes,
    })
    .returning();
  if (!row) throw new Error("product was not inserted");
  return row;
}

/** An order line of a product at its current price. */
export function lineFor(product: typeof products.$inferSelect, quantity = 1) {
  const [main = mainOption("unidade", 0)] = product.sale_options;
  return { product_id: product.id, unit: main.unit, quantity, price: main.price };
}

/** Sends an order body, with a new idempotency key unless `headers` has one. */
export function sendOrder(url: string, body: unknown, headers: Record<string, string> = {}) {
  return fetch(`${url}/api/orders`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "Idempotency-Key": randomUUID(),
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

export function storedOrders(database: Database) {
  return database.select(orderColumns).from(pedidos).orderBy(pedidos.numero_pedido);
}

export { customer };
