import type { z } from "@hono/zod-openapi";
import type {
  ApiToken,
  loginSchema,
  NewToken,
  OpenSession,
  PasswordChange,
  recoveryCodesSchema,
  SecondFactorSetup,
  secondFactorCodeSchema,
  sessionSchema,
  TokenRequest,
} from "#app/domain/auth/schema.ts";

/** The examples of sign-in, sessions and tokens in the published document. */

const instant = "2026-11-21T12:00:00.000Z";
const later = "2026-11-22T00:00:00.000Z";
const password = "uma-senha-de-exemplo";

export const login: z.input<typeof loginSchema> = { email: "admin@example.com", password };
export const session: z.input<typeof sessionSchema> = {
  email: "admin@example.com",
  expires_at: later,
};
export const passwordProof = { password };
export const passwordChange: PasswordChange = {
  current_password: password,
  new_password: "caju-doce-do-piaui",
};

export const exampleSession: OpenSession = {
  id: "6f1d2c3b-8a47-4f0e-9d5b-1c2e3f4a5b6c",
  device: "Chrome no Android",
  address: "203.0.113.7",
  created_at: instant,
  last_seen_at: instant,
  expires_at: later,
  current: true,
};

export const codeProof: z.input<typeof secondFactorCodeSchema> = { code: "123 456" };
export const recoveryCodes: z.input<typeof recoveryCodesSchema> = {
  recovery_codes: ["h7k2-m9pq", "x4tn-c8wd"],
};
export const secondFactorOffer: SecondFactorSetup = {
  secret: "JBSWY3DPEHPK3PXP",
  uri: "otpauth://totp/Loja:admin%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Loja",
};

export const tokenRequest: TokenRequest = { name: "Planilha de estoque", scope: "write" };
export const apiToken: ApiToken = {
  id: "2b9c4d1e-7f60-4a83-b5c2-9e8d7f6a5b4c",
  name: "Planilha de estoque",
  scope: "write",
  ending: "x7Qd",
  created_at: instant,
  last_used_at: null,
};
export const newToken: NewToken = { ...apiToken, token: "pomar_9fK2…x7Qd" };
