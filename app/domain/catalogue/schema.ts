import {
  amountSchema,
  flagSchema,
  kilosSchema,
  metadataSchema,
  multilineText,
  optionalTextLine,
  positionSchema,
  rowPositionSchema,
  slugSchema,
  textLine,
  titleSchema,
  versionSchema,
} from "#app/domain/kernel/editing/schema.ts";
import { pictureListSchema } from "#app/domain/media/schema.ts";
import { maxGroupLength, maxQuantity } from "#app/shared/limits.ts";
import { mapProductTexts, productTexts } from "#app/shared/product-fields.ts";
import { saleUnits } from "#app/shared/units.ts";
import { z } from "#app/shared/zod.ts";
import { categoryReference } from "./category-schema.ts";
import { fiscalSchema } from "./fiscal.ts";
import { foodSchema } from "./food/schema.ts";
import { fillTerms } from "./options/fill-terms.ts";
import {
  findOptionErrors,
  isGtin,
  maxContained,
  maxOptions,
  maxTiers,
  wholeQuantityMessage,
} from "./options/sale-option-errors.ts";
import { packageInfoSchema, saleOptionSchema } from "./options/sale-option-schema.ts";

const productSpecsSchema = z.object({
  unit: z.enum(saleUnits),
  rating: z.number(),
  packageInfo: packageInfoSchema,
  variable_weight: z
    .boolean()
    .optional()
    .meta({ description: "Vendido por kg, com o valor final na pesagem. Ausente: não." }),
});

const enteredSchema = z
  .object({ rating: z.number().optional(), packageInfo: packageInfoSchema.partial() })
  .meta({
    description: "O que a loja informou de `specs`, sem os valores padrão: o site só mostra isto.",
  });

/** A product in API responses: `price` in BRL per `specs.unit`, `stock` in main sale units. */
export const productSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  slug: z.string(),
  external_id: z
    .string()
    .nullable()
    .meta({ description: "O código em outro sistema; único.", examples: ["ERP-1042"] }),
  category: z.string().nullable(),
  group: z
    .string()
    .nullable()
    .meta({ description: "O filtro na página da categoria.", examples: ["Sachês"] }),
  ...mapProductTexts(() => z.string()),
  price: z.number(),
  stock: z.number(),
  images: z.array(z.string()),
  visible: z.boolean(),
  position: z.int(),
  specs: productSpecsSchema,
  entered: enteredSchema,
  sale_options: z.array(saleOptionSchema).meta({
    description: "As unidades de venda: a principal, de `price` e `specs.unit`, e as outras.",
  }),
  food: foodSchema.meta({ description: "O que o rótulo diz; vazio nas listas do site." }),
  fiscal: fiscalSchema.optional().meta({ description: "Para a nota fiscal; só para a loja." }),
  metadata: metadataSchema.optional(),
  version: z.int(),
  updated_at: z.iso.datetime(),
});
export type Product = z.infer<typeof productSchema>;

const stockMessage = "Estoque deve ser maior ou igual a 0";
const maxStock = 1_000_000_000;
const countMessage = "Use um número inteiro de 1 a 100.000.";
/** The number of pieces in a package. */
export const packageCount = z
  .int({ error: countMessage })
  .min(1, { error: countMessage })
  .max(100_000, { error: countMessage });
const ratingMessage = "Use uma nota de 0 a 5.";
const unknownBody = { error: "Envie um objeto com os campos do produto." };

/** A stock from `min` on. */
export function stockFrom(min: number) {
  return kilosSchema(stockMessage)
    .min(min, { error: stockMessage })
    .max(maxStock, { error: "O estoque máximo é 1.000.000.000." });
}

export const rating = z
  .number({ error: ratingMessage })
  .min(0, { error: ratingMessage })
  .max(5, { error: ratingMessage });

export const productFields = {
  title: titleSchema,
  slug: slugSchema,
  external_id: optionalTextLine(100),
  ...mapProductTexts((name) => multilineText(productTexts[name].maxLength)),
  price: amountSchema("Preço deve ser maior que 0"),
  stock: stockFrom(0),
  category: categoryReference.nullable(),
  group: optionalTextLine(maxGroupLength),
  visible: flagSchema,
  images: pictureListSchema,
  food: foodSchema.meta({ description: "Substitui o de antes." }),
  fiscal: fiscalSchema.meta({ description: "Substitui o de antes." }),
};

const unit = z.enum(saleUnits, { error: "Unidade inválida." });
const specs = z
  .strictObject(
    {
      unit,
      rating: rating.nullable().meta({
        description: "De um produto novo, se faltar: 4,5. `null`: sem nota.",
      }),
      packageInfo: z
        .strictObject(
          {
            unitsPerPackage: packageCount.nullable(),
            packagesPerBox: packageCount.nullable(),
            unitsPerBox: packageCount.nullable(),
          },
          { error: "Embalagem inválida." },
        )
        .partial()
        .meta({
          description:
            "De um produto novo, o que faltar: 12, 4 e 30, a não ser que as opções de venda digam outra coisa. `null`: não informado.",
        }),
      variable_weight: flagSchema,
    },
    { error: "Especificações inválidas." },
  )
  .partial();

/** `specs` as stored: without the unit, which the main option has, and the defaults of what the seller has not entered. */
export type ProductSpecs = Pick<Product["specs"], "variable_weight"> & Partial<Product["entered"]>;

/** `findOptionErrors` names the options that may have decimals. */
const quantity = kilosSchema(wholeQuantityMessage)
  .min(0.001, { error: wholeQuantityMessage })
  .max(maxQuantity, { error: wholeQuantityMessage });
const containsMessage = "Use um número inteiro de 1 a 10.000.";

