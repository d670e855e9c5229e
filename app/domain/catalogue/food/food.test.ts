import fc from "fast-check";
import { expect, test } from "vitest";
import { allergenNames, allergens, nutrientNames, nutrients } from "#app/shared/food-facts.ts";
import type { SaleUnit } from "#app/shared/units.ts";
import { fillFood, foodColumns, readFoodText } from "./csv.ts";
import { foodFormSchema, formOfFood } from "./form.ts";
import { listDeclarations, listWarnings, nutritionRows } from "./rules.ts";
import { type Food, foodSchema, type Nutrition } from "./schema.ts";
import { findNetWeightDoubt, weightByTitle } from "./weight.ts";

const none = Object.fromEntries(nutrientNames.map((name) => [name, 0])) as Nutrition;

test("the front warns from the limits of IN 75/2020 on, of solids and liquids", () => {
  const at = (nutrition: Partial<Nutrition>, more: Food = {}) =>
    listWarnings({ ...more, nutrition: { ...none, ...nutrition } });
  expect(at({})).toEqual([]);
  expect(at({ added_sugars: 14.9, saturated_fat: 5.9, sodium: 599 })).toEqual([]);
  expect(at({ added_sugars: 15 })).toEqual(["AÇÚCAR ADICIONADO"]);
  expect(at({ saturated_fat: 6, sodium: 600 })).toEqual(["GORDURA SATURADA", "SÓDIO"]);
  expect(at({ added_sugars: 7.5, saturated_fat: 3, sodium: 300 }, { liquid: true })).toHaveLength(
    3,
  );
  expect(at({ added_sugars: 7.4, saturated_fat: 2.9, sodium: 299 }, { liquid: true })).toEqual([]);
  expect(at({ added_sugars: 90 }, { exempt: true })).toEqual([]);
  expect(listWarnings({})).toEqual([]);
});

test("allergens are declared in capitals in the law's order, and cereals with gluten declare it", () => {
  expect(
    listDeclarations({ contains: ["soja", "leite", "ovos"], may_contain: ["peixes", "leite"] }),
  ).toEqual(["ALÉRGICOS: CONTÉM OVOS, SOJA E LEITE.", "ALÉRGICOS: PODE CONTER PEIXES."]);
  expect(listDeclarations({ contains: ["trigo"], gluten: false })).toEqual([
    "ALÉRGICOS: CONTÉM TRIGO.",
    "CONTÉM GLÚTEN.",
  ]);
  expect(listDeclarations({ gluten: false })).toEqual(["NÃO CONTÉM GLÚTEN."]);
  expect(listDeclarations({})).toEqual([]);
});

test("the table has the portion and the percentages of the daily values", () => {
  const nutrition = { ...none, energy: 250, carbohydrates: 30, added_sugars: 4.26, sodium: 412.4 };
  const [energy, carbohydrates, , added] = nutritionRows({ nutrition, portion: 60 });
  expect(energy).toMatchObject({ per100: "250", portion: "150", daily: "8" });
  expect(carbohydrates).toMatchObject({
    label: "Carboidratos (g)",
    per100: "30",
    portion: "18",
    daily: "6",
  });
  expect(added).toMatchObject({ per100: "4,3", portion: "2,6", daily: "5" });
  expect(nutritionRows({ nutrition }).at(-1)).toMatchObject({
    per100: "412",
    portion: "",
    daily: "21",
  });
});

const amount = fc.integer({ min: 0, max: 250 }).map((tenths) => tenths / 10);
const text = fc.constantFrom("Manter a −18 °C", "Consumir em até 24 horas", "Brasil");
const anyFood: fc.Arbitrary<Food> = fc
  .record(
    {
      contains: fc.subarray(allergenNames, { minLength: 1 }),
      may_contain: fc.subarray(allergenNames, { minLength: 1 }),
      gluten: fc.boolean(),
      nutrition: fc.record(
        Object.fromEntries(nutrientNames.map((name) => [name, amount])) as Record<
          keyof Nutrition,
          typeof amount
        >,
      ),
      liquid: fc.constant(true),
      exempt: fc.constant(true),
      portion: fc.integer({ min: 1, max: 500 }),
      conservation: text,
      thawed: text,
      origin: text,
      registration: fc.constantFrom("SIF 1234", "SISBI 12", "SIM 12/2024", "SIE 7"),
      net_weight: fc.integer({ min: 1, max: 30_000 }),
    },
    { requiredKeys: [] },
  )
  .map((food) => foodSchema.parse(food));

test("a food survives the form and the product file, whatever it has", () => {
  fc.assert(
    fc.property(anyFood, (food) => {
      expect(foodFormSchema.parse(formOfFood(food))).toEqual(food);
      const texts = new Map(foodColumns.map(({ field, write }) => [field, write({ food })]));
      expect(foodSchema.parse(fillFood({}, texts))).toEqual(food);
    }),
  );
});

