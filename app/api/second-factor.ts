import {
  recoveryCodesSchema,
  secondFactorCodeSchema,
  secondFactorSetupSchema,
} from "#app/domain/auth/schema.ts";
import { attempt, passwordProof, requirePassword } from "./account.ts";
import * as examples from "./account-examples.ts";
import type { Api } from "./api-types.ts";
import type { AuthDependencies } from "./auth.ts";
import { problem, problemResponses } from "./problem.ts";
import { sessionRoutes } from "./routes.ts";

const recoveryCodes = [
  "Códigos de recuperação, cada um para uma vez; aparecem só nesta resposta.",
  recoveryCodesSchema.meta({ id: "RecoveryCodes" }),
  examples.recoveryCodes,
] as const;
const problems = problemResponses(409, 429);

/** Enabling, confirming and disabling the second factor. Each change needs the password or a code. */
export function addSecondFactorRoutes(api: Api, deps: AuthDependencies): void {
  const { auth } = deps.shop;
  const { row, done } = sessionRoutes(api, deps, "Acesso");
  row({
    method: "post",
    path: "/auth/second-factor",
    summary: "Prepara a verificação em duas etapas",
    description: "Ela só passa a valer depois de confirmada com um código.",
    body: passwordProof,
    answer: [
      "O segredo para o aplicativo autenticador.",
      secondFactorSetupSchema.meta({ id: "SecondFactorSetup" }),
      examples.secondFactorOffer,
    ],
    problems,
    run: async (asked) => {
      await requirePassword(deps, asked);
      return auth.startSecondFactorSetup();
    },
  });
  row({
    method: "post",
    path: "/auth/second-factor/confirm",
    summary: "Liga a verificação em duas etapas",
    description: "Com um código do aplicativo, que confirma a chave oferecida antes.",
    body: [secondFactorCodeSchema.meta({ id: "CodeProof" }), examples.codeProof],
    answer: recoveryCodes,
    problems,
    run: async ({ c, body }) => {
      const result = await attempt(deps, c, async () => {
        const codes = await auth.confirmSecondFactor(body.code);
        return codes ? { ok: true, codes } : { ok: false, codes: [] };
      });
      if (!result.ok) throw wrongCodeProblem();
      return { recovery_codes: result.codes };
    },
  });
  row({
    method: "post",
    path: "/auth/second-factor/recovery-codes",
    summary: "Troca os códigos de recuperação",
    description: "Os anteriores deixam de valer.",
    body: passwordProof,
    answer: recoveryCodes,
    problems,
    run: async (asked) => {
      await requirePassword(deps, asked);
      const codes = await auth.replaceRecoveryCodes();
      if (codes) return { recovery_codes: codes };
      const title = "A verificação em duas etapas está desligada";
      throw problem(409, { kind: "second-factor-off", title });
    },
  });
  done({
    method: "post",
    path: "/auth/second-factor/off",
    summary: "Desliga a verificação em duas etapas",
    description: "Exige a senha.",
    body: passwordProof,
    answer: "Desligada.",
    problems,
    run: async (asked) => {
      await requirePassword(deps, asked);
      await auth.disableSecondFactor();
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
