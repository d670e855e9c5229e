import { describe, expect, test } from "vitest";
import { slugify } from "#app/domain/catalogue/rules.ts";
import { categories } from "./categories.ts";
import { allGoods } from "./goods/all.ts";
import { allRecipes } from "./recipes/all.ts";

const titles = allGoods.map((product) => product.title);
const nameWithoutWeight = (title: string) => title.replace(/ \d+ k?g$/, "").toLowerCase();

function expectUnique(values: string[]) {
  expect(values).toEqual([...new Set(values)]);
}

describe("the demonstration shop", () => {
  test("has at least 60 products, with every category filled", () => {
    expect(allGoods.length).toBeGreaterThanOrEqual(60);
    expect(categories.map((category) => category.position)).toEqual([0, 1, 2, 3]);
    for (const { slug } of categories) {
      const shelf = allGoods.filter((product) => product.category === slug);
      expect(shelf.length, slug).toBeGreaterThanOrEqual(12);
    }
  });

  test("gives each product one title and one address made from it", () => {
    expectUnique(titles);
    expect(allGoods.map((product) => product.slug)).toEqual(titles.map(slugify));
  });

  test("shows some products nearly gone and some sold out, most in plenty", () => {
    const low = allGoods.filter(({ stock }) => stock > 0 && stock <= 10);
    const soldOut = allGoods.filter(({ stock }) => stock === 0);
    expect(low.length).toBeGreaterThanOrEqual(5);
    expect(soldOut.length).toBeGreaterThanOrEqual(3);
    expect(low.length + soldOut.length).toBeLessThan(allGoods.length / 4);
  });

  test("uses every sale unit", () => {
    const units = new Set(allGoods.map((product) => product.specs.unit));
    expect([...units].sort()).toEqual(["caixa", "kg", "pacote", "unidade"]);
  });
});

describe("each product", () => {
  test("fits on a card and on its label", () => {
    for (const { title, short_desc, art } of allGoods) {
      expect(title.length, title).toBeLessThanOrEqual(32);
      expect(short_desc.length, title).toBeLessThanOrEqual(90);
      expect(art.label.length, title).toBeLessThanOrEqual(16);
      expect((art.tagline ?? "").length, title).toBeLessThanOrEqual(20);
    }
  });

  test("is worth reading and speaks calmly", () => {
    for (const { title, short_desc, long_desc } of allGoods) {
      expect(long_desc.split("\n\n"), title).toHaveLength(2);
      expect(long_desc.length, title).toBeGreaterThan(150);
      expect(short_desc + long_desc, title).not.toContain("!");
    }
    expectUnique(allGoods.map((product) => product.short_desc));
  });

  test("has a price to the cent and a rating between 4.1 and 5", () => {
    for (const { title, price, specs } of allGoods) {
      expect(price, title).toBeGreaterThan(0);
      expect(price, title).toBe(Number(price.toFixed(2)));
      expect(specs.rating, title).toBeGreaterThanOrEqual(4.1);
      expect(specs.rating, title).toBeLessThanOrEqual(5);
    }
  });

  test("is drawn unlike any other", () => {
    expectUnique(allGoods.map(({ art }) => `${art.pack} ${art.subject} ${art.companion ?? ""}`));
  });

  test("of pulp has as many units in a box as in its packages together", () => {
    for (const { title, specs } of allGoods.filter(({ category }) => category === "polpas")) {
      const { unitsPerPackage, packagesPerBox, unitsPerBox } = specs.packageInfo;
      expect(unitsPerBox, title).toBe(unitsPerPackage * packagesPerBox);
    }
  });
});

describe("the recipes", () => {
  test("are twelve, one of them featured, each with its own address", () => {
    expect(allRecipes).toHaveLength(12);
    expect(allRecipes.filter((recipe) => recipe.is_featured)).toHaveLength(1);
    const slugs = allRecipes.map((recipe) => recipe.slug);
    expectUnique(slugs);
    expect(slugs).toEqual(allRecipes.map((recipe) => slugify(recipe.title)));
  });

  test("ask for something the shop sells", () => {
    for (const recipe of allRecipes) {
      const shoppingList = recipe.ingredients.join("\n").toLowerCase();
      const sold = titles.filter((title) => shoppingList.includes(nameWithoutWeight(title)));
      expect(sold, recipe.title).not.toEqual([]);
    }
  });

  test("number their steps, one per line", () => {
    for (const recipe of allRecipes) {
      const numbers = recipe.instructions.split("\n").map((step) => Number.parseInt(step, 10));
      expect(numbers.length, recipe.title).toBeGreaterThanOrEqual(4);
      expect(numbers, recipe.title).toEqual(numbers.map((_, index) => index + 1));
    }
  });
});
