import { saleUnits } from "#app/shared/units.ts";
import { z } from "#app/shared/zod.ts";

export const packageInfoSchema = z.object({
  unitsPerPackage: z.int(),
  packagesPerBox: z.int(),
  unitsPerBox: z.int(),
});
export type PackageInfo = z.infer<typeof packageInfoSchema>;

/** A unit in which a product is sold. `label` is the seller's own name of the unit; `active` is false for a withdrawn option, else absent; tiers are by ascending quantity. */
export const saleOptionSchema = z.object({
  unit: z.enum(saleUnits),
  price: z.number().meta({ description: "Reais por `unit`.", examples: [42.9] }),
  contains: z.int().meta({ description: "Quantas unidades principais ela contém.", examples: [4] }),
  minimum: z.number().meta({ description: "Menor quantidade por pedido.", examples: [1] }),
  step: z.number().meta({
    description:
      "A quantidade é múltipla deste número. Só o da opção principal em kg tem decimais.",
    examples: [1],
  }),
  tiers: z
    .array(z.object({ from: z.number(), price: z.number() }))
    .meta({ description: "Preços a partir de uma quantidade.", examples: [[]] }),
  label: z
    .string()
    .optional()
    .meta({ description: "Como a loja chama a unidade.", examples: ["balde 5 kg"] }),
  ean: z
    .string()
    .optional()
    .meta({ description: "O código de barras (GTIN).", examples: ["7891000315507"] }),
  active: z
    .boolean()
    .optional()
    .meta({ description: "`false`: retirada da venda; só o administrador a vê." }),
});
export type SaleOption = z.infer<typeof saleOptionSchema>;

/** Quantities are multiples of `step` from `minimum` on. */
export type SaleTerms = Pick<SaleOption, "minimum" | "step" | "tiers">;

/** A lower price from a quantity on. */
export type PriceTier = SaleOption["tiers"][number];
