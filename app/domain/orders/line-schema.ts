import { saleOptionSchema } from "#app/domain/catalogue/options/sale-option-schema.ts";
import {
  amountSchema,
  boundedDate,
  kilosSchema,
  priceSchema,
  textLine,
} from "#app/domain/kernel/editing/schema.ts";
import { maxOrderLines, maxQuantity } from "#app/shared/limits.ts";
import {
  mapOrderFields,
  type OrderField,
  type OrderFieldValues,
  orderFields,
} from "#app/shared/order-fields.ts";
import { saleUnits } from "#app/shared/units.ts";
import { z } from "#app/shared/zod.ts";
import { takenChannels } from "./texts.ts";

export const unitLabelSchema = z
  .string()
  .optional()
  .meta({
    description: "Como a loja chama a unidade, quando isso diz mais do que ela.",
    examples: ["Caixa · 48 un"],
  });

/** A line that differs from the catalogue: what the visitor saw and the current values, null if unavailable. */
export const lineChangeSchema = z.object({
  product_id: z.guid(),
  unit: z.enum(saleUnits).meta({ description: "A unidade pedida." }),
  reason: z.enum(["price-changed", "sold-out", "hidden", "unknown", "unit-changed"]),
  product_name: z.string().nullable().meta({ description: "Nulo: não está na loja." }),
  price_seen: z.number(),
  price_now: z.number().nullable(),
  unit_now: z.enum(saleUnits).nullable(),
  unit_label_now: unitLabelSchema,
  option_now: saleOptionSchema
    .nullable()
    .meta({ description: "A opção de venda de `unit_now`, com mínimo e preços por quantidade." }),
  available: z.boolean(),
});
export type LineChange = z.infer<typeof lineChangeSchema>;

/** A line whose quantity breaks the option's minimum or step, with the two nearest valid quantities. */
export const quantityStepSchema = z.object({
  product_id: z.guid(),
  unit: z.enum(saleUnits),
  product_name: z.string(),
  quantity: z.number(),
  minimum: z.number(),
  step: z.number(),
  nearest: z.array(z.number()).length(2).meta({ description: "Em ordem crescente." }),
});
export type QuantityStep = z.infer<typeof quantityStepSchema>;

/** The columns of an order that store its table. */
export const orderTableFields = {
  price_table_id: z.uuid().nullable().meta({ description: "Em `/api/price-tables`." }),
  price_table: z
    .string()
    .nullable()
    .meta({ description: "O nome da tabela de preços, como era; nulo: preços públicos." }),
};

const quantityMessage = `Quantidade deve ser um número de 0 a ${maxQuantity}: inteiro, ou em kg com até três casas decimais.`;
const weightMessage = "Peso deve ser de 0,001 a 9.999,999 kg, com até três casas decimais.";
const maxEditReasonLength = 200;

/** The fields of a line in a request of an edit or a packed order. */
export const sentLineFields = {
  // Empty: a line of no product of the shop.
  product_id: z.union([z.string().length(0), z.guid().toLowerCase()], {
    error: "Produto inválido.",
  }),
  unit: z.enum(saleUnits, { error: "Unidade inválida." }),
  quantity: kilosSchema(quantityMessage)
    .min(0, { error: quantityMessage })
    .max(maxQuantity, { error: quantityMessage })
    .meta({ description: "0: não enviado." }),
  weight: kilosSchema(weightMessage)
    .min(0.001, { error: weightMessage })
    .max(9999.999, { error: weightMessage })
    .optional()
    .meta({ description: "Em kg, de uma linha vendida por peso: o total é preço × peso." }),
};
type SentLine = z.output<z.ZodObject<typeof sentLineFields>>;

function checkSentLine({ unit, quantity, weight }: SentLine, context: z.RefinementCtx): void {
  const reject = (field: string, message: string) =>
    context.addIssue({ code: "custom", path: [field], message });
  if (unit !== "kg" && !Number.isInteger(quantity)) reject("quantity", quantityMessage);
  if (weight !== undefined && quantity === 0) reject("weight", "O item não enviado não tem peso.");
}

const wrongLine = { error: "Item inválido." };
export const sentLineSchema = z.strictObject(sentLineFields, wrongLine).superRefine(checkSentLine);

/** A line of an edit. A stored line of the product and unit is changed, otherwise one is added. */
const editedLineSchema = z
  .strictObject(
    {
      ...sentLineFields,
      price: priceSchema.meta({ description: "Em reais por unidade." }),
      swap_of: z
        .guid({ error: "Produto inválido." })
        .toLowerCase()
        .optional()
        .meta({ description: "O produto do pedido no lugar do qual este vai." }),
    },
    wrongLine,
  )
  .superRefine(checkSentLine)
  .refine(({ product_id, swap_of }) => swap_of !== product_id, {
    path: ["swap_of"],
    error: "Um item não troca a si mesmo.",
  });
export type EditedLine = z.output<typeof editedLineSchema>;

const schemaOfKind = {
  amount: amountSchema,
  date: (error: string) => boundedDate(error).nullable(),
  text: (error: string) => textLine(1, error).nullable(),
};

function requestedField(name: OrderField) {
  const { kind, error, description } = orderFields[name];
  const schema = schemaOfKind[kind](error).optional();
  return description === undefined ? schema : schema.meta({ description });
}
const requestedFields = mapOrderFields(requestedField) as {
  [Field in OrderField]: z.ZodOptional<z.ZodType<OrderFieldValues[Field]>>;
};

/** The lines that are left out are not sent; an amount that is left out stays. */
export const orderEditFields = {
  itens: z
    .array(editedLineSchema, { error: "Informe os itens do pedido." })
    .min(1, { error: "O pedido precisa de pelo menos um item." })
    .max(maxOrderLines, { error: `O pedido aceita no máximo ${maxOrderLines} itens.` })
    .optional()
    .meta({ description: "Como ficam os itens; os que não vêm não são enviados." }),
  ...requestedFields,
  reason: textLine(0, "Texto inválido.", maxEditReasonLength)
    .transform((text) => text || undefined)
    .optional()
    .meta({ description: "Por que mudou, para o cliente.", examples: ["Pesado na separação."] }),
};

/** The customer whom the seller has chosen for an order. */
export const customerIdSchema = z
  .guid({ error: "Cliente inválido." })
  .toLowerCase()
  .optional()
  .meta({ description: "O cliente escolhido: vale se a loja não tem o documento dele." });

/** The fields of an order by telephone beside those of any order. */
export const takenOrderFields = {
  channel: z
    .enum(takenChannels, { error: "Use telefone ou WhatsApp." })
    .meta({ description: "Por onde o cliente pediu." }),
  customer_id: customerIdSchema,
};
