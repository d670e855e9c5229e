import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import {
  codeProofSchema,
  passwordProofSchema,
  recoveryCodesSchema,
  secondFactorOfferSchema,
} from "#app/domain/auth/schema.ts";
import type { Api } from "./api.ts";
import {
  type AuthDependencies,
  largestForm,
  authTags as tags,
  wrongCode,
  wrongPassword,
} from "./auth-dependencies.ts";
import * as examples from "./auth-examples.ts";
import { bySession, requireSession } from "./guard.ts";
import { json, jsonRequest } from "./json.ts";
import { problem, problemResponses } from "./problem.ts";
import { jsonBody } from "./request-body.ts";

const recoveryCodes = {
  description: "Códigos de recuperação, cada um para uma vez; aparecem só nesta resposta.",
  content: json(recoveryCodesSchema.meta({ id: "RecoveryCodes" }), examples.recoveryCodes),
};
const passwordProof = jsonRequest(
  passwordProofSchema.meta({ id: "PasswordProof" }),
  examples.passwordProof,
);
const errors = problemResponses(400, 401, 403, 409, 413, 415, 429);

/** The second factor: offered, confirmed by a code, switched off. Each change needs the password or a code. */
export function addSecondFactor(api: Api, deps: AuthDependencies): void {
  const { auth } = deps.shop;
  const described = {
    method: "post",
    tags,
    security: bySession,
  } satisfies Partial<Parameters<typeof createRoute>[0]>;

  async function provePassword(c: Context, sessionId: string, password: string): Promise<void> {
    const who = { address: deps.clientAddress(c), knownAs: sessionId };
    const proof = await deps.attempts.run(who, async () => ({
      ok: await auth.provePassword(password),
    }));
    if (!proof.ok) throw wrongPassword("password");
  }

  const offer = createRoute({
    ...described,
    middleware: [requireSession(deps), jsonBody(largestForm)] as const,
    path: "/auth/second-factor",
    summary: "Prepara a verificação em duas etapas",
    description: "Ela só passa a valer depois de confirmada com um código.",
    request: { body: passwordProof },
    responses: {
      200: {
        description: "O segredo para o aplicativo autenticador.",
        content: json(
          secondFactorOfferSchema.meta({ id: "SecondFactorOffer" }),
          examples.secondFactorOffer,
        ),
      },
      ...errors,
    },
  });
  api.openapi(offer, async (c) => {
    await provePassword(c, c.get("administrator").sessionId, c.req.valid("json").password);
    return c.json(await auth.offerSecondFactor(), 200);
  });

  const confirm = createRoute({
    ...described,
    middleware: [requireSession(deps), jsonBody(largestForm)] as const,
    path: "/auth/second-factor/confirm",
    summary: "Liga a verificação em duas etapas",
    request: {
      body: jsonRequest(codeProofSchema.meta({ id: "CodeProof" }), examples.codeProof),
    },
    responses: { 200: recoveryCodes, ...errors },
  });
  api.openapi(confirm, async (c) => {
    const { code } = c.req.valid("json");
    const who = { address: deps.clientAddress(c), knownAs: c.get("administrator").sessionId };
    const result = await deps.attempts.run(who, async () => {
      const codes = await auth.confirmSecondFactor(code);
      return codes ? { ok: true, codes } : { ok: false, codes: [] };
    });
    if (!result.ok)
      throw wrongCode("Código incorreto. Confira o relógio do celular e tente o próximo.");
    return c.json({ recovery_codes: result.codes }, 200);
  });

  const renew = createRoute({
    ...described,
    middleware: [requireSession(deps), jsonBody(largestForm)] as const,
    path: "/auth/second-factor/recovery-codes",
    summary: "Troca os códigos de recuperação",
    request: { body: passwordProof },
    responses: { 200: recoveryCodes, ...errors },
  });
  api.openapi(renew, async (c) => {
    await provePassword(c, c.get("administrator").sessionId, c.req.valid("json").password);
    const codes = await auth.renewRecoveryCodes();
    if (codes) return c.json({ recovery_codes: codes }, 200);
    throw problem(409, {
      kind: "second-factor-off",
      title: "A verificação em duas etapas está desligada",
    });
  });

  const switchOff = createRoute({
    ...described,
    middleware: [requireSession(deps), jsonBody(largestForm)] as const,
    path: "/auth/second-factor/off",
    summary: "Desliga a verificação em duas etapas",
    request: { body: passwordProof },
    responses: { 204: { description: "Desligada." }, ...errors },
  });
  api.openapi(switchOff, async (c) => {
    await provePassword(c, c.get("administrator").sessionId, c.req.valid("json").password);
    await auth.switchSecondFactorOff();
    return c.body(null, 204);
  });
}
