import type {
  PriceTier,
  SaleOption,
  SaleTerms,
} from "#app/domain/catalogue/options/sale-option-schema.ts";
import {
  defaultTerms,
  mainOption,
  weighedTerms,
} from "#app/domain/catalogue/options/sale-options.ts";
import type { SaleUnit } from "#app/shared/units.ts";
import type { DemoProduct } from "../types.ts";

type Terms = Partial<SaleTerms>;
type FurtherOption = Terms & { unit: SaleUnit; contains: number; price: number };

/** The units in which a product is sold beside its main unit at its normal price. */
type Sale = { main?: Terms; further?: FurtherOption[] };

/** Lower prices in BRL by the quantity from which they apply. */
function tiers(prices: Record<number, number>): Pick<SaleTerms, "tiers"> {
  const ascending = Object.entries(prices).map(([from, price]) => ({ from: Number(from), price }));
  return { tiers: ascending satisfies PriceTier[] };
}

function box(contains: number, price: number, terms: Terms = {}): Pick<Sale, "further"> {
  return { further: [{ unit: "caixa", contains, price, ...terms }] };
}

/** Minimums, quantity prices and further units by the product's slug. */
const sales: Record<string, Sale> = {
  // Pulps: a box contains four packages.
  "polpa-de-acai-100-g": box(4, 169.9, tiers({ 5: 164.9, 10: 159.9 })),
  "polpa-de-acerola-100-g": box(4, 109.9, tiers({ 5: 106.9 })),
  "polpa-de-maracuja-100-g": box(4, 165.9, tiers({ 5: 159.9, 10: 154.9 })),
  "polpa-de-morango-100-g": { main: tiers({ 10: 35.5 }), ...box(4, 136.9, tiers({ 5: 132.9 })) },
  "polpa-de-abacaxi-100-g": { main: tiers({ 10: 30.5 }), ...box(4, 117.9, tiers({ 5: 114.9 })) },
  "polpa-de-abacaxi-com-hortela": { main: tiers({ 10: 32.5 }), ...box(4, 125.9) },
  "polpa-de-goiaba-100-g": { main: tiers({ 10: 26.7 }), ...box(4, 102.9, tiers({ 5: 99.9 })) },
  "polpa-de-manga-100-g": { main: tiers({ 10: 26.7 }), ...box(4, 102.9, tiers({ 5: 99.9 })) },
  "polpa-de-caju-100-g": { main: tiers({ 10: 27.7 }), ...box(4, 106.9) },
  "polpa-de-caja-100-g": { main: tiers({ 6: 35.9, 12: 34.9 }), ...box(4, 136.9) },
  "polpa-de-graviola-100-g": { main: tiers({ 6: 42.9, 12: 41.9 }), ...box(4, 162.9) },
  "polpa-de-cupuacu-100-g": { main: tiers({ 6: 46.5, 12: 45.5 }), ...box(4, 177.9) },
  "polpa-de-uva-100-g": { main: tiers({ 10: 32.5 }), ...box(4, 125.9) },
  "polpa-de-tamarindo-100-g": box(4, 121.9),
  "acai-puro-em-balde-5-kg": { main: tiers({ 4: 158.9, 10: 154.9 }) },
  "acai-com-guarana-10-kg": { main: tiers({ 4: 149.9, 10: 144.9 }) },
  "maracuja-com-semente-1-kg": box(10, 359),
  "polpa-de-limao-taiti-1-kg": box(10, 209, tiers({ 3: 199 })),

  // Frozen fruits: a box contains ten bags of 1 kg, or twenty of 500 g.
  "morango-inteiro-1-kg": { main: tiers({ 5: 31.9 }), ...box(10, 298, tiers({ 3: 289 })) },
  "frutas-vermelhas-1-kg": { main: tiers({ 5: 50.9 }), ...box(10, 489) },
  "mirtilo-inteiro-1-kg": { main: tiers({ 5: 69.9 }), ...box(10, 679) },
  "amora-preta-1-kg": { main: tiers({ 5: 44.5 }), ...box(10, 429) },
  "manga-em-cubos-1-kg": { main: tiers({ 5: 27.9 }), ...box(10, 265, tiers({ 3: 255 })) },
  "abacaxi-em-cubos-1-kg": { main: tiers({ 5: 26.9 }), ...box(10, 255) },
  "mix-tropical-1-kg": { main: tiers({ 5: 30.9 }), ...box(10, 292) },
  "banana-em-rodelas-1-kg": { main: tiers({ 5: 20.9 }), ...box(10, 199, tiers({ 3: 189 })) },
  "pitaya-em-cubos-500-g": box(20, 589),
  "abacate-em-cubos-500-g": box(20, 459),
  "pessego-em-fatias-1-kg": box(10, 339),
  "coco-em-pedacos-500-g": box(20, 399),
  "porcoes-para-smoothie": { main: tiers({ 3: 57.9, 6: 55.9 }) },

  // Ice: cups are sold by the box of thirty, bags in pairs.
  "gelo-de-coco-200-g": { main: tiers({ 5: 95.9, 10: 92.9 }) },
  "gelo-de-melancia-200-g": { main: tiers({ 5: 91.9, 10: 88.9 }) },
  "gelo-de-maracuja-200-g": { main: tiers({ 5: 91.9, 10: 88.9 }) },
  "gelo-de-maca-verde-200-g": { main: tiers({ 5: 91.9, 10: 88.9 }) },
  "gelo-de-morango-200-g": { main: tiers({ 5: 91.9 }) },
  "copo-de-gelo-puro-200-g": { main: tiers({ 5: 57.9, 10: 54.9, 20: 51.9 }) },
  "gelo-filtrado-5-kg": { main: { minimum: 2, step: 2, ...tiers({ 10: 13.9, 20: 12.9 }) } },
  "gelo-de-coco-em-cubos-2-kg": { main: tiers({ 6: 26.5 }) },
  "gelinho-de-manga": { main: tiers({ 5: 22.9 }), ...box(10, 215) },

  // Fish: boxes of 10 kg, and frozen seafood in boxes of ten bags.
  "file-de-tilapia": { main: tiers({ 5: 48.5, 10: 47.5 }) },
  "file-de-salmao": { main: tiers({ 5: 109.9 }), ...box(10, 1069) },
  "file-de-pescada": { main: tiers({ 5: 66.9 }), ...box(10, 649) },
  "sardinha-limpa": { main: { minimum: 2, ...tiers({ 10: 24.9 }) } },
  "camarao-descascado-1-kg": { main: tiers({ 5: 77.9 }), ...box(10, 749, tiers({ 3: 729 })) },
  "mix-de-frutos-do-mar-1-kg": { main: tiers({ 5: 70.9 }), ...box(10, 689) },
  "lula-em-aneis": { main: tiers({ 5: 57.9 }) },
  "mexilhao-sem-casca-1-kg": box(10, 399),
  "bolinho-de-bacalhau": { main: tiers({ 5: 35.5 }), ...box(12, 409) },
};

/** Products of the table; each is a product of the shop. */
export const slugsWithSaleOptions = Object.keys(sales);

/** The sale options of a product, the main one first. */
export function saleOptionsOf({ slug, price, specs }: DemoProduct): SaleOption[] {
  const { main, further = [] } = sales[slug] ?? {};
  return [
    mainOption(specs.unit, price, {
      ...defaultTerms,
      ...(specs.variable_weight && weighedTerms),
      ...main,
    }),
    ...further.map(({ unit, price, contains, ...terms }) => ({
      ...mainOption(unit, price, { ...defaultTerms, ...terms }),
      contains,
    })),
  ];
}
