import { deliveryFields } from "#app/domain/delivery/schema.ts";
import { textLine, versionSchema } from "#app/domain/kernel/editing/schema.ts";
import { orderTableFields } from "#app/domain/orders/line-schema.ts";
import {
  editedFields,
  ifMissingSchema,
  orderItemSchema,
  paidFields,
} from "#app/domain/orders/schema.ts";
import { pixChargeSchema } from "#app/domain/payments/pix/schema.ts";
import { maxOrderLines, maxQuantity } from "#app/shared/limits.ts";
import { orderStatuses } from "#app/shared/order-status.ts";
import { saleUnits } from "#app/shared/units.ts";
import { z } from "#app/shared/zod.ts";
import { maxCancelReasonLength } from "./rules.ts";

const viewedItems = z.array(orderItemSchema.omit({ slug: true, external_id: true }));

/** An order as its link shows it: no document, e-mail, telephone or street. Amounts in BRL. */
export const orderViewSchema = z.object({
  numero_pedido: z.int(),
  status: z.enum(orderStatuses),
  version: z.int(),
  created_at: z.iso.datetime(),
  itens: viewedItems,
  delivery_fee: z.number(),
  valor_total: z.number(),
  discount: editedFields.discount,
  original: z
    .object({ itens: viewedItems, valor_total: z.number() })
    .nullable()
    .meta({ description: "Como foi enviado, se a loja o mudou depois." }),
  edit_reason: editedFields.edit_reason,
  ...deliveryFields,
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
  price_table: orderTableFields.price_table,
  ...paidFields,
  pix: pixChargeSchema
    .nullable()
    .meta({ description: "Para pagar por Pix; nulo: ainda não, já pago ou não aceito." }),
});
export type OrderView = z.infer<typeof orderViewSchema>;

/**
 * An order on the customer's device, without the customer's data. `ref` is the end of its link, which does not work any more
 * if the status is `invalid`; `total` and prices in BRL.
 */
export const storedOrderSchema = z.object({
  ref: z.string().regex(/^[\w-]{1,60}$/),
  number: z.int(),
  createdAt: z.iso.datetime(),
  status: z.enum([...orderStatuses, "invalid"]),
  total: z.number(),
  lines: z
    .array(
      z.object({
        product_id: z.string(),
        unit: z.enum(saleUnits),
        quantity: z.number().positive().max(maxQuantity),
        name: z.string(),
        price: z.number().min(0),
      }),
    )
    .max(maxOrderLines),
});
export type StoredOrder = z.infer<typeof storedOrderSchema>;

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
