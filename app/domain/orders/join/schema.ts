import { versionSchema } from "#app/domain/kernel/editing/schema.ts";
import { orderItemSchema } from "#app/domain/orders/schema.ts";
import { z } from "#app/shared/zod.ts";

/** An order that can be joined with another one, and what the two would be. Amounts in BRL. */
export const joinableOrderSchema = z.object({
  id: z.uuid(),
  numero_pedido: z.int(),
  version: z.int(),
  valor_total: z.number(),
  paid_amount: z.number(),
  remaining: z
    .object({ id: z.uuid(), numero_pedido: z.int() })
    .meta({ description: "O que fica: o mais antigo dos dois." }),
  joined: z
    .object({
      itens: z.array(
        orderItemSchema.pick({
          product_name: true,
          unit: true,
          quantity: true,
          price: true,
          total: true,
        }),
      ),
      delivery_fee: z.number(),
      discount: z.number(),
      total: z.number(),
      paid: z.number(),
      obstacle: z
        .string()
        .nullable()
        .meta({ description: "Por que os dois não cabem em um pedido; `null`: cabem." }),
    })
    .meta({ description: "Como ficaria." }),
});
export type JoinableOrder = z.infer<typeof joinableOrderSchema>;

export const joinRequestSchema = z.strictObject(
  {
    order_id: z.guid({ error: "Pedido inválido." }).toLowerCase(),
    version: versionSchema,
    other_version: versionSchema,
  },
  { error: "Envie um objeto com order_id, version e other_version." },
);
export type JoinRequest = z.output<typeof joinRequestSchema>;
