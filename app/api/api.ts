import { OpenAPIHono } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { methodNotAllowed } from "hono/method-not-allowed";
import type { BlankEnv } from "hono/types";
import { wrongCodesLetter } from "#app/domain/outgoing/mail/mails.ts";
import { addCatalogueFileRoute } from "./catalogue/catalogue-file.ts";
import { addPriceTableRoutes } from "./catalogue/price-tables.ts";
import { addCategoryRoutes, addProductRoutes } from "./catalogue/products.ts";
import { addAuditLogRoutes, addSettingsRoutes, addUploadRoute } from "./company.ts";
import { addCustomerAreaRoutes } from "./customer-area.ts";
import { addCustomerDataRoutes, addCustomerRoutes, addPersonalDataRoutes } from "./customers.ts";
import { addDayRoutes } from "./day.ts";
import { addDeliveryRoutes, addPostalCodeRoute } from "./delivery.ts";
import type { Api, ApiDependencies } from "./framework/api-types.ts";
import { addDocsRoute } from "./framework/docs-page.ts";
import { checkToken, describeSecurity } from "./framework/guard.ts";
import { addOpenApiRoute } from "./framework/openapi.ts";
import { invalidInputProblem, problem } from "./framework/problem.ts";
import { sendRateLimits } from "./framework/rate-limit.ts";
import { addEventsRoute, addHealthRoutes } from "./framework/service.ts";
import { addInvoiceRoutes } from "./invoices.ts";
import { addChangeOrderRoutes } from "./orders/change-order.ts";
import { addConversationRoutes } from "./orders/conversations.ts";
import { addJoinRoutes } from "./orders/join.ts";
import { addOrderInvoiceRoutes } from "./orders/order-invoice.ts";
import { addOrderLinkRoutes, addOrderRoutes } from "./orders/orders.ts";
import { addPastedListRoute } from "./orders/pasted-list.ts";
import { addPlaceOrderRoute } from "./orders/place-order.ts";
import { addTakenOrderRoutes } from "./orders/taken-orders.ts";
import { addPushRoutes, addWebhookRoutes } from "./outgoing.ts";
import { addAccountRoutes } from "./people/account.ts";
import { addAuthRoutes } from "./people/auth.ts";
import { addMemberRoutes } from "./people/members.ts";
import { createSignInAttempts } from "./people/sign-in-attempts.ts";
import { createWrongCodeLimit } from "./people/wrong-code-limit.ts";
import { addPixRoutes, addPixTestRoute } from "./pix.ts";
import { addReceivableRoutes } from "./receivables.ts";
import { addRecipeRoutes } from "./recipes.ts";
import { addPaymentRoutes, addProductPriceRoutes, addSalesRoutes } from "./reports.ts";
import { addSeriesRoutes } from "./series.ts";
import { addStockRoutes } from "./stock.ts";

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
  addCatalogueFileRoute(api, deps);
  addCategoryRoutes(api, deps);
  addStockRoutes(api, deps);
  addInvoiceRoutes(api, deps);
  addRecipeRoutes(api, deps);
  addSettingsRoutes(api, deps);
  addPlaceOrderRoute(api, deps);
  addCustomerDataRoutes(api, deps);
  addPersonalDataRoutes(api, deps);
  addCustomerRoutes(api, deps);
  addCustomerAreaRoutes(api, deps);
  addReceivableRoutes(api, deps);
  addPriceTableRoutes(api, deps);
  addOrderRoutes(api, deps);
  addOrderInvoiceRoutes(api, deps);
  addJoinRoutes(api, deps);
  addPaymentRoutes(api, deps);
  addProductPriceRoutes(api, deps);
  addSalesRoutes(api, deps);
  addOrderLinkRoutes(api, deps);
  addSeriesRoutes(api, deps);
  addChangeOrderRoutes(api, deps);
  addDayRoutes(api, deps);
  addAuditLogRoutes(api, deps);
  addWebhookRoutes(api, deps);
  addPushRoutes(api, deps);
  addPixRoutes(api, deps);
  addPixTestRoute(api, deps);
  addUploadRoute(api, deps);
  addEventsRoute(api);
  addPastedListRoute(api, deps);
  addConversationRoutes(api, deps);
  addTakenOrderRoutes(api, deps);
  addPostalCodeRoute(api, deps);
  addDeliveryRoutes(api, deps);
  addHealthRoutes(api, deps);
  addSignInRoutes(api, deps);
  addMemberRoutes(api, deps);
  addOpenApiRoute(api, deps);
  addDocsRoute(api, deps);
  // Returned rather than thrown, so that an unsupported method is reported first.
  api.all("*", () => problem(404, { kind: "not-found", title: "Não encontrado" }).getResponse());
  return api;
}

function addSignInRoutes(api: Api, deps: ApiDependencies): void {
  const attempts = deps.attempts ?? createSignInAttempts(deps.rateLimits);
  const wrongCodeLimit = createWrongCodeLimit(deps.rateLimits, (account) => {
    void warnOfWrongCodes(deps, account).catch((error) =>
      deps.log.error({ err: error }, "the warning of wrong codes failed"),
    );
  });
  const authDeps = { ...deps, attempts, wrongCodeLimit };
  addAuthRoutes(api, authDeps);
  addAccountRoutes(api, authDeps);
}

/** Mails a warning to the administrator, and to the member whose account it is. */
async function warnOfWrongCodes({ shop, mailAccount }: ApiDependencies, account: string) {
  const member = (await shop.people.listMembers()).find(({ id }) => id === account);
  const letter = wrongCodesLetter(new Date(), member);
  mailAccount(letter);
  if (member) mailAccount(letter, member.email);
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
