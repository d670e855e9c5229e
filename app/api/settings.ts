import { createRoute } from "@hono/zod-openapi";
import { settingsSchema } from "#app/domain/settings/schema.ts";
import type { Api, ApiDependencies } from "./api.ts";
import { settings } from "./examples.ts";
import { json } from "./json.ts";
import { problemResponses } from "./problem.ts";

/** GET /settings: the one row. */
export function addSettings(api: Api, { shop, publicReads }: ApiDependencies): void {
  const route = createRoute({
    method: "get",
    path: "/settings",
    tags: ["Configurações"],
    summary: "Mostra as configurações da loja",
    middleware: publicReads,
    responses: {
      200: {
        description: "Valores em reais; nulo onde nada foi salvo.",
        content: json(settingsSchema.meta({ id: "Settings" }), settings),
      },
      ...problemResponses(),
    },
  });
  api.openapi(route, async (c) => c.json(await shop.readSettings(), 200));
}
