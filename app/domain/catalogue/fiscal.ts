import { textLine } from "#app/domain/kernel/editing/schema.ts";
import { cfopSchema, codeSchema } from "#app/domain/kernel/fiscal-codes.ts";
import { z } from "#app/shared/zod.ts";

const unitError = "Use até 6 letras e números, como UN, CX ou KG.";

/** The data of a product on an invoice; parts without a value are absent. */
export const fiscalSchema = z
  .strictObject(
    {
      ncm: codeSchema(8, "NCM tem 8 números.")
        .optional()
        .meta({ examples: ["08119000"] }),
      cfop: cfopSchema.optional().meta({ description: "Ausente: o da loja.", examples: ["5102"] }),
      cest: codeSchema(7, "CEST tem 7 números.")
        .optional()
        .meta({ examples: ["1701200"] }),
      unit: textLine(0, unitError, 6)
        .transform((text) => text.toUpperCase())
        .refine((unit) => /^[A-Z0-9]*$/.test(unit), { error: unitError })
        .transform((unit) => unit || undefined)
        .optional()
        .meta({
          description: "A unidade comercial na nota; ausente: a da unidade de venda.",
          examples: ["UN"],
        }),
    },
    { error: "Envie um objeto com os dados fiscais." },
  )
  .transform(
    (fiscal): Fiscal =>
      Object.fromEntries(Object.entries(fiscal).filter(([, code]) => code !== undefined)),
  );
export type Fiscal = { ncm?: string; cfop?: string; cest?: string; unit?: string };
