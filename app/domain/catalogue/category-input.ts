import { z } from "zod";
import { positionSchema, versionSchema } from "#app/domain/editing/schema.ts";
import { optionalPictureSchema } from "#app/domain/media/schema.ts";
import { line, prose } from "#app/domain/text/schema.ts";

const fields = {
  name: line(1, "Nome é obrigatório", 200),
  description: prose(5000),
  image_url: optionalPictureSchema,
};

/** The fields that change, and the version they were read at. */
export const categoryChangesSchema = z
  .strictObject(
    { ...fields, position: positionSchema },
    { error: "Envie um objeto com os campos da categoria." },
  )
  .partial()
  .extend({ version: versionSchema });
export type CategoryChanges = z.output<typeof categoryChangesSchema>;

/** The dialog that edits a category. */
export const categoryFormSchema = z.object(fields);
export type CategoryForm = z.input<typeof categoryFormSchema>;
