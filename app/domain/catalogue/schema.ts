import { z } from "zod";
import { saleUnits } from "#app/shared/units.ts";

/** A category as every answer of the API carries it. */
export const categorySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  image_url: z.string().nullable(),
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

/** A product as every answer of the API carries it: `price` in BRL per `specs.unit`, `stock` in sale units. */
export const productSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  slug: z.string(),
  category: z.string().nullable(),
  short_desc: z.string(),
  long_desc: z.string(),
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
