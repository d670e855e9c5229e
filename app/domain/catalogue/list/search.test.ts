import { expect, test } from "vitest";
import { searchItems } from "./search.ts";

const items = [
  ["Polpa de manga", "polpas", "Boa com açaí"],
  ["Polpa de Açaí 100 g", "polpas", "Do Pará"],
  ["Gelo de coco", "gelo saborizado", "Com açaí na receita"],
  ["Camarão-rosa", "pescados", "Inteiro"],
];
const find = (query: string) => searchItems(items, query, (item) => item).map(([title]) => title);

test("finds words by their beginning, without accents, case and plural", () => {
  expect(find("ACAI 100")).toEqual(["Polpa de Açaí 100 g"]);
  expect(find("Camarão rosa")).toEqual(["Camarão-rosa"]);
  expect(find("polpas man")).toEqual(["Polpa de manga"]);
  expect(find("gelos saborizados")).toEqual(["Gelo de coco"]);
});

test("a match in the title comes before one in the description, otherwise the order stays", () => {
  expect(find("açaí")).toEqual(["Polpa de Açaí 100 g", "Polpa de manga", "Gelo de coco"]);
});

test("every word has to match, and nothing matches no word", () => {
  expect(find("polpa coco")).toEqual([]);
  expect(find("")).toEqual([]);
  expect(find(" -- ")).toEqual([]);
});

test.each([
  ["limão", ["limão", "limões"]],
  ["limões", ["limão", "limões"]],
  ["camaroes", ["Camarão"]],
  ["pão", ["pães"]],
  ["pães", ["pão"]],
  ["bombons", ["bombom"]],
  ["bombom", ["bombons"]],
  ["pastéis", ["pastel"]],
  ["pastel", ["pastéis"]],
  ["caracóis", ["caracol"]],
  ["barris", ["barril"]],
  ["flores", ["flor"]],
  ["flor", ["flores"]],
  ["nozes", ["noz"]],
  ["polpas", ["polpa"]],
  ["polpa", ["polpas"]],
  ["5kg", ["5 kg", "5kg"]],
  ["5 kg", ["5 kg", "5kg"]],
  ["100g", ["100 g", "100G"]],
  ["1,5l", ["1,5 L", "1,5L"]],
  ["1,5 l", ["1,5l"]],
])("'%s' finds %j", (query, titles) => {
  for (const title of titles) expect(searchItems([title], query, (one) => [one])).toEqual([title]);
});

test.each([
  ["limão", "lima"],
  ["polpa", "pola"],
])("'%s' does not find '%s'", (query, title) => {
  expect(searchItems([title], query, (one) => [one])).toEqual([]);
});
