import { zodResolver } from "@hookform/resolvers/zod";
import {
  invitationAnswerSchema,
  loginSchema,
  newMemberSchema,
  passwordChangeSchema,
  passwordConfirmationSchema,
  secondFactorCodeSchema,
  tokenRequestSchema,
} from "#app/domain/auth/schema.ts";
import { paymentFormSchema } from "#app/domain/payments/schema.ts";
import { settingsChangesSchema } from "#app/domain/settings/schema.ts";
import { webhookRequestSchema } from "#app/domain/webhooks/schema.ts";

/** The resolvers of forms that are part of a screen, loaded by their first validation: zod is 32 kB, which no screen has room for. */
export const formResolvers = {
  invitation: zodResolver(invitationAnswerSchema),
  member: zodResolver(newMemberSchema),
  login: zodResolver(loginSchema),
  loginWithCode: zodResolver(loginSchema.required()),
  passwordChange: zodResolver(passwordChangeSchema),
  passwordConfirmation: zodResolver(passwordConfirmationSchema),
  secondFactorCode: zodResolver(secondFactorCodeSchema),
  settings: zodResolver(settingsChangesSchema.omit({ version: true })),
  payment: zodResolver(paymentFormSchema),
  token: zodResolver(tokenRequestSchema),
  webhook: zodResolver(webhookRequestSchema),
};
