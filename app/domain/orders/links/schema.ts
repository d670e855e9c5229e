import { deliveryFields } from "#app/domain/delivery/schema.ts";
import { textLine, versionSchema } from "#app/domain/kernel/editing/schema.ts";
import { orderTableFields, sentLineFields } from "#app/domain/orders/line-schema.ts";
import {
  editedFields,
  ifMissingSchema,
  type OrderItem,
  orderItemSchema,
  paidFields,
  seenPrice,
  wantedLineSchema,
} from "#app/domain/orders/schema.ts";
import { pixChargeSchema } from "#app/domain/payments/pix/schema.ts";
import { maxOrderLines, maxQuantity } from "#app/shared/limits.ts";
import { orderStatuses } from "#app/shared/order-status.ts";
import { saleUnits } from "#app/shared/units.ts";
import { z } from "#app/shared/zod.ts";
import { maxCancelReasonLength } from "./rules.ts";

const closedReasons = ["status", "picked", "undated", "cut-off", "shop"] as const;

/** The answer to whether the customer may change an order now. */
const openOrderSchema = z.object({
  open: z.boolean().meta({ description: "Se o cliente pode mudar o pedido agora." }),
  until: z
    .object({ date: z.iso.date(), time: z.string() })
    .nullable()
    .meta({ description: "Até quando, no horário de São Paulo; nulo: enquanto está pendente." }),
  reason: z.enum(closedReasons).nullable().meta({
    description:
      "Por que não: o status, `picked` (já em separação), `undated` (confirmado sem data), `cut-off` (o prazo passou) ou `shop` (a loja está fechada).",
  }),
});
export type OpenOrder = z.infer<typeof openOrderSchema>;

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
  changes: openOrderSchema,
  pix: pixChargeSchema
    .nullable()
    .meta({ description: "Para pagar por Pix; nulo: ainda não, já pago ou não aceito." }),
});
export type OrderView = z.infer<typeof orderViewSchema>;

export function toViewedItem({
  slug,
  external_id,
  ...item
}: OrderItem): OrderView["itens"][number] {
  return item;
}

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

/** Empty: a line of no product of the shop, which can only stay or go. */
const previewedLineSchema = wantedLineSchema.safeExtend({
  product_id: sentLineFields.product_id,
});

const wrongChange = { error: "Envie um objeto com version e items." };
const itemsOf = <Line extends z.ZodType>(line: Line) =>
  z
    .array(line, { error: "Informe os itens do pedido." })
    .min(1, { error: "O pedido precisa de pelo menos um item. Para não levar nada, cancele-o." })
    .max(maxOrderLines, { error: `O pedido aceita no máximo ${maxOrderLines} itens.` })
    .meta({ description: "Como fica o pedido: o item que não vem sai dele." });

/** All lines of an order as its customer wants them. */
export const orderPreviewRequestSchema = z.strictObject(
  { version: versionSchema, items: itemsOf(previewedLineSchema) },
  wrongChange,
);
export type OrderPreviewRequest = z.output<typeof orderPreviewRequestSchema>;

/** The same, with the prices that the customer saw. */
export const linkedChangeSchema = z.strictObject(
  { version: versionSchema, items: itemsOf(previewedLineSchema.safeExtend(seenPrice)) },
  wrongChange,
);
export type LinkedChange = z.output<typeof linkedChangeSchema>;

/** The order as it would be after a change. Amounts in BRL. */
export const orderPreviewSchema = z.object({
  version: z.int(),
  itens: viewedItems,
  delivery_fee: z.number(),
  discount: editedFields.discount,
  valor_total: z.number(),
  missing_for_free_delivery: z.number().meta({ description: "0: já é grátis, ou nunca é." }),
});
export type OrderPreview = z.infer<typeof orderPreviewSchema>;
