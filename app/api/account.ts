import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import {
  openSessionSchema,
  passwordChangeSchema,
  passwordConfirmationSchema,
  sessionSchema,
} from "#app/domain/auth/schema.ts";
import * as examples from "./account-examples.ts";
import type { Api } from "./api-types.ts";
import {
  type AuthDependencies,
  describeClient,
  setSessionCookies,
  authTags as tags,
} from "./auth.ts";
import type { SessionEnv } from "./guard.ts";
import { completeList, jsonRequestBody, jsonResponse, listSchema } from "./json-content.ts";
import { problem, problemResponses } from "./problem.ts";
import { sessionRoute } from "./routes.ts";

/** The administrator's password and open sessions. */
export function addAccountRoutes(api: Api, deps: AuthDependencies): void {
  addPasswordChange(api, deps);
  addOpenSessions(api, deps);
  addOwnShop(api, deps);
}

function addPasswordChange(api: Api, deps: AuthDependencies): void {
  const route = sessionRoute(deps, {
    method: "post",
    path: "/auth/password",
    tags,
    summary: "Troca a senha",
    description: "Encerra todas as sessões e abre uma nova, desta vez com a senha nova.",
    request: {
      body: jsonRequestBody(
        passwordChangeSchema.meta({ id: "PasswordChange" }),
        examples.passwordChange,
      ),
    },
    responses: {
      200: jsonResponse("A nova sessão.", sessionSchema, examples.session),
      ...problemResponses(429),
    },
  });
  api.openapi(route, async (c) => {
    const change = c.req.valid("json");
    const actor = {
      address: deps.clientAddress(c),
      trustedId: c.get("administrator").sessionId,
      context: c,
    };
    const result = await deps.attempts.run(actor, async () => {
      const changed = await deps.shop.auth.changePassword(change, describeClient(deps, c));
      return changed ?? ({ ok: false } as const);
    });
    if (!result.ok) throw wrongPasswordProblem("current_password");
    setSessionCookies(c, deps.ownOrigin, result);
    const { email, expires_at } = result.session;
    return c.json({ email, expires_at }, 200);
  });
}

function addOpenSessions(api: Api, deps: AuthDependencies): void {
  const { auth } = deps.shop;
  const list = sessionRoute(deps, {
    tags,
    method: "get",
    path: "/auth/sessions",
    summary: "Lista as sessões abertas",
    description: "Onde a conta está aberta agora.",
    responses: {
      200: jsonResponse(
        "A usada por último primeiro.",
        listSchema(openSessionSchema.meta({ id: "OpenSession" })),
        completeList([examples.exampleSession]),
      ),
    },
  });
  api.openapi(list, async (c) =>
    c.json(completeList(await auth.listOpenSessions(c.get("administrator").sessionId)), 200),
  );

  const endOthers = sessionRoute(deps, {
    tags,
    method: "delete",
    path: "/auth/sessions",
    summary: "Encerra todas as outras sessões",
    description: "Nos outros aparelhos é preciso entrar de novo.",
    responses: {
      204: { description: "Só a sessão que pediu continua aberta." },
    },
  });
  api.openapi(endOthers, async (c) => {
    await auth.revokeOtherSessions(c.get("administrator").sessionId);
    return c.body(null, 204);
  });

  const endOne = sessionRoute(deps, {
    tags,
    method: "delete",
    path: "/auth/sessions/{id}",
    summary: "Encerra uma sessão",
    description: "Naquele aparelho é preciso entrar de novo.",
    request: { params: z.object({ id: z.uuid("Identificador inválido.") }) },
    responses: {
      204: { description: "Encerrada." },
      ...problemResponses(404),
    },
  });
  api.openapi(endOne, async (c) => {
    if (await auth.revokeSession(c.req.valid("param").id)) return c.body(null, 204);
    throw problem(404, { kind: "not-found", title: "Esta sessão já terminou" });
  });
}

/** The body of a request that needs the password. */
export const passwordProof = jsonRequestBody(
  passwordConfirmationSchema.meta({ id: "PasswordProof" }),
  examples.passwordProof,
);

type PasswordContext = Context<SessionEnv, string, { out: { json: { password: string } } }>;

/** Throws the problem of a wrong password. */
export async function requirePassword(deps: AuthDependencies, c: PasswordContext): Promise<void> {
  const { password } = c.req.valid("json");
  const trustedId = c.get("administrator").sessionId;
  const actor = { address: deps.clientAddress(c), trustedId, context: c };
  const proof = await deps.attempts.run(actor, async () => ({
    ok: await deps.shop.auth.verifyPassword(password),
  }));
  if (!proof.ok) throw wrongPasswordProblem("password");
}

/** A wrong password within a session is an invalid field: 400, since 401 would end the session in the browser. */
function wrongPasswordProblem(field: string) {
  return problem(400, {
    kind: "wrong-password",
    title: "Senha incorreta",
    errors: [{ field, message: "Senha incorreta." }],
  });
}

function addOwnShop(api: Api, deps: AuthDependencies): void {
  const route = sessionRoute(deps, {
    method: "post",
    path: "/own-shop",
    tags: ["Configurações"],
    summary: "Troca a loja de demonstração por uma vazia",
    description:
      "Grava um backup no servidor e apaga produtos, receitas, pedidos, imagens e textos. A conta fica. Exige a senha.",
    request: { body: passwordProof },
    responses: {
      204: { description: "A loja está vazia e ainda não abriu." },
      ...problemResponses(409, 429),
    },
  });
  api.openapi(route, async (c) => {
    await requirePassword(deps, c);
    if (await deps.shop.startOwnShop(c.get("administrator").email)) return c.body(null, 204);
    throw problem(409, {
      kind: "not-the-demonstration",
      title: "Esta não é a loja de demonstração",
      detail: "Só ela pode ser esvaziada.",
    });
  });
}
