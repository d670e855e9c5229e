import type { IncomingHttpHeaders } from "node:http";
import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type { AreaSession } from "#app/domain/customer-area/access.server.ts";
import { areaCookie } from "#app/domain/customer-area/rules.ts";
import { type Area, describeRejection, isAllowed, type Role } from "#app/domain/people/roles.ts";
import { readCookie, sessionCookie } from "#app/domain/people/rules.ts";
import type { TokenScope } from "#app/domain/people/schema.ts";
import type { Account } from "#app/domain/people/sessions.server.ts";
import type { Author } from "#app/platform/database/database.ts";
import type { Shop } from "#app/shop.ts";
import type { Api, ApiDependencies, Visit } from "./api-types.ts";
import { problem } from "./problem.ts";
import { createRateLimit, requireAdmission } from "./rate-limit.ts";

/**
 * The sender of a request: the administrator or a member in a session, or a program with a personal token of the administrator. The
 * audit log has the `author`.
 */
export type Administrator = Account & { email: string; role: Role; author: string } & (
    | { via: "session"; sessionId: string; expires_at: string }
    | { via: "token"; tokenId: string; scope: TokenScope }
  );

type GuardDependencies = Pick<ApiDependencies, "shop" | "ownOrigin">;
export type AdminEnv = { Variables: { administrator: Administrator; author: Author } };
export type SessionEnv = {
  Variables: { administrator: Extract<Administrator, { via: "session" }>; author: Author };
};

const readMethods = new Set(["GET", "HEAD"]);

/**
 * Requires the administrator, or a member whose role allows it in `area`, for reads too: 401 without a valid session or
 * token, 403 for a write sent with the session's cookie by another site's page, and for a write by a read-only token. With an
 * `Authorization` header the cookie is ignored.
 */
export function requireAdmin(deps: GuardDependencies, area: Area | undefined, scope?: "webhooks") {
  return createMiddleware<AdminEnv>(async (c, next) => {
    const administrator = c.get("administrator") ?? (await findAdministrator(deps, c));
    if (!administrator) throw unauthenticatedProblem();
    const isWrite = !readMethods.has(c.req.method);
    if (administrator.via === "token") checkScope(administrator.scope, scope, isWrite);
    else if (isWrite) checkOrigin(deps.ownOrigin, c);
    checkRole(administrator, isWrite, area);
    c.set("administrator", administrator);
    c.set("author", { email: administrator.author, tab: readTabName(c) });
    await next();
  });
}

function checkRole({ role }: Administrator, isWrite: boolean, area: Area | undefined): void {
  const access = isWrite ? "write" : "read";
  if (!isAllowed(role, access, area)) throw roleProblem(describeRejection(role, access, area));
}

/** The 403 of what a member's role does not allow. */
export function roleProblem(detail: string) {
  return problem(403, { kind: "role", title: "Não permitido para o seu acesso", detail });
}

function checkScope(given: TokenScope, needed: "webhooks" | undefined, isWrite: boolean): void {
  if (needed && given !== needed) throw forbiddenProblem("Este token não alcança os webhooks.");
  if (isWrite && given === "read") throw forbiddenProblem("Este token só pode ler.");
}

const maxTokenRequests = 600;
const tokenWindowSeconds = 60;

/**
 * Checks the personal token of a request, on public routes too: 401 for an invalid one, 429 above 600 requests per minute.
 * Other schemes, such as the Basic authentication of a proxy, are ignored here.
 */
export function checkToken(deps: Pick<ApiDependencies, "shop" | "rateLimits">): MiddlewareHandler {
  const limit = createRateLimit(deps.rateLimits, {
    name: "token",
    points: maxTokenRequests,
    seconds: tokenWindowSeconds,
  });
  return async (c, next) => {
    if (/^Bearer /i.test(c.req.header("Authorization") ?? "")) {
      const administrator = await findAdministrator(deps, c);
      if (administrator?.via !== "token") throw invalidTokenProblem();
      await requireAdmission(c, limit, administrator.tokenId, {
        kind: "too-many-requests",
        title: "Muitas requisições em pouco tempo",
        detail: `Um token pode enviar ${maxTokenRequests} requisições por minuto.`,
      });
      c.set("administrator", administrator);
    }
    await next();
  };
}

/** Returns whether `checkToken` accepted a token. */
export function hasToken(c: Context): boolean {
  return c.get("administrator")?.via === "token";
}

/**
 * The price table of a visitor; an unknown or ended one counts as none. Programs, and the back office on a device with a
 * table, have the public prices.
 */
export async function findVisit(
  deps: Pick<ApiDependencies, "findVisit">,
  c: Context,
): Promise<Visit | undefined> {
  if (hasToken(c) || readTabName(c)) return undefined;
  const visit = await deps.findVisit(c);
  return visit?.requestedTable && visit;
}

/** The name that the sending browser tab gave itself; undefined for programs. */
function readTabName(c: Context): string | undefined {
  return /^[\w-]{1,64}$/.exec(c.req.header("Pomar-Tab") ?? "")?.[0];
}

/** The guard `requireAdmin` for sessions only: a token may not change accounts. */
export function requireSession(deps: GuardDependencies, area: Area | undefined) {
  return createMiddleware<SessionEnv>(async (c, next) => {
    const administrator = await findAdministrator(deps, c);
    if (!administrator) throw unauthenticatedProblem();
    if (administrator.via === "token") throw forbiddenProblem("Um token não pode mudar a conta.");
    const isWrite = !readMethods.has(c.req.method);
    if (isWrite) checkOrigin(deps.ownOrigin, c);
    checkRole(administrator, isWrite, area);
    c.set("administrator", administrator);
    c.set("author", { email: administrator.author, tab: readTabName(c) });
    await next();
  });
}

