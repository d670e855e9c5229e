import type { Context } from "hono";
import type { Api } from "#app/api/framework/api-types.ts";
import type { SessionEnv } from "#app/api/framework/guard.ts";
import { problem, problemResponses } from "#app/api/framework/problem.ts";
import { sessionRoutes } from "#app/api/framework/routes.ts";
import {
  apiTokenSchema,
  newTokenSchema,
  openSessionSchema,
  passwordChangeSchema,
  passwordConfirmationSchema,
  recoveryCodesSchema,
  secondFactorCodeSchema,
  secondFactorSetupSchema,
  sessionSchema,
  tokenRequestSchema,
} from "#app/domain/people/schema.ts";
import { type AuthDependencies, describeClient, setSessionCookies } from "./auth.ts";

/** The administrator's account: password, open sessions, second factor and personal tokens. */
export function addAccountRoutes(api: Api, deps: AuthDependencies): void {
  addSessions(api, deps);
  addOwnShop(api, deps);
  addSecondFactor(api, deps);
  addApiTokens(api, deps);
}

function addSessions(api: Api, deps: AuthDependencies): void {
  const { people } = deps.shop;
  const { row, list, done } = sessionRoutes(api, deps, "Acesso");
  row({
    method: "post",
    path: "/auth/password",
    area: "self",
    summary: "Troca a senha",
    description: "Encerra todas as sessões e abre uma nova, desta vez com a senha nova.",
    body: passwordChangeSchema.meta({ id: "PasswordChange" }),
    answer: ["A nova sessão.", sessionSchema],
    problems: problemResponses(429),
    run: async ({ c, administrator, body }) => {
      const result = await attempt(deps, c, async () => {
        const changed = await people.changePassword(administrator, body, describeClient(deps, c));
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
    area: "self",
    summary: "Lista as sessões abertas",
    description: "Onde a conta está aberta agora.",
    answer: ["A usada por último primeiro.", openSessionSchema.meta({ id: "OpenSession" })],
    run: ({ administrator }) => people.listOpenSessions(administrator, administrator.sessionId),
  });
  done({
    method: "delete",
    path: "/auth/sessions",
    area: "self",
    summary: "Encerra todas as outras sessões",
    description: "Nos outros aparelhos é preciso entrar de novo.",
    answer: "Só a sessão que pediu continua aberta.",
    run: ({ administrator }) => people.revokeOtherSessions(administrator, administrator.sessionId),
  });
  done({
    method: "delete",
    path: "/auth/sessions/{id}",
    area: "self",
    summary: "Encerra uma sessão",
    description: "Naquele aparelho é preciso entrar de novo.",
    answer: "Encerrada.",
    missing: "Esta sessão já terminou",
    run: ({ administrator, id }) => people.revokeSession(administrator, id),
  });
}

/** The body of a request that needs the password. */
const passwordProof = passwordConfirmationSchema.meta({ id: "PasswordProof" });

/** Runs an attempt to prove who the administrator is, with the limits of sign-ins. */
function attempt<T extends { ok: boolean }>(
  deps: AuthDependencies,
  c: Context<SessionEnv>,
  prove: () => Promise<T>,
): Promise<T> {
  const trustedId = c.get("administrator").sessionId;
  return deps.attempts.run({ address: deps.clientAddress(c), trustedId, context: c }, prove);
}

/** Throws the problem of a wrong password. */
async function requirePassword(
  deps: AuthDependencies,
  { c, body: { password } }: { c: Context<SessionEnv>; body: { password: string } },
): Promise<void> {
  const proof = await attempt(deps, c, async () => ({
    ok: await deps.shop.people.verifyPassword(c.get("administrator"), password),
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
      "Grava um backup no servidor e apaga produtos, receitas, pedidos, imagens e textos. A conta fica. Exige a senha. Numa loja " +
      "que ainda não abriu e não tem produtos, nada acontece.",
    body: passwordProof,
    answer: "A loja está vazia e ainda não abriu.",
    problems: problemResponses(409, 429),
    run: async (input) => {
      await requirePassword(deps, input);
      if (await deps.shop.demonstration.startOwnShop(input.administrator.email)) return;
      throw problem(409, {
        kind: "not-the-demonstration",
        title: "Esta não é a loja de demonstração",
        detail: "Só ela pode ser esvaziada.",
      });
    },
  });
}

const recoveryCodes = [
  "Códigos de recuperação, cada um para uma vez; aparecem só nesta resposta.",
  recoveryCodesSchema.meta({ id: "RecoveryCodes" }),
] as const;
const problems = problemResponses(409, 429);

/** Enabling, confirming and disabling the second factor. Each change needs the password or a code. */
function addSecondFactor(api: Api, deps: AuthDependencies): void {
  const { people } = deps.shop;
  const { row, done } = sessionRoutes(api, deps, "Acesso");
  row({
    method: "post",
    path: "/auth/second-factor",
    area: "self",
    summary: "Prepara a verificação em duas etapas",
    description: "Ela só passa a valer depois de confirmada com um código.",
    body: passwordProof,
    answer: [
      "O segredo para o aplicativo autenticador.",
      secondFactorSetupSchema.meta({ id: "SecondFactorSetup" }),
    ],
    problems,
    run: async (input) => {
      await requirePassword(deps, input);
      return people.startSecondFactorSetup(input.administrator);
    },
  });
  row({
    method: "post",
    path: "/auth/second-factor/confirm",
    area: "self",
    summary: "Liga a verificação em duas etapas",
    description: "Com um código do aplicativo, que confirma a chave oferecida antes.",
    body: secondFactorCodeSchema.meta({ id: "CodeProof" }),
    answer: recoveryCodes,
    problems,
    run: async ({ c, administrator, body }) => {
      const result = await attempt(deps, c, async () => {
        const codes = await people.confirmSecondFactor(administrator, body.code);
        return codes ? { ok: true, codes } : { ok: false, codes: [] };
      });
      if (!result.ok) throw wrongCodeProblem();
      return { recovery_codes: result.codes };
    },
  });
  row({
    method: "post",
    path: "/auth/second-factor/recovery-codes",
    area: "self",
    summary: "Troca os códigos de recuperação",
    description: "Os anteriores deixam de valer.",
    body: passwordProof,
    answer: recoveryCodes,
    problems,
    run: async (input) => {
      await requirePassword(deps, input);
      const codes = await people.replaceRecoveryCodes(input.administrator);
      if (codes) return { recovery_codes: codes };
      const title = "A verificação em duas etapas está desligada";
      throw problem(409, { kind: "second-factor-off", title });
    },
  });
  done({
    method: "post",
    path: "/auth/second-factor/off",
    area: "self",
    summary: "Desliga a verificação em duas etapas",
    description: "Exige a senha.",
    body: passwordProof,
    answer: "Desligada.",
    problems,
    run: async (input) => {
      await requirePassword(deps, input);
      await people.disableSecondFactor(input.administrator);
    },
  });
}

function wrongCodeProblem() {
  const message = "Código incorreto. Confira o relógio do celular e tente o próximo.";
  return problem(400, {
    kind: "wrong-code",
    title: "Código incorreto",
    errors: [{ field: "code", message }],
  });
}

/** Personal tokens, with which programs act for the administrator. */
function addApiTokens(api: Api, deps: AuthDependencies): void {
  const { people } = deps.shop;
  const { row, list, done } = sessionRoutes(api, deps, "Acesso");
  list({
    path: "/auth/tokens",
    summary: "Lista os tokens pessoais",
    description: "Com o alcance e o último uso de cada um.",
    answer: ["O mais novo primeiro, sem os desativados.", apiTokenSchema.meta({ id: "ApiToken" })],
    run: () => people.listApiTokens(),
  });
  row({
    method: "post",
    path: "/auth/tokens",
    summary: "Cria um token pessoal",
    description:
      "`token` só aparece nesta resposta. Use em `Authorization: Bearer …`; `read` lê, `write` também muda, `webhooks` também " +
      "configura webhooks.",
    body: tokenRequestSchema.meta({ id: "TokenRequest" }),
    status: 201,
    answer: ["Criado.", newTokenSchema.meta({ id: "NewToken" })],
    run: ({ administrator, body }) => people.createApiToken(administrator.email, body),
  });
  done({
    method: "delete",
    path: "/auth/tokens/{id}",
    summary: "Desativa um token pessoal",
    description: "Programas que o usam recebem 401 na requisição seguinte.",
    answer: "Desativado: não vale mais.",
    missing: "Este token já foi desativado",
    run: ({ id }) => people.revokeApiToken(id),
  });
}
