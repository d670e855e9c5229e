import {
  recoveryCodesSchema,
  secondFactorCodeSchema,
  secondFactorSetupSchema,
} from "#app/domain/auth/schema.ts";
import { passwordProof, requirePassword } from "./account.ts";
import * as examples from "./account-examples.ts";
import type { Api } from "./api-types.ts";
import { type AuthDependencies, authTags as tags } from "./auth.ts";
import { jsonContent, jsonRequestBody, jsonResponse } from "./json-content.ts";
import { problem, problemResponses } from "./problem.ts";
import { sessionRoute } from "./routes.ts";

const recoveryCodes = {
  description: "Códigos de recuperação, cada um para uma vez; aparecem só nesta resposta.",
  content: jsonContent(recoveryCodesSchema.meta({ id: "RecoveryCodes" }), examples.recoveryCodes),
};
const problems = problemResponses(409, 429);

/** Enabling, confirming and disabling the second factor. Each change needs the password or a code. */
export function addSecondFactorRoutes(api: Api, deps: AuthDependencies): void {
  const { auth } = deps.shop;

  const offer = sessionRoute(deps, {
    method: "post",
    path: "/auth/second-factor",
    tags,
    summary: "Prepara a verificação em duas etapas",
    description: "Ela só passa a valer depois de confirmada com um código.",
    request: { body: passwordProof },
    responses: {
      200: jsonResponse(
        "O segredo para o aplicativo autenticador.",
        secondFactorSetupSchema.meta({ id: "SecondFactorSetup" }),
        examples.secondFactorOffer,
      ),
      ...problems,
    },
  });
  api.openapi(offer, async (c) => {
    await requirePassword(deps, c);
    return c.json(await auth.startSecondFactorSetup(), 200);
  });

  const confirm = sessionRoute(deps, {
    method: "post",
    path: "/auth/second-factor/confirm",
    tags,
    summary: "Liga a verificação em duas etapas",
    description: "Com um código do aplicativo, que confirma a chave oferecida antes.",
    request: {
      body: jsonRequestBody(secondFactorCodeSchema.meta({ id: "CodeProof" }), examples.codeProof),
    },
    responses: { 200: recoveryCodes, ...problems },
  });
  api.openapi(confirm, async (c) => {
    const { code } = c.req.valid("json");
    const actor = {
      address: deps.clientAddress(c),
      trustedId: c.get("administrator").sessionId,
      context: c,
    };
    const result = await deps.attempts.run(actor, async () => {
      const codes = await auth.confirmSecondFactor(code);
      return codes ? { ok: true, codes } : { ok: false, codes: [] };
    });
    if (!result.ok) throw wrongCodeProblem();
    return c.json({ recovery_codes: result.codes }, 200);
  });

  const renew = sessionRoute(deps, {
    method: "post",
    path: "/auth/second-factor/recovery-codes",
    tags,
    summary: "Troca os códigos de recuperação",
    description: "Os anteriores deixam de valer.",
    request: { body: passwordProof },
    responses: { 200: recoveryCodes, ...problems },
  });
  api.openapi(renew, async (c) => {
    await requirePassword(deps, c);
    const codes = await auth.replaceRecoveryCodes();
    if (codes) return c.json({ recovery_codes: codes }, 200);
    throw problem(409, {
      kind: "second-factor-off",
      title: "A verificação em duas etapas está desligada",
    });
  });

  const switchOff = sessionRoute(deps, {
    method: "post",
    path: "/auth/second-factor/off",
    tags,
    summary: "Desliga a verificação em duas etapas",
    description: "Exige a senha.",
    request: { body: passwordProof },
    responses: { 204: { description: "Desligada." }, ...problems },
  });
  api.openapi(switchOff, async (c) => {
    await requirePassword(deps, c);
    await auth.disableSecondFactor();
    return c.body(null, 204);
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