test("the warnings equal a naive computation", () => {
  fc.assert(
    fc.property(anyFood, (food) => {
      const { nutrition, liquid, exempt } = food;
      const half = liquid ? 2 : 1;
      const naive =
        nutrition && !exempt
          ? [
              nutrition.added_sugars * half >= 15 && "AÇÚCAR ADICIONADO",
              nutrition.saturated_fat * half >= 6 && "GORDURA SATURADA",
              nutrition.sodium * half >= 600 && "SÓDIO",
            ].filter(Boolean)
          : [];
      expect(listWarnings(food)).toEqual(naive);
    }),
  );
});

test("wrong and incomplete values are named", () => {
  const form = formOfFood({});
  const rejected = (changes: object) =>
    foodFormSchema
      .safeParse({ ...form, ...changes })
      .error?.issues.map(({ path }) => path.join("."));
  expect(rejected({ registration: "1234" })).toEqual(["registration"]);
  expect(rejected({ net_weight: "muito" })).toEqual(["net_weight"]);
  expect(rejected({ nutrition: { ...form.nutrition, energy: "100" } })).toHaveLength(
    nutrientNames.length - 1,
  );
  const full = Object.fromEntries(nutrientNames.map((name) => [name, "0"]));
  expect(rejected({ nutrition: { ...full, fat: "60", protein: "60" } })).toEqual([
    "nutrition.carbohydrates",
  ]);
  expect(rejected({ nutrition: full })).toBeUndefined();
  expect(Object.keys(allergens)).toHaveLength(21);
  expect(Object.keys(nutrients)).toHaveLength(10);
});

test("a cell of the sheet is written as its column writes it, or says what fits", () => {
  const cell = (heading: string, text: string) => {
    const column = foodColumns.find((candidate) => candidate.heading === heading);
    if (!column) throw new Error(`No column ${heading}`);
    return readFoodText(column, text);
  };
  expect(cell("Contém alergênicos", "Leite; soja e OVOS")).toEqual({ value: "ovos, soja, leite" });
  expect(cell("Contém alergênicos", "manga")).toEqual({
    error: "“manga” não está na lista de alergênicos",
  });
  expect(cell("Contém glúten", "N")).toEqual({ value: "não" });
  expect(cell("Contém glúten", "talvez")).toEqual({ error: "Escreva sim ou não" });
  expect(cell("Peso líquido (g)", " 1.200,5 ")).toEqual({ value: "1200,5" });
  expect(cell("Peso líquido (g)", "0")).toEqual({
    error: "Use um número maior que 0, em gramas.",
  });
  expect(cell("Sódio (mg em 100 g)", "12,5")).toEqual({ value: "12,5" });
  expect(cell("Sódio (mg em 100 g)", "-1")).toEqual({ error: "Use um número de 0 a 100.000." });
  expect(cell("Registro de inspeção", "1234")).toEqual({
    error: "Escreva como SIF 1234, SISBI 123, SIE 12 ou SIM 12/2024.",
  });
  expect(cell("Conservação", "  ")).toEqual({ value: "" });
});

test("the weight of a sale unit follows from the title and what the unit contains", () => {
  const counts = { unitsPerPackage: 12, packagesPerBox: 4, unitsPerBox: 30 };
  const weigh = (title: string, unit: SaleUnit, packageInfo: Partial<typeof counts> = counts) =>
    weightByTitle({
      title,
      category: title.startsWith("Polpa") ? "polpas" : "gelo",
      unit,
      packageInfo,
    });
  expect(weigh("Polpa de açaí 100 g", "pacote")).toBe(1200);
  expect(weigh("Polpa de açaí 100 g", "caixa")).toBe(4800);
  expect(weigh("Polpa de açaí 100 g", "pacote", {})).toBe(100);
  expect(weigh("Gelo de coco 200 g", "caixa")).toBe(6000);
  expect(weigh("Camarão 2 kg", "unidade")).toBe(2000);
  expect(weigh("Creme 1,5kg", "unidade")).toBe(1500);
  expect(weigh("Caixa de morango 10 kg", "caixa")).toBe(10_000);
  expect(weigh("Filé de tilápia", "unidade")).toBeUndefined();
  expect(weigh("Lula 500 g", "kg")).toBeUndefined();
  const pack = { title: "Polpa de açaí 100 g", category: "polpas", unit: "pacote" as const };
  expect(findNetWeightDoubt({ ...pack, packageInfo: counts }, 100)).toBe(
    "Confira: o peso líquido diz 100 g, e título e embalagem dizem 1,2 kg por pacote.",
  );
  expect(findNetWeightDoubt({ ...pack, packageInfo: counts }, 1200)).toBeUndefined();
  expect(findNetWeightDoubt({ ...pack, packageInfo: counts }, undefined)).toBeUndefined();
});