/** The fields of a sale option without their defaults. */
export const saleOptionFields = {
  unit,
  price: productFields.price,
  contains: z
    .int({ error: containsMessage })
    .min(1, { error: containsMessage })
    .max(maxContained, { error: containsMessage }),
  minimum: quantity,
  step: quantity,
  /** Empty: the unit's own name. */
  label: textLine(0, "Texto inválido.", 40).transform((text) => text || undefined),
  ean: textLine(0, "Texto inválido.", 20)
    .refine((text) => text === "" || isGtin(text), {
      error: "Use os 8, 12, 13 ou 14 números do código de barras: o dígito final não confere.",
    })
    .transform((text) => text || undefined),
};

/** All options of a product, main first; see `findOptionErrors` for the rules between them. */
const saleOptionsSchema = z
  .array(
    z.strictObject(
      {
        ...saleOptionFields,
        contains: saleOptionFields.contains.default(1),
        label: saleOptionFields.label.optional(),
        minimum: quantity.optional(),
        ean: saleOptionFields.ean.optional(),
        step: quantity.optional().meta({
          description: "Se faltar: 1, ou 0,5 na opção principal de um produto de peso variável.",
        }),
        tiers: z
          .array(
            z.strictObject(
              { from: quantity, price: productFields.price },
              { error: "Preço por quantidade inválido." },
            ),
            { error: "Informe a lista de preços por quantidade." },
          )
          .max(maxTiers, { error: `Use no máximo ${maxTiers} preços por quantidade.` })
          .default([]),
        // Stored only when it is false.
        active: flagSchema
          .transform((active): boolean | undefined => (active ? undefined : active))
          .optional(),
      },
      { error: "Opção de venda inválida." },
    ),
    { error: "Informe a lista de opções de venda." },
  )
  .min(1, { error: "Informe a opção principal." })
  .max(maxOptions, { error: `Use no máximo ${maxOptions} opções de venda.` })
  .superRefine((options, context) => {
    for (const { field, message } of findOptionErrors(fillTerms(options, {}))) {
      const path = field.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : part));
      context.addIssue({ code: "custom", path, message });
    }
  });

type Sold = {
  price?: number | undefined;
  specs?: { unit?: string | undefined } | undefined;
  sale_options?: z.output<typeof saleOptionsSchema> | undefined;
};

/** `price` and `specs.unit` repeat the main option: when both are sent, they agree. */
function checkMainOption({ price, specs, sale_options }: Sold, context: z.RefinementCtx): void {
  const main = sale_options?.[0];
  if (!main) return;
  if (price !== undefined && price !== main.price) {
    const message = "O preço difere do da opção principal";
    context.addIssue({ code: "custom", path: ["sale_options", 0, "price"], message });
  }
  if (specs?.unit !== undefined && specs.unit !== main.unit) {
    const message = "A unidade difere da opção principal";
    context.addIssue({ code: "custom", path: ["sale_options", 0, "unit"], message });
  }
}

/** A new product: title and slug are required, other fields default as in spec point 4. Unknown fields are rejected. */
export const newProductSchema = z
  .strictObject(
    {
      ...productFields,
      external_id: productFields.external_id.default(null),
      ...mapProductTexts((name) => productFields[name].default("")),
      price: productFields.price.optional(),
      stock: productFields.stock.default(0),
      category: productFields.category.default(null),
      group: productFields.group.default(null),
      visible: productFields.visible.default(true),
      images: productFields.images.default([]),
      food: productFields.food.default({}),
      fiscal: productFields.fiscal.default({}),
      specs: specs.default({}),
      sale_options: saleOptionsSchema.optional(),
      metadata: metadataSchema.default({}),
    },
    unknownBody,
  )
  .superRefine(checkMainOption);
export type NewProduct = z.output<typeof newProductSchema>;

/** Changed fields, also of `specs`, and the version that was read. */
export type ProductChanges = Omit<z.output<typeof productPatchSchema>, "version"> & {
  version: number;
};

const changeableFields = z
  .strictObject(
    {
      ...productFields,
      position: positionSchema,
      specs,
      sale_options: saleOptionsSchema,
      metadata: metadataSchema,
    },
    unknownBody,
  )
  .partial()
  .extend({ version: versionSchema.optional() });

/** The body of a change, whose version may be in `If-Match`. */
export const productPatchSchema = changeableFields
  .extend({
    stock_reason: z
      .enum(["contagem", "ajuste"], { error: "Use contagem ou ajuste." })
      .optional()
      .meta({
        description:
          "Por que `stock` muda: foi contado, se faltar, ou é um ajuste, como ao marcar o produto como esgotado.",
      }),
  })
  .superRefine(checkMainOption);

/** The same with further fields. */
export function extendProductPatch<Fields extends z.ZodRawShape>(fields: Fields) {
  return changeableFields.extend(fields).superRefine(checkMainOption);
}

const placeError = "Use um número inteiro a partir de 1.";

/** The target of a moved product: a place of the list, or that of another product. */
export const productMoveSchema = z.union(
  [
    z.strictObject({
      place: z
        .int({ error: placeError })
        .min(1, { error: placeError })
        .max(1_000_000, { error: placeError })
        .meta({ description: "O lugar na lista de todos os produtos, a partir de 1." }),
    }),
    z.strictObject({
      place_of: z
        .guid({ error: "Identificador inválido." })
        .toLowerCase()
        .meta({ description: "O produto cujo lugar ele toma." }),
    }),
  ],
  { error: "Informe place ou place_of." },
);
export type ProductMove = z.output<typeof productMoveSchema>;

export const movedProductSchema = rowPositionSchema.extend({
  place_before: z.int().meta({
    description: "O lugar de antes, a partir de 1: como `place`, desfaz o movimento.",
  }),
});
export type MovedProduct = z.infer<typeof movedProductSchema>;
