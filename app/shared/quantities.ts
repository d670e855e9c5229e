import type { SaleUnit } from "./units.ts";

/** The quantities sold of products with different main units: kilos and pieces have no common sum. */
export type Quantities = Record<SaleUnit, number>;
export const noQuantities: Quantities = { unidade: 0, pacote: 0, caixa: 0, kg: 0 };

const grouped = new Intl.NumberFormat("pt-BR", { maximumFractionDigits: 3 });
const unitTexts: [unit: SaleUnit, one: string, many: string][] = [
  ["kg", "kg", "kg"],
  ["caixa", "caixa", "caixas"],
  ["pacote", "pacote", "pacotes"],
  ["unidade", "un", "un"],
];

/** '12 kg · 3 caixas · 1.340 un'; empty for nothing. A number is not parted from its unit at the end of a line. */
export function formatQuantities(quantities: Quantities): string {
  const texts = unitTexts
    .filter(([unit]) => quantities[unit] !== 0)
    .map(([unit, one, many]) => {
      const quantity = quantities[unit];
      return `${grouped.format(quantity)}\u00A0${quantity === 1 ? one : many}`;
    });
  return texts.join(" · ");
}
