import {
  boundedDate,
  boundedInstant,
  maxAmount,
  multilineText,
} from "#app/domain/kernel/editing/schema.ts";
import { paymentMethodSchema } from "#app/domain/orders/payments/schema.ts";
import { dueFields } from "#app/domain/orders/schema.ts";
import { pixChargeSchema } from "#app/domain/payments/pix/schema.ts";
import { maxNoteLength } from "#app/shared/limits.ts";
import { parseTypedNumber } from "#app/shared/money.ts";
import { orderStatuses } from "#app/shared/order-status.ts";
import { z } from "#app/shared/zod.ts";

/** An account is what a customer, with those merged into it, owes and has paid. Amounts in BRL; days in São Paulo. */

const amountMessage =
  "Informe um valor de R$ 0,01 a R$ 9.999.999,99, com no máximo duas casas decimais.";
const amount = z
  .number({ error: amountMessage })
  .refine((value) => /^\d+(?:\.\d{1,2})?$/.test(String(value)) && value > 0 && value <= maxAmount, {
    error: amountMessage,
  });
const note = multilineText(maxNoteLength).transform((text) => text.trim() || undefined);
const reason = (error: string) =>
  multilineText(maxNoteLength)
    .transform((text) => text.trim())
    .refine((text) => text !== "", { error });
const receivedAt = boundedInstant("Informe data e hora em ISO 8601, com Z no fim.")
  .optional()
  .meta({ description: "Sem ele, agora." });

/** More orders do not share in one receipt. */
export const maxReceiptOrders = 200;

const shares = z
  .array(
    z.strictObject(
      {
        order_id: z.guid({ error: "Informe ids de pedidos." }).toLowerCase(),
        amount,
      },
      { error: "Envie pedidos com order_id e amount." },
    ),
  )
  .max(maxReceiptOrders, { error: `Informe no máximo ${maxReceiptOrders} pedidos.` })
  .refine((all) => new Set(all.map(({ order_id }) => order_id)).size === all.length, {
    error: "Um pedido aparece duas vezes.",
  })
  .optional()
  .meta({
    description:
      "Quanto vai para cada pedido em aberto. Sem ela, os que vencem antes recebem antes. O resto fica como crédito.",
  });
export type ReceiptShares = z.output<typeof shares>;

export const newReceiptSchema = z.strictObject(
  {
    amount: amount.meta({ examples: [500] }),
    method: paymentMethodSchema,
    received_at: receivedAt,
    note: note.optional().meta({ description: "Só a loja vê." }),
    payments: shares,
  },
  { error: "Envie um objeto com amount e method." },
);
export type NewReceipt = z.output<typeof newReceiptSchema>;

export const newAdjustmentSchema = z.strictObject(
  {
    amount: amount.meta({ examples: [12.5] }),
    note: reason("Diga por que o valor é abatido.").meta({
      description: "O motivo, que o cliente vê no extrato.",
    }),
    payments: shares,
  },
  { error: "Envie um objeto com amount e note." },
);
export type NewAdjustment = z.output<typeof newAdjustmentSchema>;

export const newRefundSchema = z.strictObject(
  {
    amount: amount.meta({ examples: [30] }),
    method: paymentMethodSchema,
    received_at: receivedAt,
    note: reason("Diga por que o valor é devolvido.").meta({
      description: "Só a loja vê.",
    }),
  },
  { error: "Envie um objeto com amount, method e note." },
);
export type NewRefund = z.output<typeof newRefundSchema>;

export const creditUseSchema = z.strictObject(
  { payments: shares },
  { error: "Envie um objeto, com payments se quiser escolher os pedidos." },
);
export type CreditUse = z.output<typeof creditUseSchema>;

/** An order that is to be paid. */
const openOrderSchema = z.object({
  id: z.uuid(),
  numero_pedido: z.int(),
  status: z.enum(orderStatuses),
  placed_on: z.iso.date(),
  ...dueFields,
  valor_total: z.number(),
  open: z.number().meta({ description: "O que falta receber." }),
});
export type UnpaidOrder = z.infer<typeof openOrderSchema>;

/** The deliveries that a customer who pays by the month pays together. */
const billSchema = z.object({
  closes_on: z.iso.date().meta({ description: "A última entrega é deste dia." }),
  due_on: z.iso.date(),
  orders: z.int(),
  total: z.number(),
  open: z.number(),
});
export type Bill = z.infer<typeof billSchema>;

export const accountSchema = z.object({
  balance: z.number().meta({
    description:
      "O que o cliente deve pelo que foi entregue, menos o que pagou; negativo: a favor dele.",
  }),
  credit: z.number().meta({ description: "Recebido e de nenhum pedido." }),
  bills: z
    .array(billSchema)
    .meta({ description: "As faturas mensais, da mais nova; as 24 últimas." }),
  open_orders: z.array(openOrderSchema).meta({
    description: "Confirmados e entregues que não estão pagos; os que vencem antes, antes.",
  }),
});
export type Account = z.infer<typeof accountSchema>;

/** The kinds of entries: a delivered order, its later change, money in or out, a granted credit. */
const entryKinds = ["order", "change", "receipt", "refund", "adjustment"] as const;

const statementEntrySchema = z.object({
  day: z.iso.date(),
  kind: z.enum(entryKinds),
  numero_pedido: z.int().nullable(),
  order_id: z.uuid().nullable(),
  text: z.string().nullable().meta({
    description: "A forma de pagamento, ou o motivo da mudança ou do abatimento.",
  }),
  amount: z.number().meta({ description: "Positivo: o cliente passa a dever mais." }),
  balance: z.number().meta({ description: "O saldo depois." }),
});
export type StatementEntry = z.infer<typeof statementEntrySchema>;

export const statementSchema = z.object({
  from: z.iso.date(),
  until: z.iso.date(),
  opening: z.number(),
  entries: z.array(statementEntrySchema),
  closing: z.number(),
});
export type Statement = z.infer<typeof statementSchema>;

/** The account as the customer sees it: no document, e-mail, telephone or address. */
export const accountViewSchema = accountSchema.pick({ balance: true, credit: true }).extend({
  name: z.string(),
  bills: z
    .array(billSchema.extend({ pix: pixChargeSchema.nullable() }))
    .meta({ description: "As que faltam pagar, cada uma com o seu Pix." }),
  open_orders: z.array(openOrderSchema.omit({ id: true })),
  pix: pixChargeSchema.nullable().meta({ description: "Do saldo." }),
});
export type AccountView = z.infer<typeof accountViewSchema>;

/** The account and its entries, as their link shows them. */
export type StatementView = AccountView & {
  statement: Omit<Statement, "entries"> & { entries: Omit<StatementEntry, "order_id">[] };
};

/** The form of a receipt: amounts as typed, `day` the date of a date field. */
const typedAmount = z
  .string()
  .transform((text) => parseTypedNumber(text))
  .pipe(amount);
export const receiptFormSchema = z.object({
  amount: typedAmount,
  method: paymentMethodSchema,
  day: boundedDate("Informe a data."),
  note,
});
export const refundFormSchema = receiptFormSchema.extend({ note: newRefundSchema.shape.note });
export const adjustmentFormSchema = z.object({
  amount: typedAmount,
  note: newAdjustmentSchema.shape.note,
});
