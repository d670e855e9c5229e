import { kilosSchema, type SaveRejection } from "#app/domain/editing/schema.ts";
import { z } from "#app/shared/zod.ts";
import { extendProductPatch, type Product } from "./schema.ts";

const deltaError = "Informe um número com até três casas decimais.";
const maxDelta = 1_000_000_000;
const matchedFields = ["id", "external_id", "slug"] as const;
export type MatchedField = (typeof matchedFields)[number];

/** One product of a batch: which one, and its fields. */
export const batchItemSchema = extendProductPatch({
  id: z.guid({ error: "Identificador inválido." }).toLowerCase().optional(),
  match: z.enum(matchedFields, { error: "Use id, external_id ou slug." }).optional().meta({
    description:
      "O campo que acha o produto; se não informado, o primeiro presente de `id`, `external_id` e `slug`.",
  }),
  overwrite: z
    .literal(true, { error: "Use true." })
    .optional()
    .meta({ description: "Grava `price` e `stock` sem `version`." }),
  stock_delta: kilosSchema(deltaError)
    .min(-maxDelta, { error: deltaError })
    .max(maxDelta, { error: deltaError })
    .optional()
    .meta({ description: "Soma ao estoque, sem `version`.", examples: [-2] }),
}).superRefine((item, context) => {
  if (!item[matchedFieldOf(item)]) {
    context.addIssue({
      code: "custom",
      path: [matchedFieldOf(item)],
      message: "Informe id, external_id ou slug.",
    });
  }
  if (item.stock !== undefined && item.stock_delta !== undefined) {
    context.addIssue({
      code: "custom",
      path: ["stock_delta"],
      message: "Informe stock ou stock_delta, não os dois.",
    });
  }
});
export type BatchItem = z.output<typeof batchItemSchema>;

export function matchedFieldOf(
  item: {
    [F in MatchedField | "match"]?: string | null | undefined;
  },
): MatchedField {
  const { match } = item;
  const named = matchedFields.find((field) => field === match);
  return named ?? matchedFields.find((field) => item[field]) ?? "slug";
}

export const batchOutcomes = ["created", "updated", "unchanged"] as const;

/** The result of one item, in the order of the request. */
export type BatchResult =
  | { ok: true; outcome: (typeof batchOutcomes)[number]; row: Product }
  | SaveRejection<Product>;
