import {
  addressTexts,
  dateSchema,
  deliveryFields,
  deliveryRequestFields,
} from "#app/domain/delivery/schema.ts";
import {
  boundedDate,
  kilosSchema,
  metadataSchema,
  priceSchema,
  searchSchema,
  versionSchema,
} from "#app/domain/kernel/editing/schema.ts";
import { cursorSchema, limitSchema } from "#app/domain/kernel/paging/schema.ts";
import { dueStarts } from "#app/domain/payments/methods.ts";
import { paymentStates } from "#app/domain/payments/rules.ts";
import { maxOrderLines, maxQuantity } from "#app/shared/limits.ts";
import {
  nameStatuses,
  orderStatuses,
  statusesWith,
  statusTable,
} from "#app/shared/order-status.ts";
import { saleUnits } from "#app/shared/units.ts";
import { z } from "#app/shared/zod.ts";
import { checkoutSchema, takenCustomerSchema } from "./checkout-schema.ts";
import {
  orderEditFields,
  orderTableFields,
  takenOrderFields,
  unitLabelSchema,
} from "./line-schema.ts";
import { mergeLines } from "./rules.ts";
import { ifMissingChoices, takenChannels } from "./texts.ts";

const quantityMessage = `Quantidade deve ser um número inteiro de 1 a ${maxQuantity}, ou em kg com até três casas decimais.`;

/** One line item without its price. */
export const wantedLineSchema = z
  .strictObject(
    {
      product_id: z.guid({ error: "Produto inválido." }).toLowerCase(),
      unit: z.enum(saleUnits, { error: "Unidade inválida." }),
      quantity: kilosSchema(quantityMessage)
        .min(0.001, { error: quantityMessage })
        .max(maxQuantity, { error: quantityMessage, abort: true })
        .meta({ description: "Em kg com até três casas decimais, senão inteira.", examples: [7] }),
    },
    { error: "Item inválido." },
  )
  .refine(({ unit, quantity }) => unit === "kg" || Number.isInteger(quantity), {
    path: ["quantity"],
    error: quantityMessage,
  });

/** The price that the visitor saw, in BRL per unit. */
export const seenPrice = {
  price: priceSchema.meta({
    description: "O preço que a pessoa viu, em reais por unidade.",
    examples: [12.9],
  }),
};
const orderLineSchema = wantedLineSchema.safeExtend(seenPrice);

/**
 * An order request. Unknown fields are rejected by name at every level. Lines of the same product and unit are merged.
 */
export const orderRequestSchema = z.strictObject(
  {
    customer: checkoutSchema,
    items: z
      .array(orderLineSchema, { error: "Informe os itens do pedido." })
      .min(1, { error: "O pedido precisa de pelo menos um item." })
      .max(maxOrderLines, { error: `O pedido aceita no máximo ${maxOrderLines} itens.` })
      .refine((lines) => mergeLines(lines).every((line) => line.quantity <= maxQuantity), {
        error: `Cada produto aceita no máximo ${maxQuantity} unidades por pedido.`,
      }),
    ...deliveryRequestFields,
  },
  { error: "Envie um objeto com customer e items." },
);
/** An `orderRequestSchema` whose `price` is what was agreed, and whose day may be any. */
export const takenOrderSchema = orderRequestSchema
  .extend({ ...takenOrderFields, customer: takenCustomerSchema })
  .refine(
    ({ delivery_date, delivery_shift }) =>
      delivery_shift === undefined || delivery_date !== undefined,
    { path: ["delivery_shift"], error: "Informe também a data." },
  );
/** An order that the seller takes has prices and date as agreed; the other rules hold. */
export type OrderRequest = z.output<typeof orderRequestSchema> &
  Partial<z.output<z.ZodObject<typeof takenOrderFields>>>;

/** The acknowledgement: `valor_total` in BRL including delivery, `created_at` ISO 8601 in UTC. */
export const placedOrderSchema = z.object({
  id: z.uuid(),
  numero_pedido: z.int().meta({ examples: [1001] }),
  status: z
    .enum(orderStatuses)
    .meta({ description: orderStatuses.map((status) => statusTable[status].label).join(", ") }),
  valor_total: z.number().meta({ examples: [90.3] }),
  created_at: z.iso.datetime(),
  ...deliveryFields,
  link: z.string().meta({
    description:
      "Endereço da página do pedido, para o cliente. Quem o tem vê o pedido, pode mudá-lo até o prazo da entrega e cancelá-lo enquanto está pendente.",
    examples: ["https://loja.example/pedido/1001-Zk3vYw5Qm8RtXc2LhP0aBg"],
  }),
});
export type PlacedOrder = z.infer<typeof placedOrderSchema>;

