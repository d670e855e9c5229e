import { expect, test } from "vitest";
import { findMentionedProducts } from "./mentions.ts";

const shelf = [
  "Polpa de maracujá 100 g",
  "Caixa de polpa de maracujá",
  "Maracujá com semente 1 kg",
  "Banana em rodelas 1 kg",
  "Morango inteiro 1 kg",
  "Gelo de limão e gengibre",
  "Limão-taiti 1 kg",
].map((title) => ({ title }));

const titles = (...ingredients: string[]) =>
  findMentionedProducts(ingredients, shelf).map((product) => product.title);

test("an ingredient matches the product whose full name it contains", () => {
  expect(titles("2 sachês de polpa de maracujá 100 g, descongelados")).toEqual([
    "Polpa de maracujá 100 g",
  ]);
  expect(titles("8 morangos inteiros")).toEqual(["Morango inteiro 1 kg"]);
  expect(titles("2 copos de gelo de limão e gengibre")).toEqual(["Gelo de limão e gengibre"]);
});

test("part of a name matches nothing", () => {
  expect(titles("2 cebolas em rodelas", "Suco de 1 limão", "Sal")).toEqual([]);
});

test("products are unique, in the order of the ingredients", () => {
  expect(titles("1 banana em rodelas", "maracujá com semente", "mais banana em rodelas")).toEqual([
    "Banana em rodelas 1 kg",
    "Maracujá com semente 1 kg",
  ]);
});

test("the number of products is limited", () => {
  expect(findMentionedProducts(["banana em rodelas", "morango inteiro"], shelf, 1)).toHaveLength(1);
});
