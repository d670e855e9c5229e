/** Allergens and nutrients that labels of food name, with the texts of the law: see `app/domain/catalogue/food/rules.ts`. */

/** The allergens of the law's list, as a label names them. */
export const allergens = {
  trigo: "TRIGO",
  centeio: "CENTEIO",
  cevada: "CEVADA",
  aveia: "AVEIA",
  crustaceos: "CRUSTÁCEOS",
  ovos: "OVOS",
  peixes: "PEIXES",
  amendoim: "AMENDOIM",
  soja: "SOJA",
  leite: "LEITE",
  amendoa: "AMÊNDOA",
  avela: "AVELÃ",
  "castanha-de-caju": "CASTANHA-DE-CAJU",
  "castanha-do-para": "CASTANHA-DO-PARÁ",
  macadamia: "MACADÂMIA",
  nozes: "NOZES",
  peca: "PECÃ",
  pistache: "PISTACHE",
  pinoli: "PINOLI",
  castanhas: "CASTANHAS",
  latex: "LÁTEX NATURAL",
} as const;
export type Allergen = keyof typeof allergens;
export const allergenNames = Object.keys(allergens) as Allergen[];

/** The nutrients of the table in the law's order: unit, and the daily value of IN 75/2020, annex II. */
export const nutrients = {
  energy: { label: "Valor energético", unit: "kcal", daily: 2000 },
  carbohydrates: { label: "Carboidratos", unit: "g", daily: 300 },
  sugars: { label: "Açúcares totais", unit: "g", daily: null },
  added_sugars: { label: "Açúcares adicionados", unit: "g", daily: 50 },
  protein: { label: "Proteínas", unit: "g", daily: 50 },
  fat: { label: "Gorduras totais", unit: "g", daily: 65 },
  saturated_fat: { label: "Gorduras saturadas", unit: "g", daily: 20 },
  trans_fat: { label: "Gorduras trans", unit: "g", daily: 2 },
  fiber: { label: "Fibras alimentares", unit: "g", daily: 25 },
  sodium: { label: "Sódio", unit: "mg", daily: 2000 },
} as const;
export type Nutrient = keyof typeof nutrients;
export const nutrientNames = Object.keys(nutrients) as Nutrient[];
/** Parts of the nutrient above them, which the table indents. */
export const partNutrients: ReadonlySet<Nutrient> = new Set<Nutrient>([
  "sugars",
  "added_sugars",
  "saturated_fat",
  "trans_fat",
]);
