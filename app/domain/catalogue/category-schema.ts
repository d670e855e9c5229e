import {
  flagSchema,
  multilineText,
  positionSchema,
  textLine,
  versionSchema,
} from "#app/domain/kernel/editing/schema.ts";
import { optionalPictureSchema } from "#app/domain/media/schema.ts";
import { z } from "#app/shared/zod.ts";
import { pulpsSegment } from "./rules.ts";

/** The colors that a category's page and pictures may have; null is that of the theme. */
export const categoryTints = [
  ...(["purple", "yellow", "blue", "teal"] as const),
  ...(["green", "orange", "red", "gray"] as const),
];

/** A category in API responses. */
export const categorySchema = z.object({
  id: z.uuid(),
  name: z.string().meta({ examples: ["Polpas de Frutas"] }),
  short_name: z.string().meta({ description: "O nome nas abas; vazio: `name`." }),
  slug: z.string().meta({ examples: ["polpas"] }),
  description: z.string(),
  image_url: z.string().nullable(),
  image_tall_url: z.string().nullable(),
  image_wide_url: z.string().nullable(),
  tint: z.enum(categoryTints).nullable().meta({ description: "A cor; null: a da loja." }),
  visible: z.boolean().meta({ description: "Uma categoria oculta oculta os seus produtos." }),
  position: z.int(),
  version: z.int(),
});
export type Category = z.infer<typeof categorySchema>;

/** A slug that some category may have; which ones exist is known to the database. */
export const categoryReference = z
  .string({ error: "Categoria desconhecida." })
  .regex(/^[a-z0-9-]{1,60}$/, { error: "Categoria desconhecida." });

/** The reserved slugs, which are more than in other slugs: "outros" is a section of the quick order. */
const reservedSlugs = [pulpsSegment, "outros"];
const categorySlug = textLine(1, "Slug é obrigatório", 60)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, {
    error: "Use apenas letras minúsculas sem acento, números e hífens.",
  })
  .refine((slug) => !(slug in {}) && !reservedSlugs.includes(slug), {
    error: "Este slug é reservado. Escolha outro.",
  });

const categoryFields = {
  name: textLine(1, "Nome é obrigatório", 200).meta({ examples: ["Polpas de Frutas"] }),
  short_name: textLine(0, "Texto inválido.", 30),
  description: multilineText(5000),
  image_url: optionalPictureSchema,
  image_tall_url: optionalPictureSchema,
  image_wide_url: optionalPictureSchema,
  tint: z.enum(categoryTints, { error: "Cor desconhecida." }).nullable(),
  visible: flagSchema,
};
const unknownCategoryFields = { error: "Envie um objeto com os campos da categoria." };

/** Changed fields and the version that was read. */
export const categoryChangesSchema = z
  .strictObject({ ...categoryFields, position: positionSchema }, unknownCategoryFields)
  .partial()
  .extend({ version: versionSchema });
export type CategoryChanges = z.output<typeof categoryChangesSchema>;

/** A new category: name and slug are required. The slug stays. */
export const newCategorySchema = z.strictObject(
  {
    name: categoryFields.name,
    slug: categorySlug,
    short_name: categoryFields.short_name.default(""),
    description: categoryFields.description.default(""),
    image_url: categoryFields.image_url.default(null),
    image_tall_url: categoryFields.image_tall_url.default(null),
    image_wide_url: categoryFields.image_wide_url.default(null),
    tint: categoryFields.tint.default(null),
    visible: categoryFields.visible.default(true),
  },
  unknownCategoryFields,
);
export type NewCategory = z.output<typeof newCategorySchema>;

export const categoryFormSchema = z.object({
  ...categoryFields,
  slug: categorySlug,
  tint: z.union([z.literal("").transform(() => null), categoryFields.tint]),
});
export type CategoryForm = z.input<typeof categoryFormSchema>;
