import { z } from "zod";
import { versionSchema } from "#app/domain/editing/schema.ts";
import { cursorSchema, limitSchema } from "#app/domain/paging/schema.ts";
import type { OrderItem } from "#app/shared/columns.ts";
import { saleUnits } from "#app/shared/units.ts";
import { orderStatuses } from "./rules.ts";

/** An order as the administrator reads it. */

const orderItemSchema = z.object({
  product_id: z.string(),
  product_name: z.string(),
  quantity: z.int(),
  unit: z.enum(saleUnits),
  price: z.number(),
  total: z.number(),
}) satisfies z.ZodType<OrderItem>;

/** Amounts in BRL; `valor_total` includes `delivery_fee`; phone and CEP in digits. */
export const orderSchema = z.object({
  id: z.uuid(),
  numero_pedido: z.int(),
  status: z.enum(orderStatuses),
  valor_total: z.number(),
  delivery_fee: z.number(),
  cliente_info: z.object({
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    document: z.string(),
    zipCode: z.string(),
    street: z.string(),
    number: z.string(),
    complement: z.string().optional(),
    neighborhood: z.string(),
    city: z.string(),
    state: z.string(),
    totalItems: z.int(),
    timestamp: z.iso.datetime(),
  }),
  itens: z.array(orderItemSchema),
  user_id: z.uuid().nullable(),
  anonymized_at: z.iso
    .datetime()
    .nullable()
    .meta({ description: "Quando os dados do cliente foram apagados; nulo: não foram." }),
  version: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type Order = z.infer<typeof orderSchema>;

/** A page of orders. */
export type OrderPage = {
  items: Order[];
  next_cursor: string | null;
  /** How many the filter finds in all. */
  total: number;
  /** A search finds more than `total`: so many that counting them would take longer than listing them. */
  total_is_minimum: boolean;
};

/** With what is in stock now of each line's product; null when the product is gone. */
export const orderDetailSchema = orderSchema.extend({
  itens: z.array(
    orderItemSchema.extend({
      stock: z
        .int()
        .nullable()
        .meta({ description: "Estoque atual do produto; nulo se foi excluído." }),
    }),
  ),
});
export type OrderDetail = z.infer<typeof orderDetailSchema>;

const statusSchema = z.enum(orderStatuses, { error: "Status inválido." });

export const orderChangeSchema = z.strictObject(
  { status: statusSchema, version: versionSchema },
  { error: "Envie um objeto com status e version." },
);
export type OrderChange = z.output<typeof orderChangeSchema>;

const filterFields = {
  status: statusSchema.optional(),
  search: z
    .string()
    .max(200, { error: "Use no máximo 200 caracteres." })
    .optional()
    .meta({
      description:
        "Cada palavra é procurada no começo das palavras do nome e do e-mail do cliente, do número e do id do pedido.",
      examples: ["maria silva"],
    }),
};

/** Which orders; the list and the export ask alike. */
export const orderFilterSchema = z.object(filterFields);
export type OrderFilter = z.output<typeof orderFilterSchema>;

export const orderListSchema = z.object({
  ...filterFields,
  limit: limitSchema(50, 100),
  cursor: cursorSchema.optional(),
});
export type OrderListRequest = z.output<typeof orderListSchema>;
