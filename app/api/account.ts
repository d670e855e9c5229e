import type { Context } from "hono";
import {
  openSessionSchema,
  passwordChangeSchema,
  passwordConfirmationSchema,
  sessionSchema,
} from "#app/domain/auth/schema.ts";
import * as examples from "./account-examples.ts";
import type { Api } from "./api-types.ts";
import { type AuthDependencies, describeClient, setSessionCookies } from "./auth.ts";
import type { SessionEnv } from "./guard.ts";
import { problem, problemResponses } from "./problem.ts";
import { sessionRoutes } from "./routes.ts";

/** The administrator's password and open sessions. */
export function addAccountRoutes(api: Api, deps: AuthDependencies): void {
  const { auth } = deps.shop;
  const { row, list, done } = sessionRoutes(api, deps, "Acesso");
  row({
    method: "post",
    path: "/auth/password",
    summary: "Troca a senha",
    description: "Encerra todas as sessões e abre uma nova, desta vez com a senha nova.",
    body: [passwordChangeSchema.meta({ id: "PasswordChange" }), examples.passwordChange],
    answer: ["A nova sessão.", sessionSchema, examples.session],
    problems: problemResponses(429),
    run: async ({ c, body }) => {
      const result = await attempt(deps, c, async () => {
        const changed = await auth.changePassword(body, describeClient(deps, c));
        return changed ?? ({ ok: false } as const);
      });
      if (!result.ok) throw wrongPasswordProblem("current_password");
      setSessionCookies(c, deps.ownOrigin, result);
      const { email, expires_at } = result.session;
      return { email, expires_at };
    },
  });
  list({
    path: "/auth/sessions",
    summary: "Lista as sessões abertas",
    description: "Onde a conta está aberta agora.",
    answer: [
      "A usada por último primeiro.",
      openSessionSchema.meta({ id: "OpenSession" }),
      examples.exampleSession,
    ],
    run: ({ administrator }) => auth.listOpenSessions(administrator.sessionId),
  });
  done({
    method: "delete",
    path: "/auth/sessions",
    summary: "Encerra todas as outras sessões",
    description: "Nos outros aparelhos é preciso entrar de novo.",
    answer: "Só a sessão que pediu continua aberta.",
    run: ({ administrator }) => auth.revokeOtherSessions(administrator.sessionId),
  });
  done({
    method: "delete",
    path: "/auth/sessions/{id}",
    summary: "Encerra uma sessão",
    description: "Naquele aparelho é preciso entrar de novo.",
    answer: "Encerrada.",
    missing: "Esta sessão já terminou",
    run: ({ id }) => auth.revokeSession(id),
  });
  addOwnShop(api, deps);
}

/** The body of a request that needs the password. */
export const passwordProof = [
  passwordConfirmationSchema.meta({ id: "PasswordProof" }),
  examples.passwordProof,
] as const;

/** Runs an attempt to prove who the administrator is, with the limits of sign-ins. */
export function attempt<T extends { ok: boolean }>(
  deps: AuthDependencies,
  c: Context<SessionEnv>,
  prove: () => Promise<T>,
): Promise<T> {
  const trustedId = c.get("administrator").sessionId;
  return deps.attempts.run({ address: deps.clientAddress(c), trustedId, context: c }, prove);
}

/** Throws the problem of a wrong password. */
export async function requirePassword(
  deps: AuthDependencies,
  { c, body: { password } }: { c: Context<SessionEnv>; body: { password: string } },
): Promise<void> {
  const proof = await attempt(deps, c, async () => ({
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
  const { done } = sessionRoutes(api, deps, "Configurações");
  done({
    method: "post",
    path: "/own-shop",
    summary: "Troca a loja de demonstração por uma vazia",
    description:
      "Grava um backup no servidor e apaga produtos, receitas, pedidos, imagens e textos. A conta fica. Exige a senha.",
    body: passwordProof,
    answer: "A loja está vazia e ainda não abriu.",
    problems: problemResponses(409, 429),
    run: async (asked) => {
      await requirePassword(deps, asked);
      if (await deps.shop.startOwnShop(asked.administrator.email)) return;
      throw problem(409, {
        kind: "not-the-demonstration",
        title: "Esta não é a loja de demonstração",
        detail: "Só ela pode ser esvaziada.",
      });
    },
  });
}
