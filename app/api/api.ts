import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { methodNotAllowed } from "hono/method-not-allowed";
import type { BlankEnv } from "hono/types";
import type { RateLimits } from "#app/platform/rate-limits.ts";
import type { Shop } from "#app/shop.ts";
import { addAuditLogs } from "./audit-logs.ts";
import { addAuth } from "./auth.ts";
import type { Attempts } from "./auth-attempts.ts";
import { addCategories } from "./categories.ts";
import { addDocs } from "./docs.ts";
import { addEvents } from "./events.ts";
import { addHealth } from "./health.ts";
import { invalidInput } from "./invalid-input.ts";
import { markSaving } from "./just-saved.ts";
import { addOpenApi } from "./openapi.ts";
import { addOrders } from "./orders.ts";
import { addOrderAdministration } from "./orders-admin.ts";
import { addOrderPrivacy } from "./orders-privacy.ts";
import { addPostalCode } from "./postal-code.ts";
import { problem } from "./problem.ts";
import { addProducts } from "./products.ts";
import { addProductWrites } from "./products-admin.ts";
import { addRecipes } from "./recipes.ts";
import { addRecipeWrites } from "./recipes-admin.ts";
import { addSettings } from "./settings.ts";
import { addUploads } from "./uploads.ts";

/** What the API needs beside the shop itself. */
export type ApiDependencies = {
  shop: Shop;
  /** Whom to count a request for: the socket's address, or what a trusted proxy says of it. */
  clientAddress(c: Context): string;
  /** The site's address as the visitor sees it, such as "https://loja.example". */
  ownOrigin(c: Context): string;
  /** Orders one address may send in ten minutes; 0 lifts the limit. */
  orderLimit: number;
  /** How attempts to sign in are limited, if not as usual. */
  attempts?: Attempts;
  rateLimits: RateLimits;
  /** Stands before the public reads, which answer everyone the same until the data changes. */
  publicReads: MiddlewareHandler;
  /** Whether the process is about to end, so that new visitors should be sent to another one. */
  isClosing(): boolean;
  log: { error(details: object, message: string): void };
};

export type Api = OpenAPIHono<BlankEnv>;

/** What a program can ask, to be mounted at /api. What goes wrong inside is thrown on to whoever mounts it. */
export function createApi(deps: ApiDependencies): Api {
  const api = new OpenAPIHono<BlankEnv>({
    defaultHook: (result) => {
      if (!result.success) throw invalidInput(result.error, result.target);
    },
  });
  api.use(refuseOtherMethods(api), keepNothing, markSaving);
  addProducts(api, deps);
  addProductWrites(api, deps);
  addCategories(api, deps);
  addRecipes(api, deps);
  addRecipeWrites(api, deps);
  addSettings(api, deps);
  addOrders(api, deps);
  addOrderAdministration(api, deps);
  addOrderPrivacy(api, deps);
  addAuditLogs(api, deps);
  addUploads(api, deps);
  addEvents(api);
  addPostalCode(api, deps);
  addHealth(api, deps);
  addAuth(api, deps);
  addOpenApi(api);
  addDocs(api, deps);
  // Answered rather than thrown, so that the method is looked at first.
  api.all("*", () => problem(404, { kind: "not-found", title: "Não encontrado" }).getResponse());
  return api;
}

function refuseOtherMethods(api: Api): MiddlewareHandler {
  return methodNotAllowed({
    app: api,
    onMethodNotAllowed: (_c, methods) => {
      const details = { kind: "method-not-allowed", title: "Método não permitido" };
      return problem(405, details, { Allow: methods.join(", ") }).getResponse();
    },
  });
}

const keepNothing: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.res.headers.has("Cache-Control")) c.header("Cache-Control", "no-store");
};
