import { allergenNames, type Nutrient, nutrientNames } from "#app/shared/food-facts.ts";
import { parseTypedNumber } from "#app/shared/money.ts";
import { formatQuantity } from "#app/shared/units.ts";
import { z } from "#app/shared/zod.ts";
import { type Food, foodSchema, nutritionSchema } from "./schema.ts";

const typedFields = z.object(
  Object.fromEntries(nutrientNames.map((name) => [name, z.string()])) as Record<
    Nutrient,
    z.ZodString
  >,
);

const typedFood = z.object({
  contains: z.array(z.enum(allergenNames)),
  may_contain: z.array(z.enum(allergenNames)),
  gluten: z.enum(["", "yes", "no"]),
  nutrition: typedFields,
  liquid: z.boolean(),
  portion: z.string(),
  exempt: z.boolean(),
  conservation: z.string(),
  thawed: z.string(),
  origin: z.string(),
  registration: z.string(),
  net_weight: z.string(),
});
/** The food of the product form: numbers as typed, empty for what is unknown. */
export type FoodForm = z.input<typeof typedFood>;

const isFilled = (text: string) => text.trim() !== "";

/** Converts the form to the stored food, which has only the filled parts. */
export const foodFormSchema = typedFood.transform((form, context): Food => {
  const { gluten, nutrition, liquid, exempt, contains, may_contain, ...texts } = form;
  const filled = Object.fromEntries(Object.entries(texts).filter(([, text]) => isFilled(text)));
  const numbers = Object.fromEntries(
    (["portion", "net_weight"] as const)
      .filter((name) => filled[name] !== undefined)
      .map((name) => [name, parseTypedNumber(filled[name] ?? "")]),
  );
  const table = Object.values(nutrition).some(isFilled) ? readTable(nutrition, context) : undefined;
  const parsed = foodSchema.safeParse({
    ...filled,
    ...numbers,
    ...(contains.length > 0 && { contains }),
    ...(may_contain.length > 0 && { may_contain }),
    ...(gluten !== "" && { gluten: gluten === "yes" }),
    ...(liquid && { liquid }),
    ...(exempt && { exempt }),
    ...(table && { nutrition: table }),
  });
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues) {
    context.addIssue({ code: "custom", path, message });
  }
  return z.NEVER;
});

/** The complete table; undefined, after issues at the fields, when a value is missing or wrong. */
function readTable(texts: Record<Nutrient, string>, context: z.RefinementCtx) {
  const missing = nutrientNames.filter((name) => !isFilled(texts[name]));
  for (const name of missing) {
    const message = "Preencha todos os valores; 0 se não tem.";
    context.addIssue({ code: "custom", path: ["nutrition", name], message });
  }
  const table = Object.fromEntries(
    nutrientNames.map((name) => [name, parseTypedNumber(texts[name])]),
  );
  const parsed = nutritionSchema.safeParse(table);
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues) {
    if (missing.some((name) => name === path[0])) continue;
    context.addIssue({ code: "custom", path: ["nutrition", ...path], message });
  }
  return undefined;
}

const write = (value: number | undefined) => (value === undefined ? "" : formatQuantity(value));

/** A stored food as the form holds it. */
export function formOfFood(food: Food): FoodForm {
  const { nutrition, gluten } = food;
  return {
    contains: food.contains ?? [],
    may_contain: food.may_contain ?? [],
    gluten: gluten === undefined ? "" : gluten ? "yes" : "no",
    nutrition: Object.fromEntries(
      nutrientNames.map((name) => [name, write(nutrition?.[name])]),
    ) as FoodForm["nutrition"],
    liquid: food.liquid === true,
    portion: write(food.portion),
    exempt: food.exempt === true,
    conservation: food.conservation ?? "",
    thawed: food.thawed ?? "",
    origin: food.origin ?? "",
    registration: food.registration ?? "",
    net_weight: write(food.net_weight),
  };
}
