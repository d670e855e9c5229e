import { deliveryFields } from "#app/domain/delivery/schema.ts";
import {
  amountSchema,
  boundedDate,
  textLine,
  versionSchema,
} from "#app/domain/kernel/editing/schema.ts";
import { sentLineFields, sentLineSchema } from "#app/domain/orders/line-schema.ts";
import {
  acceptedWarnings,
  ifMissingSchema,
  orderItemSchema,
  paidFields,
} from "#app/domain/orders/schema.ts";
import { paymentKinds } from "#app/domain/payments/kinds.ts";
import { orderLotSchema } from "#app/domain/stock/schema.ts";
import { maxOrderLines } from "#app/shared/limits.ts";
import { orderStatuses } from "#app/shared/order-status.ts";
import { z } from "#app/shared/zod.ts";
import { helperRoles, maxStops, maxVolumes } from "./roles.ts";

export const daySchema = boundedDate("Informe uma data, como 2026-11-26.");

/** An item of a day's order; a picker sees neither price nor total. */
const dayItemSchema = orderItemSchema
  .omit({ slug: true, external_id: true })
  .partial({ price: true, total: true });
export type DayItem = z.infer<typeof dayItemSchema>;

/** The fields of an order for those who drive. */
const stopFields = {
  phone: z.string(),
  street: z.string(),
  number: z.string(),
  complement: z.string().optional(),
  neighborhood: z.string(),
  city: z.string(),
  zipCode: z.string(),
  valor_total: z.number(),
  received: z.number().meta({ description: "O que já foi pago." }),
  payment_method: paidFields.payment_method,
  due_on: paidFields.due_on,
  due_is_expected: paidFields.due_is_expected,
};

/** Each role sees what its task needs: no document, no e-mail, and those who pick no address and no amount. */
const dayOrderSchema = z.object({
  id: z.uuid(),
  numero_pedido: z.int(),
  status: z.enum(orderStatuses),
  version: z.int(),
  name: z.string(),
  note: z.string().optional(),
  if_missing: ifMissingSchema.optional(),
  ...deliveryFields,
  itens: z.array(dayItemSchema),
  picked: z.record(z.string(), z.number()).meta({
    description: "O que já foi separado, pela chave `product_id unit` de cada linha.",
  }),
  volumes: z.int(),
  packed: z.boolean(),
  lots: z.array(orderLotSchema).optional().meta({
    description: "De que lotes o pedido saiu, o que vence primeiro na frente; ausente: de nenhum.",
  }),
  stop_of: z.uuid().optional().meta({
    description: "O primeiro pedido da mesma parada, de um cliente com vários; ausente: este.",
  }),
  changes: z.array(z.string()).meta({
    description: "O que o cliente mudou, linha por linha, até a loja ver; vazio: nada.",
  }),
  attempts: z.int().meta({ description: "Quantas vezes a entrega não deu certo." }),
  stop: z
    .object(stopFields)
    .optional()
    .meta({ description: "Para a entrega; não para a separação." }),
});
export type DayOrder = z.infer<typeof dayOrderSchema>;

const receiptSchema = z.object({
  method: z.string(),
  kind: z.enum(paymentKinds),
  amount: z.number(),
});
const failedSchema = z.object({
  order_id: z.uuid(),
  numero_pedido: z.int(),
  name: z.string(),
  valor_total: z.number().optional(),
  reason: z.string().nullable(),
});

export const dayViewSchema = z.object({
  date: daySchema,
  read_at: z.iso.datetime(),
  role: z.enum(["loja", ...helperRoles]),
  orders: z.array(dayOrderSchema).meta({ description: "Na ordem da rota; sem os cancelados." }),
  route_version: z
    .int()
    .meta({ description: "0: a rota nunca foi ordenada nem o dinheiro contado." }),
  counted_cash: z
    .number()
    .nullable()
    .meta({ description: "O dinheiro contado no fechamento; nulo: não foi contado." }),
  failed: z.array(failedSchema).meta({ description: "As entregas que não deram certo nesse dia." }),
  undated: z.array(dayOrderSchema).meta({ description: "Confirmados que ainda não têm data." }),
  receipts: z.array(receiptSchema).meta({ description: "Recebido nesse dia, por forma." }),
  methods: z.array(z.string()).meta({ description: "As formas de pagamento da loja." }),
  method_kinds: z.record(z.string(), z.enum(paymentKinds)).meta({
    description: "O tipo de cada forma de pagamento: a de dinheiro dá troco.",
  }),
});
export type DayView = z.infer<typeof dayViewSchema>;

const orderId = z.guid({ error: "Pedido inválido." }).toLowerCase();
const { product_id, unit, quantity } = sentLineFields;
const saved = { order: orderId, version: versionSchema };
const wrongObject = { error: "Envie um objeto com kind e o que ele pede." };

