import { z } from "zod";
import { line } from "#app/domain/text/schema.ts";

/** What every editable row has in common. */

export const versionSchema = z
  .int({ error: "Informe a versão que você leu." })
  .min(1, { error: "Informe a versão que você leu." })
  .meta({ description: "A versão lida: se outra foi gravada desde então, a resposta é 409." });

export const positionSchema = z
  .int({ error: "Posição deve ser um número inteiro a partir de 0." })
  .min(0, { error: "Posição deve ser um número inteiro a partir de 0." })
  .max(1_000_000, { error: "Posição grande demais." });

export const titleSchema = line(1, "Título é obrigatório", 300);

/** How a slug may look in an address; spec point 4 says how one is made of a title. */
export const slugSchema = line(1, "Slug é obrigatório", 200).regex(/^[a-z0-9_-]*$/, {
  error: "Use apenas letras minúsculas sem acento, números e hífens.",
});

export const flagSchema = z.boolean({ error: "Informe verdadeiro ou falso." });

/** The order of a list: the ids of its rows, first to last. */
export const rankingSchema = z.strictObject(
  {
    ids: z
      .array(z.guid({ error: "Identificador inválido." }).toLowerCase(), {
        error: "Informe os ids na ordem desejada.",
      })
      .min(1, { error: "Informe ao menos um id." })
      .max(10_000, { error: "Informe no máximo 10.000 ids." })
      .refine((ids) => new Set(ids).size === ids.length, { error: "Há ids repetidos." }),
  },
  { error: "Envie um objeto com ids." },
);

/** Where a row stands after a reordering. */
export const placeSchema = z.object({ id: z.uuid(), position: z.int(), version: z.int() });
export type Place = z.infer<typeof placeSchema>;