/** The acknowledgement before its link is derived. */
export type UnlinkedOrder = Omit<PlacedOrder, "link"> & { link_version: number };

export const orderItemSchema = z.object({
  product_id: z.string(),
  product_name: z.string(),
  slug: z.string().optional().meta({ description: "Do produto, quando o pedido foi feito." }),
  external_id: z
    .string()
    .optional()
    .meta({ description: "O código externo do produto, quando o pedido foi feito, se havia um." }),
  quantity: z.number().meta({ description: "Em `unit`; 0: não enviado." }),
  unit: z.enum(saleUnits),
  unit_label: unitLabelSchema,
  price: z.number(),
  total: z.number(),
  contains: z
    .int()
    .optional()
    .meta({ description: "Quantas unidades principais cada `unit` contém. Ausente: uma." }),
  variable_weight: z.boolean().optional().meta({
    description: "O preço final sai na pesagem: sem `weight`, preço e total são estimativas.",
  }),
  weight: z.number().optional().meta({ description: "O peso enviado, em kg: o total é dele." }),
  swap_of: z.uuid().optional().meta({ description: "O produto no lugar do qual este vai." }),
});
export type OrderItem = z.infer<typeof orderItemSchema>;

const originalOrderSchema = z.object({
  itens: z.array(orderItemSchema),
  delivery_fee: z.number(),
  valor_total: z.number(),
});
export type OriginalOrder = z.infer<typeof originalOrderSchema>;

/** The values that an edit adds to an order, in BRL. */
export const editedFields = {
  discount: z.number().meta({ description: "Descontado do total." }),
  original: originalOrderSchema
    .nullable()
    .meta({ description: "Como foi enviado, depois da primeira edição; nulo: nunca editado." }),
  edited_at: z.iso.datetime().nullable().meta({ description: "A última edição." }),
  edit_reason: z.string().nullable().meta({ description: "O motivo da última edição." }),
};

/** The due date of an order. */
export const dueFields = {
  due_on: z.iso
    .date()
    .nullable()
    .meta({ description: "O vencimento dessa forma; nulo: à vista ou a combinar." }),
  due_is_expected: z.boolean().meta({
    description:
      "O prazo conta da entrega, que ainda não houve: `due_on` é o previsto pela data combinada.",
  }),
};

/** The agreed payment of an order, and the received amount, in BRL. */
export const paidFields = {
  payment_method: z.string().nullable().meta({ description: "A forma que o cliente escolheu." }),
  ...dueFields,
  paid_amount: z.number().meta({ description: "A soma dos pagamentos." }),
  payment_state: z.enum(paymentStates).meta({
    description: "Em aberto, pago em parte, pago ou a mais: a soma em relação ao total.",
  }),
  paid_at: z.iso.datetime().nullable().meta({
    description: "O último pagamento, se o total está pago.",
  }),
};

export const ifMissingSchema = z
  .enum(ifMissingChoices)
  .meta({ description: "O que fazer se faltar algo." });

/** The channels by which an order arrives. */
const channels = ["site", ...takenChannels] as const;
export type Channel = (typeof channels)[number];