export type CustomerEnv = { Variables: { customer: AreaSession } };

/** The customer whose area is open on the device that sent a request. A program with a token is none. */
export async function findAreaCustomer(
  { areaSessions }: Pick<ApiDependencies, "areaSessions">,
  c: Context,
): Promise<AreaSession | undefined> {
  return hasToken(c) ? undefined : areaSessions.find(c);
}

/** Requires a device on which a customer's area is open: 401 without one, 403 for a write that another site's page sent. */
export function requireCustomer(deps: Pick<ApiDependencies, "areaSessions" | "ownOrigin">) {
  return createMiddleware<CustomerEnv>(async (c, next) => {
    const customer = await findAreaCustomer(deps, c);
    if (!customer) {
      throw problem(401, {
        kind: "no-area",
        title: "É preciso entrar na área do cliente",
        detail: "Peça um link em /cliente.",
      });
    }
    if (!readMethods.has(c.req.method)) checkOrigin(deps.ownOrigin, c);
    c.set("customer", customer);
    await next();
  });
}

/**
 * Rejects what a page of another site sends. Browsers name the sending page in `Origin`; programs send none. Hosts are
 * compared without the scheme, since a proxy may speak https where this process speaks http.
 */
export function requireSameOrigin(ownOrigin: ApiDependencies["ownOrigin"]): MiddlewareHandler {
  return async (c, next) => {
    checkOrigin(ownOrigin, c);
    await next();
  };
}

function checkOrigin(ownOrigin: ApiDependencies["ownOrigin"], c: Context): void {
  const sender = c.req.header("Origin");
  if (sender === undefined) return;
  // Sandboxed pages send "null", which has no host.
  const host = hostOf(sender);
  if (host !== undefined && [c.req.header("Host"), hostOf(ownOrigin(c))].includes(host)) return;
  throw problem(403, {
    kind: "foreign-origin",
    title: "Origem não permitida",
    detail: "Envie a partir das páginas da própria loja.",
  });
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

/** The administrator or member who sent this request; undefined for visitors. Rejects nothing. */
export function findAdministrator(
  { shop }: Pick<GuardDependencies, "shop">,
  c: Context,
): Promise<Administrator | undefined> {
  const [authorization, cookie] = [c.req.header("Authorization"), c.req.header("Cookie")];
  return identifyAdministrator(shop.people, { authorization, cookie });
}

/** Finds the administrator by the two request headers. */
export async function identifyAdministrator(
  auth: Pick<Shop["people"], "authenticateApiToken" | "resumeSession">,
  { authorization, cookie }: Pick<IncomingHttpHeaders, "authorization" | "cookie">,
): Promise<Administrator | undefined> {
  if (authorization !== undefined) {
    const [, bearer] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
    const accepted = bearer && (await auth.authenticateApiToken(bearer));
    if (!accepted) return undefined;
    const { id, email, scope } = accepted;
    return {
      via: "token",
      tokenId: id,
      scope,
      email,
      role: "dono",
      author: email,
      memberId: undefined,
    };
  }
  const token = readCookie(cookie, sessionCookie);
  const session = token && (await auth.resumeSession(token));
  if (!session) return undefined;
  const { id, ...holder } = session;
  return { via: "session", sessionId: id, ...holder };
}

/** Describes the ways of authentication in the published document. */
export function describeSecurity(api: Api): void {
  const { openAPIRegistry: registry } = api;
  registry.registerComponent("securitySchemes", "session", {
    type: "apiKey",
    in: "cookie",
    name: sessionCookie,
    description: "A sessão do administrador ou de um membro, de POST /api/auth/login.",
  });
  registry.registerComponent("securitySchemes", "customer", {
    type: "apiKey",
    in: "cookie",
    name: areaCookie,
    description: "O aparelho de um cliente, de POST /api/customer/session.",
  });
  const bearer = { type: "http" as const, scheme: "bearer" };
  registry.registerComponent("securitySchemes", "token", {
    ...bearer,
    description: "Um token pessoal, criado em Conta: `read` lê, `write` também muda.",
  });
  registry.registerComponent("securitySchemes", "webhookToken", {
    ...bearer,
    description: "Um token pessoal de escopo `webhooks`: lê, muda e também configura webhooks.",
  });
}

const tokenAdvice = "Um programa envia um token, criado em Conta › Tokens de API:";

export function unauthenticatedProblem() {
  return problem(
    401,
    {
      kind: "unauthenticated",
      title: "É preciso entrar",
      detail: `Entre como administrador em /admin/login. ${tokenAdvice} "Authorization: Bearer pomar_…".`,
    },
    { "WWW-Authenticate": challenge },
  );
}

const challenge = 'Bearer realm="Pomar"';

function invalidTokenProblem() {
  return problem(
    401,
    {
      kind: "unauthenticated",
      title: "Este token não vale",
      detail: `Foi desativado, ou está incompleto. ${tokenAdvice} crie outro.`,
    },
    {
      "WWW-Authenticate": `${challenge}, error="invalid_token", error_description="Unknown or revoked: create a token in the account page"`,
    },
  );
}

function forbiddenProblem(detail: string) {
  return problem(403, { kind: "out-of-scope", title: "Não permitido", detail });
}
