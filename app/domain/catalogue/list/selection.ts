import { maxListed } from "#app/shared/limits.ts";
import { z } from "#app/shared/zod.ts";
import { productListSchema } from "./product-list.ts";

/** One action on many products: those of some ids, or all that a list with these filters shows. */

const selectionActions = ["show", "hide", "sold_out", "delete"] as const;

const unknownBody = { error: "Envie um objeto com action e com ids ou matching." };

export const matchingSchema = z.strictObject(
  productListSchema.pick({ title: true, category: true }).shape,
  {
    error: "Envie os filtros da lista.",
  },
);
export type MatchingProducts = z.output<typeof matchingSchema>;

export const selectionActionSchema = z
  .strictObject(
    {
      action: z.enum(selectionActions, { error: "Ação desconhecida." }),
      ids: z
        .array(z.guid({ error: "Identificador inválido." }).toLowerCase(), {
          error: "Informe os ids.",
        })
        .max(maxListed, { error: `Informe no máximo ${maxListed} ids.` })
        .optional(),
      matching: matchingSchema
        .optional()
        .meta({ description: "Todos os produtos que a lista com estes filtros mostra." }),
    },
    unknownBody,
  )
  .refine(({ ids, matching }) => (ids === undefined) !== (matching === undefined), {
    error: "Informe ids ou matching, e não os dois.",
    path: ["ids"],
  });
export type SelectionAction = z.output<typeof selectionActionSchema>;
