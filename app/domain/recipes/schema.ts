import { z } from "zod";
import { difficulties } from "./rules.ts";

/** A recipe as every answer of the API carries it: `prep_time` in minutes, `instructions` one step per line. */
export const recipeSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  slug: z.string(),
  category: z.string(),
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
