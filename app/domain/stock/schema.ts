import { toCost, toCostAmount } from "#app/domain/catalogue/prices/costs.ts";
import { stockReasons } from "#app/domain/catalogue/stock-reasons.ts";
import {
  boundedDate,
  kilosSchema,
  optionalTextLine,
  searchSchema,
} from "#app/domain/kernel/editing/schema.ts";
import { limitSchema } from "#app/domain/kernel/paging/schema.ts";
import { parseTypedNumber } from "#app/shared/money.ts";
import { orderStatuses } from "#app/shared/order-status.ts";
import { parseQuantity } from "#app/shared/typed-numbers.ts";
import { saleUnits } from "#app/shared/units.ts";
import { z } from "#app/shared/zod.ts";
import { type PurchaseRow, purchaseDays, salesDays, usualPurchaseDays } from "./purchase-list.ts";
import { entryReasons } from "./rules.ts";

const productId = z.guid({ error: "Produto inválido." }).toLowerCase();
const quantityMessage = "Informe um número com até três casas decimais.";
const dateMessage = "Informe uma validade, como 2027-03-31.";
const lotFields = {
  lot: optionalTextLine(60).meta({ description: "O código do lote." }),
  expires_on: boundedDate(dateMessage).nullable(),
};

const costMessage = "Informe um custo em reais, com até quatro casas decimais.";
const costSchema = z
  .number({ error: costMessage })
  .min(0, { error: costMessage })
  .max(1_000_000, { error: costMessage })
  .refine((value) => toCostAmount(toCost(value)) === value, { error: costMessage });
const supplierSchema = optionalTextLine(100);

const entryLineSchema = z.strictObject(
  {
    product_id: productId,
    unit: z.enum(saleUnits, { error: "Unidade inválida." }).optional().meta({
      description: "Uma unidade de venda do produto; se faltar, a principal.",
    }),
    quantity: kilosSchema(quantityMessage)
      .min(0, { error: quantityMessage })
      .max(1_000_000_000, { error: quantityMessage })
      .meta({ description: "Em `unit`. Na contagem, o que foi contado." }),
    lot: lotFields.lot.optional(),
    expires_on: lotFields.expires_on.optional(),
    note: optionalTextLine(500).optional(),
    cost: costSchema.optional().meta({
      description:
        "Só do administrador, numa entrada: o custo de uma `unit` em reais, com até quatro casas.",
    }),
  },
  { error: "Informe produto e quantidade." },
);
export type EntryLine = z.output<typeof entryLineSchema>;

const maxEntryLines = 200;

/** A receipt, count or loss of goods: all lines or none are stored. */
export const stockEntrySchema = z
  .strictObject(
    {
      reason: z.enum(entryReasons, { error: "Use entrada, contagem ou perda." }),
      supplier: supplierSchema
        .optional()
        .meta({ description: "De quem a mercadoria veio, numa entrada." }),
      lines: z
        .array(entryLineSchema, { error: "Informe os produtos." })
        .min(1, { error: "Informe ao menos um produto." })
        .max(maxEntryLines, { error: `Informe no máximo ${maxEntryLines} linhas.` }),
    },
    { error: "Envie um objeto com reason e lines." },
  )
  .superRefine(({ reason, lines, supplier }, context) => {
    if (supplier && reason !== "entrada") {
      const message = "Só uma entrada tem fornecedor.";
      context.addIssue({ code: "custom", path: ["supplier"], message });
    }
    lines.forEach(({ quantity, note, cost }, index) => {
      const reject = (field: string, message: string) =>
        context.addIssue({ code: "custom", path: ["lines", index, field], message });
      if (quantity === 0 && reason !== "contagem") {
        reject("quantity", "Informe uma quantidade maior que 0.");
      }
      if (cost !== undefined && reason !== "entrada") {
        reject("cost", "Só uma entrada tem custo.");
      }
      if (reason === "perda" && !note)
        reject("note", "Diga o que houve, como vencido ou quebrado.");
    });
  });
export type StockEntry = z.output<typeof stockEntrySchema>;

export const entryResultSchema = z.object({
  items: z.array(
    z.object({
      product_id: z.uuid(),
      title: z.string(),
      quantity: z.number().meta({ description: "O que mudou, em unidades principais." }),
      stock: z.number().meta({ description: "O saldo depois." }),
      lot_id: z.uuid().nullable(),
      movement_id: z.int().nullable().meta({ description: "null: nada mudou." }),
    }),
  ),
});
export type EntryResult = z.infer<typeof entryResultSchema>;

const lotPartSchema = z.object({
  lot_id: z.uuid(),
  code: z.string().nullable(),
  expires_on: z.iso.date().nullable(),
  quantity: z.number(),
});

/** The part of a lot that an order got. */
export const orderLotSchema = lotPartSchema.extend({ product_id: z.uuid() });
export type OrderLot = z.infer<typeof orderLotSchema>;

export const stockMovementSchema = z.object({
  id: z.int(),
  product_id: z.uuid(),
  quantity: z.number().meta({ description: "Unidades principais; negativa na saída." }),
  reason: z.enum(stockReasons),
  order_id: z.uuid().nullable(),
  numero_pedido: z.int().nullable(),
  note: z.string().nullable(),
  author: z.string().nullable().meta({ description: "null: o sistema." }),
  created_at: z.iso.datetime(),
  undoes: z.int().nullable().meta({ description: "O movimento que este desfaz." }),
  is_undone: z.boolean(),
  supplier: z.string().nullable().meta({ description: "De quem a mercadoria veio." }),
  lots: z.array(lotPartSchema).meta({ description: "A parte de cada lote." }),
});
export type StockMovement = z.infer<typeof stockMovementSchema>;

