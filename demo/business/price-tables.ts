import type { NewPriceTable } from "#app/domain/catalogue/price-tables/schema.ts";
import type { SaleUnit } from "#app/shared/units.ts";

export type DemoTable = Omit<NewPriceTable, "prices"> & {
  /** BRL by the product's slug and unit. */
  fixed?: { slug: string; unit: SaleUnit; price: number }[];
};

/** The prices that some customers pay instead of the public ones. */
export const priceTables: DemoTable[] = [
  {
    name: "Restaurantes e bares",
    percentages: { polpas: -8, "frutas-congeladas": -6, "gelo-saborizado": -8, pescados: -5 },
  },
  {
    name: "Revenda",
    percentages: { polpas: -12, "frutas-congeladas": -10, "gelo-saborizado": -12, pescados: -8 },
    minimum_order: 150,
    fixed: [
      { slug: "polpa-de-acai-100-g", unit: "caixa", price: 146.9 },
      { slug: "copo-de-gelo-puro-200-g", unit: "caixa", price: 49.9 },
      { slug: "gelinho-de-manga", unit: "pacote", price: 19.9 },
    ],
  },
  {
    name: "Vizinhos e equipe",
    percentages: { polpas: -5, "frutas-congeladas": -5, "gelo-saborizado": -5, pescados: -5 },
    minimum_order: 30,
  },
];
