import { createRoute, z } from "@hono/zod-openapi";
import { apiTokenSchema, newTokenSchema, tokenRequestSchema } from "#app/domain/auth/schema.ts";
import type { Api } from "./api.ts";
import { type AuthDependencies, largestForm, authTags as tags } from "./auth-dependencies.ts";
import * as examples from "./auth-examples.ts";
import { bySession, requireSession } from "./guard.ts";
import { json, jsonRequest } from "./json.ts";
import { listOf, wholeList } from "./list.ts";
import { problem, problemResponses } from "./problem.ts";
import { jsonBody } from "./request-body.ts";

const security = bySession;

/** Personal tokens, by which a spreadsheet or another program acts for the administrator. */
export function addTokens(api: Api, deps: AuthDependencies): void {
  const { auth } = deps.shop;
  const described = { tags, security };
  const list = createRoute({
    ...described,
    method: "get",
    path: "/auth/tokens",
    summary: "Lista os tokens pessoais",
    middleware: requireSession(deps),
    responses: {
      200: {
        description: "O mais novo primeiro, sem os revogados.",
        content: json(
          listOf(apiTokenSchema.meta({ id: "ApiToken" })),
          wholeList([examples.apiToken]),
        ),
      },
      ...problemResponses(401, 403),
    },
  });
  api.openapi(list, async (c) => c.json(wholeList(await auth.listApiTokens()), 200));

  const create = createRoute({
    ...described,
    method: "post",
    path: "/auth/tokens",
    summary: "Cria um token pessoal",
    description:
      "`token` só aparece nesta resposta. Use em `Authorization: Bearer …`; `read` lê, `write` lê e muda.",
    middleware: [requireSession(deps), jsonBody(largestForm)] as const,
    request: {
      body: jsonRequest(tokenRequestSchema.meta({ id: "TokenRequest" }), examples.tokenRequest),
    },
    responses: {
      201: {
        description: "Criado.",
        content: json(newTokenSchema.meta({ id: "NewToken" }), examples.newToken),
      },
      ...problemResponses(400, 401, 403, 413, 415),
    },
  });
  api.openapi(create, async (c) => {
    const { email } = c.get("administrator");
    return c.json(await auth.createApiToken(email, c.req.valid("json")), 201);
  });

  const revoke = createRoute({
    ...described,
    method: "delete",
    path: "/auth/tokens/{id}",
    summary: "Revoga um token pessoal",
    middleware: requireSession(deps),
    request: { params: z.object({ id: z.uuid("Identificador inválido.") }) },
    responses: {
      204: { description: "Revogado: não vale mais." },
      ...problemResponses(400, 401, 403, 404),
    },
  });
  api.openapi(revoke, async (c) => {
    if (await auth.revokeApiToken(c.req.valid("param").id)) return c.body(null, 204);
    throw problem(404, { kind: "not-found", title: "Este token já foi revogado" });
  });
}