const cursorMessage = "Cursor inválido.";
export const movementListSchema = z.object({
  product: productId.meta({ description: "O produto." }),
  limit: limitSchema(50, 200),
  cursor: z
    .string({ error: cursorMessage })
    .regex(/^\d{1,15}$/, { error: cursorMessage })
    .transform(Number)
    .optional()
    .meta({ description: "O `next_cursor` da página anterior." }),
});
export type MovementQuery = z.output<typeof movementListSchema>;

export const stockLotSchema = z.object({
  id: z.uuid(),
  product_id: z.uuid(),
  title: z.string().meta({ description: "Vazio: o produto foi excluído." }),
  unit: z.enum(saleUnits).nullable(),
  code: z.string().nullable(),
  expires_on: z.iso.date().nullable(),
  balance: z.number().meta({ description: "Unidades principais." }),
});
export type StockLot = z.infer<typeof stockLotSchema>;

export const lotListSchema = z.object({
  product: productId.optional(),
  search: searchSchema.trim().optional().meta({ description: "Parte do código." }),
  until: lotFields.expires_on.unwrap().optional().meta({
    description: "Só os que vencem até este dia, com saldo.",
  }),
  limit: limitSchema(50, 200),
  cursor: z.guid({ error: cursorMessage }).toLowerCase().optional().meta({
    description: "O `next_cursor` da página anterior.",
  }),
});
export type LotQuery = z.output<typeof lotListSchema>;

/** A lot and the orders that got goods of it. */
export const recallSchema = z.object({
  lot: stockLotSchema,
  orders: z.array(
    z.object({
      id: z.uuid(),
      numero_pedido: z.int().nullable().meta({ description: "null: o pedido foi excluído." }),
      status: z.enum(orderStatuses).nullable(),
      customer_id: z.uuid().nullable(),
      name: z.string(),
      phone: z.string(),
      delivery_date: z.iso.date().nullable(),
      quantity: z.number().meta({ description: "Unidades principais deste lote." }),
    }),
  ),
});
export type Recall = z.infer<typeof recallSchema>;

/** The least stock of a product. */
export const minimumStockSchema = z.strictObject(
  {
    minimum: kilosSchema(quantityMessage)
      .min(0, { error: quantityMessage })
      .max(1_000_000_000, { error: quantityMessage })
      .nullable()
      .meta({ description: "Em unidades principais; `null` ou 0: sem mínimo." }),
  },
  { error: "Envie um objeto com minimum." },
);

export const purchaseListSchema = z.object({
  days: z
    .enum(purchaseDays.map(String) as [string, ...string[]], { error: "Use 7, 14 ou 28." })
    .default(String(usualPurchaseDays))
    .transform(Number)
    .meta({ description: "Para quantos dias comprar." }),
});

export const purchaseRowSchema = z.object({
  product_id: z.uuid(),
  title: z.string(),
  unit: z.enum(saleUnits),
  free: z.number().meta({ description: "O saldo menos os pedidos pendentes." }),
  minimum: z.number().nullable().meta({ description: "O estoque mínimo." }),
  sold: z.number().meta({ description: `Vendido nos últimos ${salesDays} dias.` }),
  cover_days: z
    .int()
    .nullable()
    .meta({ description: "Por quantos dias o livre dura; null: nada foi vendido." }),
  suggested: z.number().meta({ description: "Quanto comprar, em unidades principais." }),
  supplier: z.string().nullable().meta({ description: "O da última entrada." }),
}) satisfies z.ZodType<PurchaseRow>;

const costAmount = z.number().meta({ description: "Em reais, com até quatro casas." });
export const productCostSchema = z.object({
  product_id: z.uuid(),
  average_cost: costAmount.meta({ description: "O custo médio de uma unidade principal." }),
});
export const stockCostsSchema = z.object({
  average_cost: costAmount.nullable().meta({ description: "null: o custo não é conhecido." }),
  receipts: z.array(
    z.object({
      movement_id: z.int(),
      supplier: z.string().nullable(),
      quantity: z.number(),
      cost: costAmount.meta({ description: "De toda a entrada." }),
      unit_cost: costAmount.meta({ description: "De uma unidade principal." }),
      is_undone: z.boolean(),
      created_at: z.iso.datetime(),
    }),
  ),
});

/** One line as typed; `held` is the id of a lot that exists. The server checks what depends on the product. */
export const entryFormSchema = z
  .object({
    unit: z.enum(saleUnits),
    quantity: z.string(),
    lot: optionalTextLine(60),
    expires_on: z.union([z.literal("").transform(() => null), lotFields.expires_on]),
    note: optionalTextLine(500),
    held: z.string(),
    supplier: supplierSchema,
    cost: z
      .string()
      .transform((text) => (text.trim() === "" ? undefined : parseTypedNumber(text)))
      .pipe(costSchema.optional()),
  })
  .refine(({ quantity, unit }) => parseQuantity(quantity, unit) >= 0, {
    path: ["quantity"],
    error: "Digite a quantidade em números, como 12.",
  })
  .transform(({ quantity, ...line }) => ({
    ...line,
    quantity: parseQuantity(quantity, line.unit),
  }));
export type EntryForm = z.input<typeof entryFormSchema>;
