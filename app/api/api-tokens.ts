import { z } from "@hono/zod-openapi";
import { apiTokenSchema, newTokenSchema, tokenRequestSchema } from "#app/domain/auth/schema.ts";
import * as examples from "./account-examples.ts";
import type { Api } from "./api-types.ts";
import { type AuthDependencies, authTags as tags } from "./auth.ts";
import { completeList, jsonRequestBody, jsonResponse, listSchema } from "./json-content.ts";
import { problem, problemResponses } from "./problem.ts";
import { sessionRoute } from "./routes.ts";

/** Personal tokens, with which programs act for the administrator. */
export function addApiTokenRoutes(api: Api, deps: AuthDependencies): void {
  const { auth } = deps.shop;
  const list = sessionRoute(deps, {
    tags,
    method: "get",
    path: "/auth/tokens",
    summary: "Lista os tokens pessoais",
    description: "Com o alcance e o último uso de cada um.",
    responses: {
      200: jsonResponse(
        "O mais novo primeiro, sem os revogados.",
        listSchema(apiTokenSchema.meta({ id: "ApiToken" })),
        completeList([examples.apiToken]),
      ),
    },
  });
  api.openapi(list, async (c) => c.json(completeList(await auth.listApiTokens()), 200));

  const create = sessionRoute(deps, {
    tags,
    method: "post",
    path: "/auth/tokens",
    summary: "Cria um token pessoal",
    description:
      "`token` só aparece nesta resposta. Use em `Authorization: Bearer …`; `read` lê, `write` também muda, `webhooks` também " +
      "configura webhooks.",
    request: {
      body: jsonRequestBody(tokenRequestSchema.meta({ id: "TokenRequest" }), examples.tokenRequest),
    },
    responses: {
      201: jsonResponse("Criado.", newTokenSchema.meta({ id: "NewToken" }), examples.newToken),
    },
  });
  api.openapi(create, async (c) => {
    const { email } = c.get("administrator");
    return c.json(await auth.createApiToken(email, c.req.valid("json")), 201);
  });

  const revoke = sessionRoute(deps, {
    tags,
    method: "delete",
    path: "/auth/tokens/{id}",
    summary: "Revoga um token pessoal",
    description: "Programas que o usam recebem 401 na requisição seguinte.",
    request: { params: z.object({ id: z.uuid("Identificador inválido.") }) },
    responses: {
      204: { description: "Revogado: não vale mais." },
      ...problemResponses(404),
    },
  });
  api.openapi(revoke, async (c) => {
    if (await auth.revokeApiToken(c.req.valid("param").id)) return c.body(null, 204);
    throw problem(404, { kind: "not-found", title: "Este token já foi revogado" });
  });
}
