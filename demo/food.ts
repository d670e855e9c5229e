import type { Food, Nutrition } from "#app/domain/catalogue/food/schema.ts";
import { weightByTitle } from "#app/domain/catalogue/food/weight.ts";
import { nutrientNames } from "#app/shared/food-facts.ts";
import type { CategorySlug, DemoProduct } from "./types.ts";

/** Plausible labels of the demonstration: round values per 100 g of the kind of food, not of a brand. */

/** Values in the order of the table: kcal, g, and mg of sodium. */
function table(...values: number[]): Nutrition {
  return Object.fromEntries(nutrientNames.map((name, at) => [name, values[at] ?? 0])) as Nutrition;
}

const fruit = table(46, 11, 9, 0, 0.6, 0.2, 0, 0, 1.8, 4);
const sweetIce = table(88, 21.5, 20, 18, 0.2, 0.1, 0, 0, 0.4, 12);
const whiteFish = table(91, 0, 0, 0, 19.5, 1.4, 0.5, 0, 0, 78);
const fattyFish = table(190, 0, 0, 0, 20, 12, 2.8, 0, 0, 60);
const crustacean = table(84, 0.4, 0, 0, 18.4, 1, 0.3, 0, 0, 190);
const mollusc = table(86, 3, 0, 0, 15.8, 1.3, 0.3, 0, 0, 240);

const frozen = { conservation: "Manter a −18 °C ou mais frio", origin: "Brasil" };
const thawedFruit = "Consumir em até 24 horas, sob refrigeração; não congelar de novo";
const thawedFish = "Consumir em até 24 horas, a até 4 °C; não congelar de novo";

const byCategory: Record<CategorySlug, Food> = {
  polpas: { ...frozen, thawed: thawedFruit, gluten: false, nutrition: fruit, portion: 100 },
  "frutas-congeladas": {
    ...frozen,
    thawed: thawedFruit,
    gluten: false,
    nutrition: fruit,
    portion: 140,
    exempt: true,
  },
  "gelo-saborizado": { ...frozen, gluten: false, nutrition: sweetIce, portion: 60 },
  pescados: {
    ...frozen,
    thawed: thawedFish,
    contains: ["peixes"],
    registration: "SIF 2417",
    nutrition: whiteFish,
    portion: 120,
    exempt: true,
  },
};

const shrimp: Food = { contains: ["crustaceos"], nutrition: crustacean };
const noAllergen: Food = { contains: [], nutrition: mollusc };
const water: Food = { nutrition: table(), exempt: true };
const bySlug: Record<string, Food> = {
  "acai-com-guarana-10-kg": { nutrition: table(110, 21, 17, 15.5, 1, 2.6, 0.6, 0, 2, 9) },
  "creme-de-cupuacu-5-kg": {
    contains: ["leite"],
    may_contain: ["castanha-do-para", "amendoim"],
    nutrition: table(168, 27, 25, 21, 2.2, 5.6, 3.4, 0, 1, 38),
  },
  "gelinho-de-manga": {
    contains: ["leite"],
    may_contain: ["amendoim"],
    nutrition: table(96, 19.5, 18, 15.2, 1.4, 1.4, 0.9, 0, 0.3, 22),
  },
  "gelo-de-coco-200-g": { nutrition: table(20, 4.8, 4.4, 0, 0.2, 0, 0, 0, 0, 46), exempt: true },
  "gelo-de-coco-em-cubos-2-kg": {
    nutrition: table(20, 4.8, 4.4, 0, 0.2, 0, 0, 0, 0, 46),
    exempt: true,
  },
  "copo-de-gelo-puro-200-g": water,
  "gelo-filtrado-5-kg": water,
  "file-de-salmao": { nutrition: fattyFish, origin: "Chile" },
  "salmao-em-postas": { nutrition: fattyFish, origin: "Chile" },
  "sardinha-limpa": { nutrition: fattyFish },
  "bolinho-de-bacalhau": {
    contains: ["trigo", "ovos", "peixes"],
    may_contain: ["leite", "soja"],
    exempt: false,
    nutrition: table(182, 18, 1, 0, 9.4, 8.2, 1.4, 0, 1.6, 640),
  },
  "bacalhau-dessalgado": {
    nutrition: table(105, 0, 0, 0, 24, 0.8, 0.2, 0, 0, 680),
    origin: "Noruega",
    exempt: false,
  },
  "camarao-descascado-1-kg": shrimp,
  "camarao-cinza-2-kg": shrimp,
  "carne-de-caranguejo-500-g": shrimp,
  "cauda-de-lagosta-500-g": shrimp,
  "mix-de-frutos-do-mar-1-kg": { ...shrimp, may_contain: ["peixes"] },
  "lula-em-aneis": noAllergen,
  "polvo-limpo": noAllergen,
  "mexilhao-sem-casca-1-kg": noAllergen,
  "ostras-na-meia-concha": noAllergen,
};

export function describeFood({ slug, title, category, specs }: DemoProduct): Food {
  const net_weight = weightByTitle({ title, category, ...specs });
  const { exempt, contains = [], ...food } = { ...byCategory[category], ...bySlug[slug] };
  return {
    ...food,
    ...(net_weight !== undefined && { net_weight }),
    ...(exempt && { exempt }),
    ...(contains.length > 0 && { contains }),
  };
}
