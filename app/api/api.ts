import { OpenAPIHono } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { methodNotAllowed } from "hono/method-not-allowed";
import type { BlankEnv } from "hono/types";
import { wrongCodesLetter } from "#app/domain/mail/account-mails.ts";
import { addAccountRoutes } from "./account.ts";
import type { Api, ApiDependencies } from "./api-types.ts";
import { addAuditLogRoutes } from "./audit-logs.ts";
import { addAuthRoutes } from "./auth.ts";
import { addCategoryRoutes } from "./categories.ts";
import { addCustomerDataRoutes } from "./customer-data.ts";
import { addCustomerRoutes } from "./customers.ts";
import { addDayRoutes } from "./day.ts";
import { addDeliveryRoutes } from "./delivery.ts";
import { addDocsRoute } from "./docs.ts";
import { addEventsRoute } from "./events.ts";
import { checkToken, describeSecurity } from "./guard.ts";
import { addHealthRoutes } from "./health.ts";
import { addOpenApiRoute } from "./openapi.ts";
import { addOrderLinkRoutes } from "./order-links.ts";
import { addOrderRoutes } from "./orders.ts";
import { addPastedListRoute } from "./pasted-list.ts";
import { addPaymentRoutes } from "./payments.ts";
import { addPlaceOrderRoute } from "./place-order.ts";
import { addPostalCodeRoute } from "./postal-code.ts";
import { invalidInputProblem, problem } from "./problem.ts";
import { addProductRoutes } from "./products.ts";
import { addPushRoutes } from "./push.ts";
import { sendRateLimits } from "./rate-limit.ts";
import { addRecipeRoutes } from "./recipes.ts";
import { addSalesRoutes } from "./sales.ts";
import { addSettingsRoutes } from "./settings.ts";
import { createSignInAttempts } from "./sign-in-attempts.ts";
import { addStockRoutes } from "./stock.ts";
import { addUploadRoute } from "./uploads.ts";
import { addWebhookRoutes } from "./webhooks.ts";
import { createWrongCodeLimit } from "./wrong-code-limit.ts";

/** The HTTP API, to be mounted at /api. Unexpected errors are thrown to the app that mounts it. */
export function createApi(deps: ApiDependencies): Api {
  const api = new OpenAPIHono<BlankEnv>({
    defaultHook: (result) => {
      if (!result.success) throw invalidInputProblem(result.error, result.target);
    },
  });
  api.use(rejectOtherMethods(api), forbidCaching, sendRateLimits, deps.markSaved, checkToken(deps));
  describeSecurity(api);
  addProductRoutes(api, deps);
  addCategoryRoutes(api, deps);
  addStockRoutes(api, deps);
  addRecipeRoutes(api, deps);
  addSettingsRoutes(api, deps);
  addPlaceOrderRoute(api, deps);
  addCustomerDataRoutes(api, deps);
  addCustomerRoutes(api, deps);
  addOrderRoutes(api, deps);
  addPaymentRoutes(api, deps);
  addSalesRoutes(api, deps);
  addOrderLinkRoutes(api, deps);
  addDayRoutes(api, deps);
  addAuditLogRoutes(api, deps);
  addWebhookRoutes(api, deps);
  addPushRoutes(api, deps);
  addUploadRoute(api, deps);
  addEventsRoute(api);
  addPastedListRoute(api, deps);
  addPostalCodeRoute(api, deps);
  addDeliveryRoutes(api, deps);
  addHealthRoutes(api, deps);
  addSignInRoutes(api, deps);
  addOpenApiRoute(api, deps);
  addDocsRoute(api, deps);
  // Returned rather than thrown, so that an unsupported method is reported first.
  api.all("*", () => problem(404, { kind: "not-found", title: "Não encontrado" }).getResponse());
  return api;
}

function addSignInRoutes(api: Api, deps: ApiDependencies): void {
  const attempts = deps.attempts ?? createSignInAttempts(deps.rateLimits);
  const wrongCodeLimit = createWrongCodeLimit(deps.rateLimits, () => {
    deps.mailAdministrator(wrongCodesLetter(new Date()));
  });
  const authDeps = { ...deps, attempts, wrongCodeLimit };
  addAuthRoutes(api, authDeps);
  addAccountRoutes(api, authDeps);
}

function rejectOtherMethods(api: Api): MiddlewareHandler {
  return methodNotAllowed({
    app: api,
    onMethodNotAllowed: (_c, methods) => {
      const details = { kind: "method-not-allowed", title: "Método não permitido" };
      return problem(405, details, { Allow: methods.join(", ") }).getResponse();
    },
  });
}

const forbidCaching: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers } = c.res;
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
};
