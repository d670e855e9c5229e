import {
  publicSettingsSchema,
  settingsChangesSchema,
  settingsSchema,
} from "#app/domain/settings/schema.ts";
import type { Api, ApiDependencies } from "./api-types.ts";
import { exampleSettings as example } from "./examples.ts";
import { jsonContent, jsonRequestBody, jsonResponse } from "./json-content.ts";
import { adminRoute, cachedRoute } from "./routes.ts";
import {
  requireSaved,
  setVersionTag,
  staleResponse,
  versionHeader,
  versionTagHeaders,
  withVersion,
} from "./rows.ts";

const tags = ["Configurações"];
/** The policies alone may have 200,000 characters. */
const maxSettingsBytes = 2 * 1024 * 1024;
const settings = settingsSchema.meta({ id: "Settings" });
const publicSettings = publicSettingsSchema.meta({ id: "PublicSettings" });
const publicExample = publicSettingsSchema.parse(example);

/** The one settings row: visitors read it, the administrator changes it. */
export function addSettingsRoutes(api: Api, deps: ApiDependencies): void {
  const read = cachedRoute(deps, {
    method: "get",
    path: "/settings",
    tags,
    summary: "Mostra as configurações da loja",
    description: "Dados de contato, entrega, pagamento e textos do site.",
    responses: {
      200: jsonResponse(
        "Valores em reais; nulo onde nada foi salvo.",
        publicSettings,
        publicExample,
      ),
    },
  });
  api.openapi(read, async (c) => c.json(await c.get("shop").readSettings(), 200));

  const change = adminRoute(
    deps,
    {
      method: "patch",
      path: "/settings",
      tags,
      summary: "Muda as configurações",
      description:
        "Envie só as chaves que mudam, cada uma inteira, e a `version` lida. Textos vazios contam como nunca salvos.",
      request: {
        headers: versionHeader,
        body: jsonRequestBody(
          settingsChangesSchema.partial({ version: true }).meta({ id: "SettingsChanges" }),
          {
            phone: "(11) 3456-7890",
            delivery_settings: { delivery_fee: 15, minimum_order: 50, free_delivery_minimum: 200 },
            version: 1,
          },
        ),
      },
      responses: {
        200: {
          description: "Como ficaram.",
          headers: versionTagHeaders,
          content: jsonContent(settings, example),
        },
        ...staleResponse(example),
      },
    },
    maxSettingsBytes,
  );
  api.openapi(change, async (c) => {
    const author = c.get("author");
    const header = c.req.valid("header");
    const changes = withVersion(c.req.valid("json"), header);
    const row = requireSaved(await deps.shop.changeSettings(author, changes), undefined, header);
    setVersionTag(c, row);
    return c.json(row, 200);
  });
}
