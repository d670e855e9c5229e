import {
  flagSchema,
  multilineText,
  slugSchema,
  textLine,
  titleSchema,
  versionSchema,
} from "#app/domain/kernel/editing/schema.ts";
import { optionalPictureSchema } from "#app/domain/media/schema.ts";
import { z } from "#app/shared/zod.ts";
import { difficulties } from "./rules.ts";

/** A recipe in API responses: `prep_time` in minutes, `instructions` one step per line. */
export const recipeSchema = z.object({
  id: z.uuid(),
  title: z.string().meta({ examples: ["Vitamina de Açaí"] }),
  slug: z.string().meta({ examples: ["vitamina-de-acai"] }),
  category: z.string().meta({ examples: ["Bebidas"] }),
  difficulty: z.enum(difficulties),
  short_desc: z.string(),
  long_desc: z.string(),
  prep_time: z.int().nullable(),
  servings: z.int().nullable(),
  image_url: z.string().nullable(),
  ingredients: z.array(z.string()),
  instructions: z.string(),
  is_featured: z.boolean(),
  visible: z.boolean(),
  version: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type Recipe = z.infer<typeof recipeSchema>;

function count(message: string) {
  return z
    .int({ error: message })
    .min(0, { error: message })
    .max(100_000, { error: message })
    .nullable();
}

const fields = {
  title: titleSchema.meta({ examples: ["Vitamina de Açaí"] }),
  slug: slugSchema.meta({ examples: ["vitamina-de-acai"] }),
  category: textLine(0, "Categoria inválida", 200).meta({ examples: ["Bebidas"] }),
  difficulty: z.enum(difficulties, { error: "Escolha Fácil, Médio ou Difícil." }),
  short_desc: multilineText(5000),
  long_desc: multilineText(50_000),
  prep_time: count("Tempo de preparo deve ser um número inteiro maior ou igual a 0"),
  servings: count("Porções deve ser um número inteiro maior ou igual a 0"),
  image_url: optionalPictureSchema,
  ingredients: z
    .array(textLine(0, "Ingrediente inválido", 500), { error: "Ingredientes inválidos." })
    .max(500, { error: "Use no máximo 500 ingredientes." })
    .transform((lines) => lines.filter((text) => text !== "")),
  instructions: multilineText(50_000),
  is_featured: flagSchema,
  visible: flagSchema,
};
const unknownBody = { error: "Envie um objeto com os campos da receita." };

/** A new recipe: title and slug are required, other fields default as in spec point 5. Unknown fields are rejected. */
export const newRecipeSchema = z.strictObject(
  {
    ...fields,
    category: fields.category.default(""),
    difficulty: fields.difficulty.default("Fácil"),
    short_desc: fields.short_desc.default(""),
    long_desc: fields.long_desc.default(""),
    prep_time: fields.prep_time.default(null),
    servings: fields.servings.default(null),
    image_url: fields.image_url.default(null),
    ingredients: fields.ingredients.default([]),
    instructions: fields.instructions.default(""),
    is_featured: fields.is_featured.default(false),
    visible: fields.visible.default(true),
  },
  unknownBody,
);
export type NewRecipe = z.output<typeof newRecipeSchema>;

/** Changed fields and the version that was read. */
export const recipeChangesSchema = z
  .strictObject(fields, unknownBody)
  .partial()
  .extend({ version: versionSchema });
export type RecipeChanges = z.output<typeof recipeChangesSchema>;

const typedCount = z
  .union([z.string(), z.number(), z.null()])
  .transform((typed) => (typed === null || String(typed).trim() === "" ? null : Number(typed)));

/** The recipe form: numbers as typed, empty for null, ingredients one per line. */
export const recipeFormSchema = z.object({
  ...fields,
  prep_time: typedCount.pipe(fields.prep_time),
  servings: typedCount.pipe(fields.servings),
  ingredients: z
    .string()
    .transform((text) => text.split(/\r\n?|\n/))
    .pipe(fields.ingredients),
});
/** Field values of the form. */
export type RecipeForm = z.input<typeof recipeFormSchema>;
