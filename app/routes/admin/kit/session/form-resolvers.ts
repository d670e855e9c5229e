import { zodResolver } from "@hookform/resolvers/zod";
import { priceTableFormSchema } from "#app/domain/catalogue/price-tables/schema.ts";
import { settingsChangesSchema } from "#app/domain/company/schema.ts";
import { customerFormSchema } from "#app/domain/customers/schema.ts";
import { takenCustomerSchema } from "#app/domain/orders/checkout-schema.ts";
import { paymentFormSchema } from "#app/domain/orders/payments/schema.ts";
import { takenChannels } from "#app/domain/orders/texts.ts";
import { webhookRequestSchema } from "#app/domain/outgoing/webhooks/schema.ts";
import {
  invitationAnswerSchema,
  loginSchema,
  newMemberSchema,
  passwordChangeSchema,
  passwordConfirmationSchema,
  secondFactorCodeSchema,
  tokenRequestSchema,
} from "#app/domain/people/schema.ts";
import { entryFormSchema } from "#app/domain/stock/schema.ts";
import { z } from "#app/shared/zod.ts";

const takenOrderFormSchema = takenCustomerSchema.extend({
  channel: z.enum(takenChannels),
  delivery_date: z.string(),
});
export type TakenOrderForm = z.input<typeof takenOrderFormSchema>;
export type TakenOrder = z.output<typeof takenOrderFormSchema>;

/** The resolvers of forms that are part of a screen, loaded by their first validation: zod is 32 kB, which no screen has room for. */
export const formResolvers = {
  invitation: zodResolver(invitationAnswerSchema),
  member: zodResolver(newMemberSchema),
  login: zodResolver(loginSchema),
  loginWithCode: zodResolver(loginSchema.required()),
  passwordChange: zodResolver(passwordChangeSchema),
  passwordConfirmation: zodResolver(passwordConfirmationSchema),
  secondFactorCode: zodResolver(secondFactorCodeSchema),
  customer: zodResolver(customerFormSchema),
  priceTable: zodResolver(priceTableFormSchema),
  takenOrder: zodResolver(takenOrderFormSchema),
  stockEntry: zodResolver(entryFormSchema),
  settings: zodResolver(settingsChangesSchema.omit({ version: true })),
  payment: zodResolver(paymentFormSchema),
  token: zodResolver(tokenRequestSchema),
  webhook: zodResolver(webhookRequestSchema),
};
