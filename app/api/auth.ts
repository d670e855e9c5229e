import { createRoute } from "@hono/zod-openapi";
import type { SignInRefusal } from "#app/domain/auth/commands.server.ts";
import { loginTexts } from "#app/domain/auth/rules.ts";
import { loginSchema, sessionSchema } from "#app/domain/auth/schema.ts";
import type { Api, ApiDependencies } from "./api.ts";
import { addAccount } from "./auth-account.ts";
import { createAttempts } from "./auth-attempts.ts";
import { deviceMarkOf, giveSession, sessionTokenOf, takeSession } from "./auth-cookies.ts";
import {
  type AuthDependencies,
  largestForm,
  originOf,
  authTags as tags,
} from "./auth-dependencies.ts";
import * as examples from "./auth-examples.ts";
import { addSecondFactor } from "./auth-second-factor.ts";
import { addTokens } from "./auth-tokens.ts";
import { bySession, describeSecurity, requireSession } from "./guard.ts";
import { json, jsonRequest } from "./json.ts";
import { problem, problemResponses } from "./problem.ts";
import { jsonBody } from "./request-body.ts";
import { sameOrigin } from "./same-origin.ts";

const session = {
  description: "Quem entrou e até quando vale a sessão.",
  content: json(sessionSchema.meta({ id: "Session" }), examples.session),
};

/** Everything under /auth: signing in and out, and the administrator's account. */
export function addAuth(api: Api, apiDeps: ApiDependencies): void {
  const deps = { ...apiDeps, attempts: apiDeps.attempts ?? createAttempts(apiDeps.rateLimits) };
  describeSecurity(api);
  addLogin(api, deps);
  addLogout(api, deps);
  addSession(api, deps);
  addAccount(api, deps);
  addSecondFactor(api, deps);
  addTokens(api, deps);
}

function addLogin(api: Api, deps: AuthDependencies): void {
  const { shop, ownOrigin } = deps;
  const route = createRoute({
    method: "post",
    path: "/auth/login",
    tags,
    summary: "Entra como administrador",
    description:
      "Responde com o cookie da sessão. Com a verificação em duas etapas ligada, sem `code` a resposta é 401 do tipo " +
      "`urn:pomar:code-required`: envie de novo com o código.",
    middleware: [sameOrigin(ownOrigin), jsonBody(largestForm)] as const,
    request: {
      body: jsonRequest(loginSchema.meta({ id: "Login" }), examples.login),
    },
    responses: { 200: session, ...problemResponses(400, 401, 403, 413, 415, 429, 503) },
  });
  api.openapi(route, async (c) => {
    const knownAs = await shop.auth.knownDevice(deviceMarkOf(c));
    const from = originOf(deps, c);
    const result = await deps.attempts.run({ address: deps.clientAddress(c), knownAs }, () =>
      shop.auth.signIn(c.req.valid("json"), from),
    );
    if (!result.ok) throw refused[result.reason]();
    const formerToken = sessionTokenOf(c);
    if (formerToken) await shop.auth.endSession(formerToken);
    giveSession(c, ownOrigin, result);
    const { email, expires_at } = result.session;
    return c.json({ email, expires_at }, 200);
  });
}

function addLogout(api: Api, { shop, ownOrigin }: AuthDependencies): void {
  const route = createRoute({
    method: "post",
    path: "/auth/logout",
    tags,
    summary: "Sai",
    middleware: [sameOrigin(ownOrigin)] as const,
    responses: {
      204: { description: "A sessão, se havia uma, terminou." },
      ...problemResponses(403),
    },
  });
  api.openapi(route, async (c) => {
    const token = sessionTokenOf(c);
    if (token) await shop.auth.endSession(token);
    takeSession(c, ownOrigin);
    return c.body(null, 204);
  });
}

function addSession(api: Api, deps: AuthDependencies): void {
  const described = { tags, security: bySession, middleware: requireSession(deps) };
  const read = createRoute({
    ...described,
    method: "get",
    path: "/auth/session",
    summary: "Diz quem entrou",
    responses: { 200: session, ...problemResponses(401, 403) },
  });
  api.openapi(read, (c) => {
    const { email, expires_at } = c.get("administrator");
    return c.json({ email, expires_at }, 200);
  });
  const refresh = createRoute({
    ...described,
    method: "post",
    path: "/auth/refresh",
    summary: "Prolonga a sessão",
    responses: { 200: session, ...problemResponses(401, 403) },
  });
  api.openapi(refresh, async (c) => {
    const refreshed = await deps.shop.auth.refreshSession(sessionTokenOf(c) ?? "");
    const { email, expires_at } = refreshed ?? c.get("administrator");
    return c.json({ email, expires_at }, 200);
  });
}

const refused: Record<SignInRefusal, () => ReturnType<typeof problem>> = {
  "access-denied": () => problem(403, { kind: "access-denied", title: loginTexts.accessDenied }),
  "wrong-password": () => problem(401, { kind: "wrong-password", title: loginTexts.wrongPassword }),
  "code-required": () => problem(401, { kind: "code-required", title: loginTexts.codeRequired }),
  "wrong-code": () => problem(401, { kind: "wrong-code", title: loginTexts.wrongCode }),
};
