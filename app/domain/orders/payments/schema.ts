import {
  boundedDate,
  boundedInstant,
  maxAmount,
  multilineText,
  textLine,
  versionSchema,
} from "#app/domain/kernel/editing/schema.ts";
import { paymentKinds } from "#app/domain/payments/kinds.ts";
import { pixMethod } from "#app/domain/payments/methods.ts";
import { maxNoteLength } from "#app/shared/limits.ts";
import { parseTypedNumber } from "#app/shared/money.ts";
import { z } from "#app/shared/zod.ts";

/** An adjustment is a credit that the seller grants: no money was received. */
const receiptKinds = [...paymentKinds, "adjustment"] as const;
export type ReceiptKind = (typeof receiptKinds)[number];

const moneyFields = {
  method: z.string().meta({ description: "O nome da forma de pagamento." }),
  kind: z.enum(receiptKinds).meta({ description: "`adjustment`: um abatimento, sem dinheiro." }),
  received_at: z.iso.datetime(),
  note: z.string().nullable(),
  author: z.string().nullable().meta({ description: "Quem registrou; nulo: o sistema." }),
  created_at: z.iso.datetime(),
};

/** A payment of an order in BRL, the whole or a part of a receipt; a refund is negative. */
export const paymentSchema = z.object({
  id: z.uuid(),
  order_id: z.uuid(),
  receipt_id: z.uuid().meta({ description: "O recebimento de que faz parte." }),
  on_account: z.boolean().meta({
    description: "O recebimento foi registrado para a conta do cliente, não só para este pedido.",
  }),
  amount: z.number().meta({ description: "Negativo: uma devolução." }),
  ...moneyFields,
});
export type Payment = z.infer<typeof paymentSchema>;

/** Money that was received or returned, in BRL. */
export const receiptSchema = z.object({
  id: z.uuid(),
  customer_id: z.uuid().nullable(),
  amount: z.number().meta({ description: "Negativo: uma devolução." }),
  credit: z.number().meta({ description: "O que não é de nenhum pedido: crédito do cliente." }),
  ...moneyFields,
  payments: z
    .array(z.object({ order_id: z.uuid(), numero_pedido: z.int(), amount: z.number() }))
    .meta({ description: "A parte de cada pedido." }),
});
export type Receipt = z.infer<typeof receiptSchema>;

const amountMessage = `Informe um valor de até R$ 9.999.999,99, com no máximo duas casas decimais.`;
const amount = z
  .number({ error: amountMessage })
  .refine((value) => /^-?\d+(?:\.\d{1,2})?$/.test(String(value)) && Math.abs(value) <= maxAmount, {
    error: amountMessage,
    abort: true,
  })
  .refine((value) => value !== 0, { error: "Informe um valor diferente de zero." });
export const paymentMethodSchema = textLine(1, "Forma de pagamento é obrigatória", 100).meta({
  examples: [pixMethod.name],
});
const note = multilineText(maxNoteLength).transform((text) => text.trim() || undefined);
const noteRequired = {
  path: ["note"],
  error: "Diga por que o valor é devolvido.",
};

export const newPaymentSchema = z
  .strictObject(
    {
      method: paymentMethodSchema,
      amount: amount.optional().meta({
        description: "Sem ele, o que falta receber. Negativo é uma devolução, que exige `note`.",
        examples: [50],
      }),
      received_at: boundedInstant("Informe data e hora em ISO 8601, com Z no fim.")
        .optional()
        .meta({ description: "Sem ele, agora." }),
      note: note.optional().meta({ description: "Só a loja vê." }),
      version: versionSchema.optional(),
    },
    { error: "Envie um objeto com method." },
  )
  .refine(({ amount = 1, note }) => amount >= 0 || note, noteRequired);
export type NewPayment = z.output<typeof newPaymentSchema>;

/** The form of a payment, as typed; `day` is the date of a date field. The server asks for a refund's note. */
export const paymentFormSchema = z.object({
  amount: z
    .string()
    .transform((text) => parseTypedNumber(text))
    .pipe(amount.refine((value) => value > 0, { error: "Informe um valor maior que zero." })),
  method: paymentMethodSchema,
  day: boundedDate("Informe a data."),
  note,
});

const dayMessage = "Informe uma data como 2026-08-03.";
const day = boundedDate(dayMessage);

/** Days in São Paulo, both included. */
export const dayRangeSchema = z.object({
  from: day.meta({ description: "O primeiro dia.", examples: ["2026-08-03"] }),
  until: day.meta({ description: "O último dia.", examples: ["2026-08-03"] }),
});
