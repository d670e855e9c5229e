import type { SaleUnit } from "#app/shared/units.ts";

/** What customers of a kind buy, with the usual quantities. */

export type AssortmentItem = { slug: string; unit: SaleUnit; quantities: readonly number[] };

const few = [1, 2, 3];
const some = [2, 3, 4, 6];
const kilos = [1, 2, 3];
const manyKilos = [4, 5, 6, 8];

function of(unit: SaleUnit, quantities: readonly number[], ...slugs: string[]): AssortmentItem[] {
  return slugs.map((slug) => ({ slug, unit, quantities }));
}

export const assortments = {
  bar: [
    ...of("caixa", few, "gelo-de-coco-200-g", "gelo-de-melancia-200-g", "gelo-de-maracuja-200-g"),
    ...of("caixa", few, "gelo-de-maca-verde-200-g", "gelo-de-limao-e-gengibre"),
    ...of("caixa", some, "copo-de-gelo-puro-200-g"),
    ...of("unidade", [4, 6, 8, 10], "gelo-filtrado-5-kg"),
    ...of("unidade", some, "polpa-de-limao-taiti-1-kg"),
    ...of("pacote", some, "polpa-de-morango-100-g", "polpa-de-abacaxi-com-hortela"),
    ...of("pacote", some, "bolinho-de-bacalhau"),
  ],
  restaurant: [
    ...of("kg", manyKilos, "file-de-tilapia", "file-de-pescada"),
    ...of("kg", [2, 3, 4], "cacao-em-postas", "lula-em-aneis"),
    ...of("unidade", some, "camarao-descascado-1-kg", "mix-de-frutos-do-mar-1-kg"),
    ...of("caixa", few, "polpa-de-maracuja-100-g", "polpa-de-abacaxi-100-g"),
    ...of("pacote", some, "polpa-de-caju-100-g", "polpa-de-graviola-100-g"),
    ...of("unidade", some, "manga-em-cubos-1-kg"),
  ],
  seafood: [
    ...of("kg", manyKilos, "file-de-salmao"),
    ...of("kg", [2, 2.5, 3, 4], "salmao-em-postas", "lombo-de-atum"),
    ...of("kg", [1, 1.5, 2], "polvo-limpo"),
    ...of("kg", [2, 3, 4], "lula-em-aneis"),
    ...of("unidade", some, "camarao-descascado-1-kg", "mexilhao-sem-casca-1-kg"),
    ...of("pacote", few, "polpa-de-maracuja-100-g"),
  ],
  juices: [
    ...of("caixa", few, "polpa-de-acai-100-g", "polpa-de-acerola-100-g", "polpa-de-goiaba-100-g"),
    ...of("caixa", few, "polpa-de-manga-100-g", "polpa-de-morango-100-g"),
    ...of("pacote", some, "polpa-de-caja-100-g", "polpa-de-cupuacu-100-g", "polpa-de-uva-100-g"),
    ...of("unidade", some, "mix-tropical-1-kg", "abacaxi-em-cubos-1-kg"),
    ...of("pacote", few, "porcoes-para-smoothie"),
  ],
  acai: [
    ...of("unidade", some, "acai-puro-em-balde-5-kg", "acai-com-guarana-10-kg"),
    ...of("unidade", some, "morango-inteiro-1-kg", "banana-em-rodelas-1-kg"),
    ...of("unidade", some, "frutas-vermelhas-1-kg", "manga-em-cubos-1-kg"),
    ...of("unidade", few, "mirtilo-inteiro-1-kg", "kiwi-em-fatias-500-g"),
    ...of("pacote", few, "porcoes-para-smoothie"),
  ],
  market: [
    ...of("caixa", few, "polpa-de-acai-100-g", "polpa-de-maracuja-100-g", "polpa-de-manga-100-g"),
    ...of("caixa", [1, 2], "morango-inteiro-1-kg", "banana-em-rodelas-1-kg"),
    ...of("caixa", few, "gelo-de-coco-200-g", "copo-de-gelo-puro-200-g"),
    ...of("pacote", some, "gelinho-de-manga", "bolinho-de-bacalhau"),
    ...of("kg", manyKilos, "file-de-tilapia", "sardinha-limpa"),
  ],
  hotel: [
    ...of("kg", manyKilos, "file-de-tilapia", "file-de-salmao"),
    ...of("caixa", few, "polpa-de-abacaxi-100-g", "polpa-de-goiaba-100-g"),
    ...of("unidade", some, "abacaxi-em-cubos-1-kg", "pessego-em-fatias-1-kg"),
    ...of("unidade", some, "frutas-vermelhas-1-kg", "camarao-descascado-1-kg"),
    ...of("unidade", [4, 6, 8], "gelo-filtrado-5-kg"),
  ],
  school: [
    ...of("caixa", few, "polpa-de-goiaba-100-g", "polpa-de-manga-100-g", "polpa-de-acerola-100-g"),
    ...of("unidade", some, "banana-em-rodelas-1-kg", "manga-em-cubos-1-kg"),
    ...of("pacote", some, "gelinho-de-manga"),
    ...of("kg", manyKilos, "file-de-tilapia"),
  ],
  family: [
    ...of(
      "pacote",
      few,
      "polpa-de-acai-100-g",
      "polpa-de-maracuja-100-g",
      "polpa-de-morango-100-g",
    ),
    ...of("pacote", few, "polpa-de-tamarindo-100-g", "polpa-de-graviola-100-g"),
    ...of("unidade", few, "morango-inteiro-1-kg", "amora-preta-1-kg", "pitaya-em-cubos-500-g"),
    ...of("unidade", few, "abacate-em-cubos-500-g", "coco-em-pedacos-500-g"),
    ...of("kg", kilos, "file-de-tilapia", "tilapia-inteira", "cacao-em-postas"),
    ...of("kg", [2, 3], "sardinha-limpa"),
    ...of("unidade", few, "camarao-descascado-1-kg"),
    ...of("pacote", few, "gelinho-de-manga", "bolinho-de-bacalhau"),
  ],
} satisfies Record<string, AssortmentItem[]>;

export type AssortmentName = keyof typeof assortments;

/** What is sent in place of a product that is missing, in the same units. */
export const substitutes: Record<string, string> = {
  "polpa-de-acerola-100-g": "polpa-de-goiaba-100-g",
  "polpa-de-caju-100-g": "polpa-de-caja-100-g",
  "polpa-de-maracuja-100-g": "polpa-de-abacaxi-100-g",
  "polpa-de-morango-100-g": "polpa-de-uva-100-g",
  "gelo-de-coco-200-g": "gelo-de-melancia-200-g",
  "gelo-de-maracuja-200-g": "gelo-de-abacaxi-e-hortela",
  "file-de-tilapia": "file-de-pescada",
  "manga-em-cubos-1-kg": "mix-tropical-1-kg",
  "frutas-vermelhas-1-kg": "amora-preta-1-kg",
  "morango-inteiro-1-kg": "frutas-vermelhas-1-kg",
  "camarao-descascado-1-kg": "mix-de-frutos-do-mar-1-kg",
};
