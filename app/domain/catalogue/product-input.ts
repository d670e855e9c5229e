import { z } from "zod";
import {
  flagSchema,
  positionSchema,
  slugSchema,
  titleSchema,
  versionSchema,
} from "#app/domain/editing/schema.ts";
import { pictureListSchema } from "#app/domain/media/schema.ts";
import { amount } from "#app/domain/money/schema.ts";
import { prose } from "#app/domain/text/schema.ts";
import { parseTypedNumber } from "#app/shared/money.ts";
import { saleUnits } from "#app/shared/units.ts";
import { categoryPages } from "./rules.ts";

/** What the administrator may write of a product: spec point 5. */

const categorySlugs = categoryPages.map((page) => page.slug);
const stockMessage = "Estoque deve ser maior ou igual a 0";
const largestStock = 1_000_000_000;
const countMessage = "Use um número inteiro de 1 a 100.000.";
const count = z
  .int({ error: countMessage })
  .min(1, { error: countMessage })
  .max(100_000, { error: countMessage });
const ratingMessage = "Use uma nota de 0 a 5.";
const unknownBody = { error: "Envie um objeto com os campos do produto." };

/** A whole number of sale units, from `least` on. */
function stockFrom(least: number) {
  return z
    .int({ error: stockMessage })
    .min(least, { error: stockMessage })
    .max(largestStock, { error: "O estoque máximo é 1.000.000.000." });
}

const fields = {
  title: titleSchema,
  slug: slugSchema,
  short_desc: prose(5000),
  long_desc: prose(50_000),
  price: amount("Preço deve ser maior que 0"),
  stock: stockFrom(0),
  category: z.enum(categorySlugs, { error: "Categoria desconhecida." }).nullable(),
  visible: flagSchema,
  images: pictureListSchema,
};

const unit = z.enum(saleUnits, { error: "Unidade inválida." });
const specs = z
  .strictObject(
    {
      unit,
      rating: z
        .number({ error: ratingMessage })
        .min(0, { error: ratingMessage })
        .max(5, { error: ratingMessage }),
      packageInfo: z
        .strictObject(
          { unitsPerPackage: count, packagesPerBox: count, unitsPerBox: count },
          { error: "Embalagem inválida." },
        )
        .partial(),
    },
    { error: "Especificações inválidas." },
  )
  .partial();

/** What makes a product: title and slug, the rest by the defaults of spec point 4. Unknown fields are refused. */
export const newProductSchema = z.strictObject(
  {
    ...fields,
    short_desc: fields.short_desc.default(""),
    long_desc: fields.long_desc.default(""),
    price: fields.price.default(0),
    stock: fields.stock.default(0),
    category: fields.category.default(null),
    visible: fields.visible.default(true),
    images: fields.images.default([]),
    specs: specs.default({}),
  },
  unknownBody,
);
export type NewProduct = z.output<typeof newProductSchema>;

/** The fields that change, of `specs` too, and the version they were read at. */
export const productChangesSchema = z
  .strictObject({ ...fields, position: positionSchema, specs }, unknownBody)
  .partial()
  .extend({ version: versionSchema });
export type ProductChanges = z.output<typeof productChangesSchema>;

/**
 * The product form: numbers as they are typed, an unparseable one counting as 0, and the unit beside the other fields.
 * `storedStock` is that of the edited product, which sales may have taken below zero: it may stay there.
 */
export function productFormSchema(storedStock = 0) {
  const typed = z.union([z.string(), z.number()]).transform(parseTypedNumber);
  return z.object({
    ...fields,
    price: typed.pipe(fields.price),
    stock: typed.pipe(stockFrom(Math.min(0, storedStock))),
    category: z.union([z.literal("").transform(() => null), fields.category]),
    unit,
  });
}
/** As the form holds it. */
export type ProductForm = z.input<ReturnType<typeof productFormSchema>>;

/** What the form says, as the API takes it. */
export function productOfForm({ unit, ...form }: z.output<ReturnType<typeof productFormSchema>>) {
  return { ...form, specs: { unit } };
}
