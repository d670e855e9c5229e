import { apiTokenSchema, newTokenSchema, tokenRequestSchema } from "#app/domain/auth/schema.ts";
import * as examples from "./account-examples.ts";
import type { Api } from "./api-types.ts";
import type { AuthDependencies } from "./auth.ts";
import { sessionRoutes } from "./routes.ts";

/** Personal tokens, with which programs act for the administrator. */
export function addApiTokenRoutes(api: Api, deps: AuthDependencies): void {
  const { auth } = deps.shop;
  const { row, list, done } = sessionRoutes(api, deps, "Acesso");
  list({
    path: "/auth/tokens",
    summary: "Lista os tokens pessoais",
    description: "Com o alcance e o último uso de cada um.",
    answer: [
      "O mais novo primeiro, sem os revogados.",
      apiTokenSchema.meta({ id: "ApiToken" }),
      examples.apiToken,
    ],
    run: () => auth.listApiTokens(),
  });
  row({
    method: "post",
    path: "/auth/tokens",
    summary: "Cria um token pessoal",
    description:
      "`token` só aparece nesta resposta. Use em `Authorization: Bearer …`; `read` lê, `write` também muda, `webhooks` também " +
      "configura webhooks.",
    body: [tokenRequestSchema.meta({ id: "TokenRequest" }), examples.tokenRequest],
    status: 201,
    answer: ["Criado.", newTokenSchema.meta({ id: "NewToken" }), examples.newToken],
    run: ({ administrator, body }) => auth.createApiToken(administrator.email, body),
  });
  done({
    method: "delete",
    path: "/auth/tokens/{id}",
    summary: "Revoga um token pessoal",
    description: "Programas que o usam recebem 401 na requisição seguinte.",
    answer: "Revogado: não vale mais.",
    missing: "Este token já foi revogado",
    run: ({ id }) => auth.revokeApiToken(id),
  });
}
