import { flagSchema, textLine, versionSchema } from "#app/domain/kernel/editing/schema.ts";
import { z } from "#app/shared/zod.ts";
import { memberRoles } from "./roles.ts";
import { maxPasswordLength, minPasswordLength } from "./rules.ts";

const instant = z.iso.datetime();
const password = (missing: string) =>
  z.string(missing).min(1, missing).max(maxPasswordLength, "Senha longa demais.");
const newPassword = z
  .string("Nova senha é obrigatória")
  .min(minPasswordLength, `A nova senha precisa ter pelo menos ${minPasswordLength} caracteres.`)
  .max(maxPasswordLength, `A nova senha pode ter no máximo ${maxPasswordLength} caracteres.`);

/** Six digits of an authenticator app or a recovery code; spaces and hyphens are ignored. */
const code = z
  .string("Código é obrigatório")
  .max(60, "Código incorreto.")
  .transform((typed) => typed.replace(/[\s-]/g, "").toLowerCase())
  .refine((typed) => typed !== "", "Código é obrigatório");

export const loginSchema = z.strictObject({
  email: textLine(1, "E-mail é obrigatório", 320),
  password: password("Senha é obrigatória"),
  code: code.optional(),
});
export type Login = z.infer<typeof loginSchema>;

/** The signed-in e-mail and the session's expiry (ISO 8601, UTC). */
export const sessionSchema = z.object({ email: z.string(), expires_at: instant });

export const openSessionSchema = z.object({
  id: z.uuid(),
  device: z.string(),
  address: z.string().nullable(),
  created_at: instant,
  last_seen_at: instant,
  expires_at: instant,
  /** The session of this request. */
  current: z.boolean(),
});
export type OpenSession = z.infer<typeof openSessionSchema>;

export const passwordChangeSchema = z.strictObject({
  current_password: password("Senha atual é obrigatória"),
  new_password: newPassword,
});
export type PasswordChange = z.infer<typeof passwordChangeSchema>;

export const passwordConfirmationSchema = z.strictObject({
  password: password("Senha é obrigatória"),
});

export const secondFactorCodeSchema = z.strictObject({ code });

/** The data for an authenticator app; shown once. */
export const secondFactorSetupSchema = z.object({
  secret: z.string(),
  uri: z.string(),
});
export type SecondFactorSetup = z.infer<typeof secondFactorSetupSchema>;

export const recoveryCodesSchema = z.object({ recovery_codes: z.array(z.string()) });

const tokenScopeSchema = z.enum(
  ["read", "write", "webhooks"],
  "Escolha leitura, escrita ou webhooks.",
);
export type TokenScope = z.infer<typeof tokenScopeSchema>;

export const tokenRequestSchema = z.strictObject({
  name: z
    .string("Nome é obrigatório")
    .trim()
    .min(1, "Nome é obrigatório")
    .max(60, "O nome pode ter no máximo 60 caracteres.")
    .refine((name) => !/\p{Cc}/u.test(name), "O nome tem caracteres que não podem ser usados.")
    .meta({ examples: ["Planilha de estoque"] }),
  scope: tokenScopeSchema,
});
export type TokenRequest = z.infer<typeof tokenRequestSchema>;

export const apiTokenSchema = z.object({
  id: z.uuid(),
  name: z.string().meta({ examples: ["Planilha de estoque"] }),
  scope: tokenScopeSchema,
  /** The token's last four characters. */
  ending: z.string(),
  created_at: instant,
  last_used_at: instant.nullable(),
});
export type ApiToken = z.infer<typeof apiTokenSchema>;

/** A token with its text, which is shown only once. */
export const newTokenSchema = apiTokenSchema.extend({ token: z.string() });
export type NewToken = z.infer<typeof newTokenSchema>;

/** The data of the account page. */
export type AccountPage = {
  email: string;
  password_changed_at: string;
  second_factor: { since: string; recovery_codes_left: number } | null;
  sessions: OpenSession[];
};

export const memberSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(memberRoles),
  active: z.boolean().meta({ description: "`false`: não entra mais." }),
  invited_at: instant.nullable().meta({ description: "Nulo depois que o convite foi cancelado." }),
  invited_until: instant
    .nullable()
    .meta({ description: "Até quando vale o convite que ainda não foi usado." }),
  signed_in_at: instant.nullable().meta({ description: "A última vez que entrou." }),
  second_factor: z.boolean(),
  version: z.int(),
  created_at: instant,
  updated_at: instant,
});
export type Member = z.infer<typeof memberSchema>;

const memberFields = {
  name: textLine(1, "Nome é obrigatório", 60),
  role: z.enum(memberRoles, { error: "Escolha equipe ou consulta." }),
};

export const newMemberSchema = z.strictObject({
  ...memberFields,
  email: z
    .string("E-mail é obrigatório")
    .trim()
    .toLowerCase()
    .min(1, "E-mail é obrigatório")
    .max(254, "E-mail inválido")
    .pipe(z.email("E-mail inválido")),
});
export type NewMember = z.output<typeof newMemberSchema>;

export const memberChangesSchema = z
  .strictObject({ ...memberFields, active: flagSchema })
  .partial()
  .extend({ version: versionSchema });
export type MemberChanges = z.output<typeof memberChangesSchema>;

/** A member with the link of the invitation, which is shown only once. */
export const invitedMemberSchema = memberSchema.extend({
  link: z.string().meta({
    examples: ["https://loja.example/admin/invitation/6kZ0wq1R8m3fV7yQ2tXc5bN9aJ4hG0sLdPeUoYiTrEw"],
  }),
});

/** The contents of the page of an invitation. */
export type Invitation = { name: string; email: string };

export const invitationAnswerSchema = z.strictObject({ password: newPassword });
