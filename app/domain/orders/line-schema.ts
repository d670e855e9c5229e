import { z } from "zod";
import { saleOptionSchema } from "#app/domain/catalogue/sale-option-schema.ts";
import { saleUnits } from "#app/shared/units.ts";

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
  product_name: z.string().nullable(),
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
  quantity: z.int(),
  minimum: z.int(),
  step: z.int(),
  nearest: z.array(z.int()).length(2).meta({ description: "Em ordem crescente." }),
});
export type QuantityStep = z.infer<typeof quantityStepSchema>;