/** Amounts in BRL; `valor_total` is that of the items plus `delivery_fee` minus `discount`; phone and CEP in digits. */
export const orderSchema = z.object({
  id: z.uuid(),
  numero_pedido: z.int(),
  status: z.enum(orderStatuses),
  valor_total: z.number(),
  delivery_fee: z.number(),
  ...editedFields,
  ...deliveryFields,
  cliente_info: z.object({
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    document: z.string(),
    ...addressTexts,
    complement: z.string().optional(),
    note: z.string().optional().meta({ description: "A observação do cliente." }),
    if_missing: ifMissingSchema.optional(),
    totalItems: z.number(),
    timestamp: z.iso.datetime(),
  }),
  itens: z.array(orderItemSchema),
  user_id: z.uuid().nullable(),
  cancel_reason: z
    .string()
    .nullable()
    .meta({ description: "O motivo que o cliente escreveu ao cancelar." }),
  ...paidFields,
  due_days: z.int().nullable().meta({ description: "O prazo em dias; nulo: não há." }),
  due_from: z.enum(dueStarts).meta({
    description: "De quando conta o prazo: da entrega (`delivery`) ou do pedido (`order`).",
  }),
  delivered_at: z.iso
    .datetime()
    .nullable()
    .meta({ description: "Quando o pedido foi marcado como entregue; nulo: não está entregue." }),
  billed_on: z.iso.date().nullable().meta({
    description: "O dia em que fecha a fatura mensal de que faz parte; nulo: de nenhuma.",
  }),
  paid_method: z.string().nullable(),
  metadata: metadataSchema,
  customer_id: z.uuid().nullable().meta({ description: "Em `/api/customers`." }),
  channel: z.enum(channels).meta({ description: "Por onde o pedido chegou." }),
  ...orderTableFields,
  changed_from: originalOrderSchema.nullable().meta({
    description: "Como era antes do que o cliente mudou, até a loja ver; nulo: não mudou nada.",
  }),
  anonymized_at: z.iso
    .datetime()
    .nullable()
    .meta({ description: "Quando os dados do cliente foram apagados; nulo: não foram." }),
  version: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type Order = z.infer<typeof orderSchema>;
export type CustomerInfo = Order["cliente_info"];

export type OrderPage = {
  items: Order[];
  next_cursor: string | null;
  /** Number of matching orders. */
  total: number;
  /** More than `total` orders match, too many to count quickly. */
  total_is_minimum: boolean;
};

/** An order with the current stock of each line's product; null when the product was deleted. */
export const orderDetailSchema = orderSchema.extend({
  itens: z.array(
    orderItemSchema.extend({
      stock: z
        .number()
        .nullable()
        .meta({ description: "Estoque atual do produto; nulo se foi excluído." }),
    }),
  ),
});
export type OrderDetail = z.infer<typeof orderDetailSchema>;

const statusSchema = z.enum(orderStatuses, { error: "Status inválido." });

/** Each line of two joined orders may be short, and the customer may be blocked and above the limit. */
const maxWarnings = 2 * maxOrderLines + 2;

/** The warnings that the seller accepted before a step that takes an order's goods from the stock. */
export const acceptedWarnings = z
  .array(z.string().max(500), { error: "Envie os avisos como textos." })
  .max(maxWarnings, { error: `Envie até ${maxWarnings} avisos.` })
  .optional()
  .meta({
    description:
      "Os avisos que a pessoa viu e aceita: falta no estoque, limite de crédito, bloqueio. Com este campo, mesmo vazio, um " +
      "aviso que não está nele impede a baixa do estoque (409 `order-warnings`).",
  });

export const orderChangeSchema = z.strictObject(
  {
    status: statusSchema.optional(),
    metadata: metadataSchema.optional(),
    changed_from: z
      .null({ error: "Use changed_from=null." })
      .optional()
      .meta({ description: "Nulo: a loja viu o que o cliente mudou." }),
    accepted: acceptedWarnings,
    ...orderEditFields,
    version: versionSchema,
  },
  { error: "Envie um objeto com o que muda, e version." },
);
export type OrderChange = Pick<
  z.output<typeof orderChangeSchema>,
  "status" | "metadata" | "changed_from" | "accepted" | "version"
>;
export type OrderEdit = Omit<
  z.output<typeof orderChangeSchema>,
  "status" | "metadata" | "changed_from" | "accepted"
>;

const daySchema = (description: string) =>
  boundedDate("Use uma data, como 2026-11-21.")
    .optional()
    .meta({ description, examples: ["2026-11-21"] });

const filterFields = {
  from: daySchema("Feitos neste dia ou depois, no horário de São Paulo."),
  until: daySchema("Feitos neste dia ou antes."),
  status: statusSchema.optional(),
  payment: z
    .literal("open", { error: "Use payment=open." })
    .optional()
    .meta({
      description: `\`open\`: os que estão ${nameStatuses(statusesWith("isPayable"))} e ainda não foram pagos por inteiro.`,
    }),
  delivery_date: dateSchema.optional().meta({
    description: "Os que são entregues ou retirados neste dia.",
    examples: ["2026-11-26"],
  }),
  search: searchSchema.optional().meta({
    description:
      "Cada palavra é procurada em qualquer parte do nome, do e-mail, do telefone e do documento do cliente, do número e do id do pedido.",
    examples: ["maria silva"],
  }),
  customer: z
    .guid({ error: "Identificador inválido." })
    .toLowerCase()
    .optional()
    .meta({ description: "Os de um cliente, com os de quem foi unido a ele." }),
};

export const orderFilterSchema = z.object(filterFields);
export type OrderFilter = z.output<typeof orderFilterSchema>;

export const orderListSchema = z.object({
  ...filterFields,
  limit: limitSchema(50, 100),
  cursor: cursorSchema.optional(),
});
export type OrderListRequest = z.output<typeof orderListSchema>;

/** A product of which a pending order, with the other pending ones, needs more than there is; in main units. */
export type Shortage = {
  order_id: string;
  product_id: string;
  product_name: string;
  needed: number;
  /** The quantity in other pending orders. */
  elsewhere: number;
  stock: number;
};
