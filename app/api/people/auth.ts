import type { Context } from "hono";
import { deleteCookie, setCookie } from "hono/cookie";
import type { Api, ApiDependencies } from "#app/api/framework/api-types.ts";
import { problem, problemResponses } from "#app/api/framework/problem.ts";
import { networkOf } from "#app/api/framework/rate-limit.ts";
import { publicRoutes, sessionRoutes } from "#app/api/framework/routes.ts";
import type { SignInFailure } from "#app/domain/people/commands.server.ts";
import {
  loginTexts,
  maxSessionAgeMs,
  readCookie,
  sessionCookie,
} from "#app/domain/people/rules.ts";
import { loginSchema, sessionSchema } from "#app/domain/people/schema.ts";
import type { SessionOrigin } from "#app/domain/people/sessions.server.ts";
import type { SignInAttempts } from "./sign-in-attempts.ts";
import type { WrongCodeLimit } from "./wrong-code-limit.ts";

/** The dependencies of the routes under /auth. */
export type AuthDependencies = ApiDependencies & {
  attempts: SignInAttempts;
  wrongCodeLimit: WrongCodeLimit;
};

const deviceCookie = "pomar_device";
const devicePath = "/api/auth";
// The maximum that browsers accept.
const deviceMaxAgeSeconds = 400 * 86_400;

const session = [
  "Quem entrou e até quando vale a sessão.",
  sessionSchema.meta({ id: "Session" }),
] as const;

/** Signing in and out, and the current session. */
export function addAuthRoutes(api: Api, deps: AuthDependencies): void {
  addLogin(api, deps);
  addSession(api, deps);
}

function addLogin(api: Api, deps: AuthDependencies): void {
  const { shop, ownOrigin } = deps;
  const { row, done } = publicRoutes(api, deps, "Acesso");
  row({
    method: "post",
    path: "/auth/login",
    summary: "Entra como administrador ou membro",
    description:
      "Responde com o cookie da sessão. Com a verificação em duas etapas ligada, sem `code` a resposta é 401 do tipo " +
      "`urn:pomar:code-required`: envie de novo com o código.",
    body: loginSchema.meta({ id: "Login" }),
    answer: session,
    problems: problemResponses(401, 429, 503),
    run: async ({ c, body: login }) => {
      const trustedId = await shop.people.findKnownDevice(readDeviceMark(c), login.email);
      const signIn = () => shop.people.signIn(login, describeClient(deps, c));
      const address = deps.clientAddress(c);
      const known = await shop.people.listSignInAddresses();
      const isKnownNetwork = known.some((one) => networkOf(one, 48) === networkOf(address, 48));
      const source = { address, trustedId, isKnownNetwork, context: c };
      const account = await shop.people.findAccountName(login.email);
      const result = await deps.attempts.run(source, () =>
        login.code === undefined || account === undefined
          ? signIn()
          : deps.wrongCodeLimit.run(account, Boolean(trustedId), signIn),
      );
      if (!result.ok) throw signInProblems[result.reason]();
      await endCurrentSession(deps, c);
      setSessionCookies(c, ownOrigin, result);
      const { email, expires_at } = result.session;
      return { email, expires_at };
    },
  });
  done({
    method: "post",
    path: "/auth/logout",
    summary: "Sai",
    description: "Encerra a sessão do cookie enviado e apaga o cookie.",
    answer: "A sessão, se havia uma, terminou.",
    run: async ({ c }) => {
      await endCurrentSession(deps, c);
      deleteSessionCookie(c, ownOrigin);
    },
  });
}

function addSession(api: Api, deps: AuthDependencies): void {
  const { row } = sessionRoutes(api, deps, "Acesso");
  row({
    path: "/auth/session",
    area: "self",
    summary: "Diz quem entrou",
    description: "O e-mail da sessão e até quando ela vale.",
    answer: session,
    run: ({ administrator: { email, expires_at } }) => ({ email, expires_at }),
  });
  row({
    method: "post",
    path: "/auth/refresh",
    area: "self",
    summary: "Prolonga a sessão",
    description: "A sessão vale de novo o tempo inteiro, até a sua idade máxima.",
    answer: session,
    run: async ({ c, administrator }) => {
      const refreshed = await deps.shop.people.refreshSession(readSessionToken(c) ?? "");
      const { email, expires_at } = refreshed ?? administrator;
      return { email, expires_at };
    },
  });
}

const signInProblems: Record<SignInFailure, () => ReturnType<typeof problem>> = {
  "access-denied": () => problem(403, { kind: "access-denied", title: loginTexts.accessDenied }),
  "wrong-password": () => problem(401, { kind: "wrong-password", title: loginTexts.wrongPassword }),
  "code-required": () => problem(401, { kind: "code-required", title: loginTexts.codeRequired }),
  "wrong-code": () => problem(401, { kind: "wrong-code", title: loginTexts.wrongCode }),
};

function readSessionToken(c: Context): string | undefined {
  return readCookie(c.req.header("Cookie"), sessionCookie);
}

/** Ends the session of the request's cookie, if there is one. */
export async function endCurrentSession({ shop }: Pick<ApiDependencies, "shop">, c: Context) {
  const token = readSessionToken(c);
  if (token) await shop.people.endSession(token);
}

/** The mark of a browser that has signed in before. */
function readDeviceMark(c: Context): string | undefined {
  return readCookie(c.req.header("Cookie"), deviceCookie);
}

/** The cookie outlives any session; only the server decides when a session ends. */
export function setSessionCookies(
  c: Context,
  ownOrigin: ApiDependencies["ownOrigin"],
  { token, deviceMark }: { token: string; deviceMark: string },
): void {
  setCookie(c, sessionCookie, token, cookieOptions(c, ownOrigin, "/", maxSessionAgeMs / 1000));
  setCookie(
    c,
    deviceCookie,
    deviceMark,
    cookieOptions(c, ownOrigin, devicePath, deviceMaxAgeSeconds),
  );
}

function deleteSessionCookie(c: Context, ownOrigin: ApiDependencies["ownOrigin"]): void {
  const { maxAge: _, ...rest } = cookieOptions(c, ownOrigin, "/", 0);
  deleteCookie(c, sessionCookie, rest);
}

function cookieOptions(
  c: Context,
  ownOrigin: ApiDependencies["ownOrigin"],
  path: string,
  maxAge: number,
) {
  const secure = ownOrigin(c).startsWith("https:");
  return { path, maxAge, secure, httpOnly: true, sameSite: "Strict" } as const;
}

/** The client of a request, for the list of open sessions. */
export function describeClient({ clientAddress }: ApiDependencies, c: Context): SessionOrigin {
  return { userAgent: c.req.header("User-Agent"), address: clientAddress(c) };
}
