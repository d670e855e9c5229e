import { z } from "zod";
import { textLine, versionSchema } from "#app/domain/editing/schema.ts";
import { orderStatuses } from "#app/domain/orders/rules.ts";
import { ifMissingSchema, orderItemSchema } from "#app/domain/orders/schema.ts";
import { pixChargeSchema } from "#app/domain/pix/schema.ts";
import { maxCancelReasonLength } from "./rules.ts";

/** An order as its link shows it: no document, e-mail, telephone or street. Amounts in BRL. */
export const orderViewSchema = z.object({
  numero_pedido: z.int(),
  status: z.enum(orderStatuses),
  version: z.int(),
  created_at: z.iso.datetime(),
  itens: z.array(orderItemSchema.omit({ slug: true, external_id: true })),
  delivery_fee: z.number(),
  valor_total: z.number(),
  customer: z.object({
    first_name: z.string(),
    neighborhood: z.string(),
    city: z.string(),
    note: z.string().nullable().meta({ description: "A observação do cliente." }),
    if_missing: ifMissingSchema.nullable(),
  }),
  payment_methods: z.array(z.string()).meta({ description: "As formas que a loja aceita." }),
  timeline: z
    .array(
      z.object({
        status: z.enum(orderStatuses),
        at: z.iso.datetime(),
        by_customer: z.boolean().meta({ description: "Mudado pelo próprio link." }),
      }),
    )
    .meta({ description: "Cada status que o pedido teve, do primeiro ao atual." }),
  cancel_reason: z.string().nullable(),
  paid_at: z.iso.datetime().nullable(),
  pix: pixChargeSchema
    .nullable()
    .meta({ description: "Para pagar por Pix; nulo: ainda não, já pago ou não aceito." }),
});
export type OrderView = z.infer<typeof orderViewSchema>;

/** The customer's cancellation of a pending order. */
export const cancellationSchema = z.strictObject(
  {
    version: versionSchema,
    reason: textLine(0, "Texto inválido.", maxCancelReasonLength)
      .transform((text) => text || undefined)
      .optional()
      .meta({ description: "O motivo, para a loja.", examples: ["Pedi duas vezes."] }),
  },
  { error: "Envie um objeto com version." },
);
export type Cancellation = z.output<typeof cancellationSchema>;
