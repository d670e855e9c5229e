import { createRoute } from "@hono/zod-openapi";
import { settingsSchema } from "#app/domain/settings/schema.ts";
import { settingsChangesSchema } from "#app/domain/settings/settings-input.ts";
import type { Api, ApiDependencies } from "./api.ts";
import { settings as example } from "./examples.ts";
import { requireAdmin, bySessionOrToken as security } from "./guard.ts";
import { json, jsonRequest } from "./json.ts";
import { problemResponses } from "./problem.ts";
import { jsonBody } from "./request-body.ts";
import { savedRow, staleResponse } from "./saving.ts";

const tags = ["Configurações"];
/** The policies alone may have 200,000 characters. */
const largestSettings = 2 * 1024 * 1024;
const settings = settingsSchema.meta({ id: "Settings" });

/** The one settings row: everyone reads it, the administrator changes it. */
export function addSettings(api: Api, deps: ApiDependencies): void {
  addReading(api, deps);
  addChange(api, deps);
}

function addReading(api: Api, { shop, publicReads }: ApiDependencies): void {
  const route = createRoute({
    method: "get",
    path: "/settings",
    tags,
    summary: "Mostra as configurações da loja",
    middleware: publicReads,
    responses: {
      200: {
        description: "Valores em reais; nulo onde nada foi salvo.",
        content: json(settings, example),
      },
      ...problemResponses(),
    },
  });
  api.openapi(route, async (c) => c.json(await shop.readSettings(), 200));
}

function addChange(api: Api, deps: ApiDependencies): void {
  const route = createRoute({
    method: "patch",
    path: "/settings",
    tags,
    security,
    summary: "Muda as configurações",
    description:
      "Envie só as chaves que mudam, cada uma inteira, e a `version` lida. Textos vazios contam como nunca salvos.",
    middleware: [requireAdmin(deps), jsonBody(largestSettings)] as const,
    request: {
      body: jsonRequest(settingsChangesSchema.meta({ id: "SettingsChanges" }), {
        phone: "(11) 3456-7890",
        delivery_settings: { delivery_fee: 15, minimum_order: 50, free_delivery_minimum: 200 },
        version: 1,
      }),
    },
    responses: {
      200: { description: "Como ficaram.", content: json(settings, example) },
      ...problemResponses(400, 401, 403, 413, 415),
      ...staleResponse(example),
    },
  });
  api.openapi(route, async (c) => {
    const author = c.get("author");
    return c.json(savedRow(await deps.shop.changeSettings(author, c.req.valid("json"))), 200);
  });
}
