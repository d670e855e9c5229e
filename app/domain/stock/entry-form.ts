import { optionalTextLine } from "#app/domain/editing/schema.ts";
import { parseKilos } from "#app/shared/units.ts";
import { z } from "#app/shared/zod.ts";
import { lotFields } from "./schema.ts";

/** One line as typed; `held` is the id of a lot that exists. The server checks what depends on the product. */
export const entryFormSchema = z.object({
  quantity: z
    .string()
    .trim()
    .regex(/^\d[\d.]*(?:,\d{1,3})?$/, { error: "Digite a quantidade em números, como 12." })
    .transform(parseKilos),
  lot: optionalTextLine(60),
  expires_on: z.union([z.literal("").transform(() => null), lotFields.expires_on]),
  note: optionalTextLine(500),
  held: z.string(),
});
export type EntryForm = z.input<typeof entryFormSchema>;
