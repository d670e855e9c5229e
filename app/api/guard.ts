import type { IncomingHttpHeaders } from "node:http";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { readCookie, sessionCookie } from "#app/domain/auth/rules.ts";
import type { Author } from "#app/platform/database/transactions.ts";
import type { Shop } from "#app/shop.ts";
import type { Api, ApiDependencies } from "./api.ts";
import { problem } from "./problem.ts";
import { sameOrigin } from "./same-origin.ts";

/** Who asks: the administrator by their session, or a program by a personal token of theirs. */
export type Administrator =
  | { via: "session"; email: string; sessionId: string; expires_at: string }
  | { via: "token"; email: string; tokenId: string; scope: "read" | "write" };

type GuardDependencies = Pick<ApiDependencies, "shop" | "ownOrigin">;
type Guarded = { Variables: { administrator: Administrator; author: Author } };
type GuardedBySession = {
  Variables: { administrator: Extract<Administrator, { via: "session" }> };
};

type Requirement = Record<string, string[]>;

const reading = new Set(["GET", "HEAD"]);

/** `security` of a route behind `requireAdmin`, and of one behind `requireSession`. */
export const bySessionOrToken: Requirement[] = [{ session: [] }, { token: [] }];
export const bySession: Requirement[] = [{ session: [] }];

/**
 * Stands before every route that is the administrator's, reads included:
 *
 *     const route = createRoute({
 *       method: "patch",
 *       path: "/products/{id}",
 *       security: bySessionOrToken,
 *       middleware: [requireAdmin(deps), jsonBody(limit)] as const,
 *       responses: { 200: …, ...problemResponses(400, 401, 403, 404, 409) },
 *     });
 *     api.openapi(route, async (c) => {
 *       const author = c.get("author"); // who writes, for the audit log and the change feed
 *
 * It answers 401 to nobody in particular (no session, an ended one, an unknown token), 403 to a write that a page of another
 * site sends with the session's cookie, and 403 to a write by a token that may only read. A token in `Authorization`
 * counts alone: the cookie is not looked at.
 */
export function requireAdmin(deps: GuardDependencies) {
  return createMiddleware<Guarded>(async (c, next) => {
    const administrator = await findAdministrator(deps, c);
    if (!administrator) throw unauthenticated();
    const writes = !reading.has(c.req.method);
    if (administrator.via === "token") {
      if (writes && administrator.scope !== "write") throw outOfScope("Este token só pode ler.");
    } else if (writes) await sameOrigin(deps.ownOrigin)(c, async () => undefined);
    c.set("administrator", administrator);
    c.set("author", { email: administrator.email, tab: tabOf(c) });
    await next();
  });
}

/** The tab of a browser that asks, by the name it gave itself; undefined for programs. */
function tabOf(c: Context): string | undefined {
  return /^[\w-]{1,64}$/.exec(c.req.header("Pomar-Tab") ?? "")?.[0];
}

/** As `requireAdmin`, for what a person must do themselves: password, second factor, sessions, tokens. */
export function requireSession(deps: GuardDependencies) {
  return createMiddleware<GuardedBySession>(async (c, next) => {
    const administrator = await findAdministrator(deps, c);
    if (!administrator) throw unauthenticated();
    if (administrator.via === "token") throw outOfScope("Um token não pode mudar a conta.");
    if (!reading.has(c.req.method)) await sameOrigin(deps.ownOrigin)(c, async () => undefined);
    c.set("administrator", administrator);
    await next();
  });
}

/** The administrator when this request is theirs; undefined for a visitor. Nothing is refused and nothing checked of writes. */
export function findAdministrator(
  deps: Pick<GuardDependencies, "shop">,
  c: Context,
): Promise<Administrator | undefined> {
  const [authorization, cookie] = [c.req.header("Authorization"), c.req.header("Cookie")];
  return identify(deps.shop.auth, { authorization, cookie });
}

/** As `findAdministrator`, from the two header lines that tell. */
export async function identify(
  auth: Pick<Shop["auth"], "acceptApiToken" | "resumeSession">,
  { authorization, cookie }: Pick<IncomingHttpHeaders, "authorization" | "cookie">,
): Promise<Administrator | undefined> {
  if (authorization !== undefined) {
    const [, bearer] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
    const accepted = bearer && (await auth.acceptApiToken(bearer));
    if (!accepted) return undefined;
    const { id, ...holder } = accepted;
    return { via: "token", tokenId: id, ...holder };
  }
  const token = readCookie(cookie, sessionCookie);
  const session = token && (await auth.resumeSession(token));
  if (!session) return undefined;
  const { id, email, expires_at } = session;
  return { via: "session", sessionId: id, email, expires_at };
}

/** Says in the published document how one signs in. */
export function describeSecurity(api: Api): void {
  const { openAPIRegistry: registry } = api;
  registry.registerComponent("securitySchemes", "session", {
    type: "apiKey",
    in: "cookie",
    name: "pomar_session",
    description: "A sessão do administrador, de POST /api/auth/login.",
  });
  registry.registerComponent("securitySchemes", "token", {
    type: "http",
    scheme: "bearer",
    description: "Um token pessoal, criado em Conta: de leitura ou de escrita.",
  });
}

export function unauthenticated() {
  return problem(
    401,
    {
      kind: "unauthenticated",
      title: "É preciso entrar",
      detail: "Entre como administrador em /admin/login.",
    },
    { "WWW-Authenticate": 'Bearer realm="Pomar"' },
  );
}

function outOfScope(detail: string) {
  return problem(403, { kind: "out-of-scope", title: "Não permitido", detail });
}
