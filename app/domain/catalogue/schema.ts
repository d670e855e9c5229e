import { z } from "zod";
import {
  amountSchema,
  flagSchema,
  multilineText,
  optionalTextLine,
  positionSchema,
  slugSchema,
  textLine,
  titleSchema,
  versionSchema,
} from "#app/domain/editing/schema.ts";
import { optionalPictureSchema, pictureListSchema } from "#app/domain/media/schema.ts";
import { parseTypedNumber } from "#app/shared/money.ts";
import { mapProductTexts, productTexts } from "#app/shared/product-fields.ts";
import { saleUnits } from "#app/shared/units.ts";
import { categoryPages } from "./rules.ts";

/** A category in API responses. */
export const categorySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  image_url: z.string().nullable(),
  image_tall_url: z.string().nullable(),
  image_wide_url: z.string().nullable(),
  position: z.int(),
  version: z.int(),
});
export type Category = z.infer<typeof categorySchema>;

const productSpecsSchema = z.object({
  unit: z.enum(saleUnits),
  rating: z.number(),
  packageInfo: z.object({
    unitsPerPackage: z.int(),
    packagesPerBox: z.int(),
    unitsPerBox: z.int(),
  }),
});

/** A product in API responses: `price` in BRL per `specs.unit`, `stock` in sale units. */
export const productSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  slug: z.string(),
  external_id: z
    .string()
    .nullable()
    .meta({ description: "O código em outro sistema; único.", examples: ["ERP-1042"] }),
  category: z.string().nullable(),
  ...mapProductTexts(() => z.string()),
  price: z.number(),
  stock: z.int(),
  images: z.array(z.string()),
  visible: z.boolean(),
  position: z.int(),
  specs: productSpecsSchema,
  version: z.int(),
  updated_at: z.iso.datetime(),
});
export type Product = z.infer<typeof productSchema>;

const categorySlugs = categoryPages.map((page) => page.slug);
const stockMessage = "Estoque deve ser maior ou igual a 0";
const maxStock = 1_000_000_000;
const countMessage = "Use um número inteiro de 1 a 100.000.";
const count = z
  .int({ error: countMessage })
  .min(1, { error: countMessage })
  .max(100_000, { error: countMessage });
const ratingMessage = "Use uma nota de 0 a 5.";
const unknownBody = { error: "Envie um objeto com os campos do produto." };

function stockFrom(min: number) {
  return z
    .int({ error: stockMessage })
    .min(min, { error: stockMessage })
    .max(maxStock, { error: "O estoque máximo é 1.000.000.000." });
}

const productFields = {
  title: titleSchema,
  slug: slugSchema,
  external_id: optionalTextLine(100),
  ...mapProductTexts((name) => multilineText(productTexts[name].maxLength)),
  price: amountSchema("Preço deve ser maior que 0 ou igual a 0"),
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

/** A new product: title and slug are required, other fields default as in spec point 4. Unknown fields are rejected. */
export const newProductSchema = z.strictObject(
  {
    ...productFields,
    external_id: productFields.external_id.default(null),
    ...mapProductTexts((name) => productFields[name].default("")),
    price: productFields.price.default(0),
    stock: productFields.stock.default(0),
    category: productFields.category.default(null),
    visible: productFields.visible.default(true),
    images: productFields.images.default([]),
    specs: specs.default({}),
  },
  unknownBody,
);
export type NewProduct = z.output<typeof newProductSchema>;

/** Changed fields, also of `specs`, and the version that was read. */
export const productChangesSchema = z
  .strictObject({ ...productFields, position: positionSchema, specs }, unknownBody)
  .partial()
  .extend({ version: versionSchema });
export type ProductChanges = z.output<typeof productChangesSchema>;

/**
 * The product form: numbers as typed, invalid ones count as 0; the unit is a field of its own. `storedStock` is the
 * stock of the edited product: orders may have made it negative, and then it may stay so.
 */
export function productFormSchema(storedStock = 0) {
  const typed = z.union([z.string(), z.number()]).transform(parseTypedNumber);
  return z.object({
    ...productFields,
    price: typed.pipe(productFields.price),
    stock: typed.pipe(stockFrom(Math.min(0, storedStock))),
    category: z.union([z.literal("").transform(() => null), productFields.category]),
    unit,
  });
}
/** Field values of the form. */
export type ProductForm = z.input<ReturnType<typeof productFormSchema>>;

/** Converts form values to a request body. */
export function productOfForm({ unit, ...form }: z.output<ReturnType<typeof productFormSchema>>) {
  return { ...form, specs: { unit } };
}

const categoryFields = {
  name: textLine(1, "Nome é obrigatório", 200),
  description: multilineText(5000),
  image_url: optionalPictureSchema,
  image_tall_url: optionalPictureSchema,
  image_wide_url: optionalPictureSchema,
};

/** Changed fields and the version that was read. */
export const categoryChangesSchema = z
  .strictObject(
    { ...categoryFields, position: positionSchema },
    { error: "Envie um objeto com os campos da categoria." },
  )
  .partial()
  .extend({ version: versionSchema });
export type CategoryChanges = z.output<typeof categoryChangesSchema>;

export const categoryFormSchema = z.object(categoryFields);
export type CategoryForm = z.input<typeof categoryFormSchema>;
