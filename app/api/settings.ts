import {
  publicSettingsSchema,
  settingsChangesSchema,
  settingsSchema,
} from "#app/domain/settings/schema.ts";
import type { Api, ApiDependencies } from "./api-types.ts";
import { exampleSettings as example } from "./examples.ts";
import { adminRoutes, cachedRoutes } from "./routes.ts";
import { requireSaved, staleResponse, versionHeader, withVersion } from "./rows.ts";

const tag = "Configurações";
/** The policies alone may have 200,000 characters. */
const maxSettingsBytes = 2 * 1024 * 1024;
const settings = settingsSchema.meta({ id: "Settings" });
const publicSettings = publicSettingsSchema.meta({ id: "PublicSettings" });
const publicExample = publicSettingsSchema.parse({ ...example, delivery_choice: true });

/** The one settings row: visitors read it, the administrator changes it. */
export function addSettingsRoutes(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  cachedRoutes(api, deps, tag).row({
    path: "/settings",
    summary: "Mostra as configurações da loja",
    description: "Dados de contato, entrega, pagamento e textos do site.",
    answer: ["Valores em reais; nulo onde nada foi salvo.", publicSettings, publicExample],
    run: ({ shop }) => shop.readSettings(),
  });
  adminRoutes(api, deps, tag).row({
    method: "patch",
    path: "/settings",
    summary: "Muda as configurações",
    description:
      "Envie só as chaves que mudam, cada uma inteira, e a `version` lida. Textos vazios contam como nunca salvos.",
    headers: versionHeader,
    body: [
      settingsChangesSchema.partial({ version: true }).meta({ id: "SettingsChanges" }),
      {
        phone: "(11) 3456-7890",
        delivery_settings: { delivery_fee: 15, minimum_order: 50, free_delivery_minimum: 200 },
        version: 1,
      },
    ],
    tagged: true,
    answer: ["Como ficaram.", settings, example],
    problems: staleResponse(example),
    maxBodyBytes: maxSettingsBytes,
    run: async ({ author, header, body }) => {
      const changes = withVersion(body, header);
      return requireSaved(await shop.changeSettings(author, changes), undefined, header);
    },
  });
}