const confirmSchema = z.strictObject(
  { kind: z.literal("confirm"), ...saved, accepted: acceptedWarnings },
  wrongObject,
);
const pickSchema = z.strictObject(
  {
    kind: z.literal("pick"),
    product_id,
    unit,
    lines: z
      .array(z.strictObject({ order: orderId, from: quantity, to: quantity }), wrongObject)
      .min(1, { error: "Informe ao menos um pedido." })
      .max(maxStops, { error: `Informe no máximo ${maxStops} pedidos.` })
      .meta({ description: "De cada pedido o que estava separado (`from`) e o que está agora." }),
  },
  wrongObject,
);
const packSchema = z.strictObject(
  {
    kind: z.literal("pack"),
    ...saved,
    lines: z
      .array(sentLineSchema, wrongObject)
      .max(maxOrderLines, { error: `O pedido aceita no máximo ${maxOrderLines} itens.` })
      .optional()
      .meta({ description: "Quantidades e pesos que mudam; 0: não enviado." }),
    volumes: z
      .int({ error: "Volumes deve ser um número inteiro." })
      .min(1, { error: "Informe ao menos um volume." })
      .max(maxVolumes, { error: `São no máximo ${maxVolumes} volumes.` }),
    from_volumes: z.int({ error: "Informe os volumes que você viu." }),
    packed: z.boolean({ error: "Informe se está embalado." }),
  },
  wrongObject,
);
const deliverSchema = z.strictObject(
  {
    kind: z.literal("deliver"),
    ...saved,
    payment: z
      .strictObject({
        method: textLine(1, "Forma de pagamento é obrigatória", 100),
        amount: amountSchema("O valor recebido não pode ser negativo.").min(0.01, {
          error: "Informe o valor recebido.",
        }),
      })
      .optional()
      .meta({ description: "O que foi recebido na entrega; ausente: nada." }),
  },
  wrongObject,
);
const failSchema = z.strictObject(
  {
    kind: z.literal("fail"),
    ...saved,
    reason: textLine(1, "Informe o motivo.", 200),
    date: daySchema.nullable().meta({ description: "O novo dia; nulo: a combinar." }),
  },
  wrongObject,
);
const dateOrderSchema = z.strictObject(
  { kind: z.literal("date"), ...saved, date: daySchema },
  wrongObject,
);
const routeVersion = z
  .int({ error: "Informe a route_version que você leu." })
  .min(0, { error: "Informe a route_version que você leu." });
const routeFields = {
  date: daySchema,
  stops: z
    .array(orderId, { error: "Informe os pedidos na ordem das paradas." })
    .max(maxStops, { error: `Informe no máximo ${maxStops} pedidos.` })
    .refine((ids) => new Set(ids).size === ids.length, { error: "Há pedidos repetidos." }),
  route_version: routeVersion,
};
const routeSchema = z.strictObject({ kind: z.literal("route"), ...routeFields }, wrongObject);
const countSchema = z.strictObject(
  {
    kind: z.literal("count"),
    date: daySchema,
    cash: amountSchema("Informe o dinheiro contado, de zero em diante.").nullable(),
    route_version: routeVersion,
  },
  wrongObject,
);

/** An action on the day; it is sent once under an `Idempotency-Key`, with the version that was seen. */
export const dayActionSchema = z.discriminatedUnion(
  "kind",
  [
    confirmSchema,
    pickSchema,
    packSchema,
    deliverSchema,
    failSchema,
    dateOrderSchema,
    routeSchema,
    countSchema,
  ],
  { error: "Use kind confirm, pick, pack, deliver, fail, date, route ou count." },
);
export type DayAction = z.output<typeof dayActionSchema>;

export const routeRequestSchema = z.strictObject(routeFields, {
  error: "Envie um objeto com date, stops e route_version.",
});

/** The versions after an action. */
export const dayResultSchema = z.object({
  versions: z.record(z.string(), z.int()).meta({ description: "De cada pedido que mudou." }),
  route_version: z.int().optional(),
  at: z.iso.datetime().meta({ description: "Quando foi gravado." }),
});
export type DayResult = z.infer<typeof dayResultSchema>;

export const helperLinkRequestSchema = z.strictObject(
  {
    date: daySchema,
    role: z.enum(helperRoles, { error: "Escolha motorista ou separacao." }),
    name: textLine(1, "Informe o nome de quem vai usar o link.", 60),
  },
  { error: "Envie um objeto com date, role e name." },
);
export type HelperLinkRequest = z.output<typeof helperLinkRequestSchema>;

export const helperLinkSchema = z.object({
  id: z.uuid(),
  date: daySchema,
  role: z.enum(helperRoles),
  name: z.string(),
  expires_at: z.iso.datetime(),
  created_at: z.iso.datetime(),
});
export type HelperLink = z.infer<typeof helperLinkSchema>;
export const newHelperLinkSchema = helperLinkSchema.extend({
  link: z.string().meta({
    description: "Só aparece nesta resposta.",
    examples: ["https://loja.example/dia/ub0fWv3X1nJtq2kZ5yQe7o9dPcLrA4sMhGiTjKx8VwE"],
  }),
});
