import { createRoute, z } from "@hono/zod-openapi";
import { openSessionSchema, passwordChangeSchema, sessionSchema } from "#app/domain/auth/schema.ts";
import type { Api } from "./api.ts";
import { giveSession } from "./auth-cookies.ts";
import {
  type AuthDependencies,
  largestForm,
  originOf,
  authTags as tags,
  wrongPassword,
} from "./auth-dependencies.ts";
import * as examples from "./auth-examples.ts";
import { bySession, requireSession } from "./guard.ts";
import { json, jsonRequest } from "./json.ts";
import { listOf, wholeList } from "./list.ts";
import { problem, problemResponses } from "./problem.ts";
import { jsonBody } from "./request-body.ts";

const security = bySession;

/** Password and open sessions, for the administrator in person. */
export function addAccount(api: Api, deps: AuthDependencies): void {
  addPasswordChange(api, deps);
  addOpenSessions(api, deps);
}

function addPasswordChange(api: Api, deps: AuthDependencies): void {
  const route = createRoute({
    method: "post",
    path: "/auth/password",
    tags,
    security,
    summary: "Troca a senha",
    description: "Encerra todas as sessões e abre uma nova, desta vez com a senha nova.",
    middleware: [requireSession(deps), jsonBody(largestForm)] as const,
    request: {
      body: jsonRequest(
        passwordChangeSchema.meta({ id: "PasswordChange" }),
        examples.passwordChange,
      ),
    },
    responses: {
      200: {
        description: "A nova sessão.",
        content: json(sessionSchema, examples.session),
      },
      ...problemResponses(400, 401, 403, 413, 415, 429),
    },
  });
  api.openapi(route, async (c) => {
    const change = c.req.valid("json");
    const who = { address: deps.clientAddress(c), knownAs: c.get("administrator").sessionId };
    const result = await deps.attempts.run(who, async () => {
      const changed = await deps.shop.auth.changePassword(change, originOf(deps, c));
      return changed ?? ({ ok: false } as const);
    });
    if (!result.ok) throw wrongPassword("current_password");
    giveSession(c, deps.ownOrigin, result);
    const { email, expires_at } = result.session;
    return c.json({ email, expires_at }, 200);
  });
}

function addOpenSessions(api: Api, deps: AuthDependencies): void {
  const { auth } = deps.shop;
  const described = { tags, security, middleware: requireSession(deps) };
  const list = createRoute({
    ...described,
    method: "get",
    path: "/auth/sessions",
    summary: "Lista as sessões abertas",
    responses: {
      200: {
        description: "A usada por último primeiro.",
        content: json(
          listOf(openSessionSchema.meta({ id: "OpenSession" })),
          wholeList([examples.openSession]),
        ),
      },
      ...problemResponses(401, 403),
    },
  });
  api.openapi(list, async (c) =>
    c.json(wholeList(await auth.listOpenSessions(c.get("administrator").sessionId)), 200),
  );

  const endOthers = createRoute({
    ...described,
    method: "delete",
    path: "/auth/sessions",
    summary: "Encerra todas as outras sessões",
    responses: {
      204: { description: "Só a sessão que pediu continua aberta." },
      ...problemResponses(401, 403),
    },
  });
  api.openapi(endOthers, async (c) => {
    await auth.revokeOtherSessions(c.get("administrator").sessionId);
    return c.body(null, 204);
  });

  const endOne = createRoute({
    ...described,
    method: "delete",
    path: "/auth/sessions/{id}",
    summary: "Encerra uma sessão",
    request: { params: z.object({ id: z.uuid("Identificador inválido.") }) },
    responses: {
      204: { description: "Encerrada." },
      ...problemResponses(400, 401, 403, 404),
    },
  });
  api.openapi(endOne, async (c) => {
    if (await auth.revokeSession(c.req.valid("param").id)) return c.body(null, 204);
    throw problem(404, { kind: "not-found", title: "Esta sessão já terminou" });
  });
}
