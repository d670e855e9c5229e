import { describe, expect, test } from "vitest";
import { listDeclarations, listWarnings } from "#app/domain/catalogue/food/rules.ts";
import { foodSchema } from "#app/domain/catalogue/food/schema.ts";
import {
  findOptionErrors,
  findPackageErrors,
} from "#app/domain/catalogue/options/sale-option-errors.ts";
import { cardTextLength } from "#app/domain/catalogue/rules.ts";
import { slugify } from "#app/shared/slug.ts";
import { categories } from "./categories.ts";
import { describeFood } from "./food.ts";
import { demoProducts } from "./products/all.ts";
import { saleOptionsOf, slugsWithSaleOptions } from "./products/sale-options.ts";
import { demoRecipes } from "./recipes/all.ts";

const titles = demoProducts.map((product) => product.title);
const nameWithoutWeight = (title: string) => title.replace(/ \d+ k?g$/, "").toLowerCase();

function expectUnique(values: string[]) {
  expect(values).toEqual([...new Set(values)]);
}

describe("the demonstration shop", () => {
  test("has at least 60 products, with every category filled", () => {
    expect(demoProducts.length).toBeGreaterThanOrEqual(60);
    expect(categories.map((category) => category.position)).toEqual([0, 1, 2, 3]);
    for (const { slug } of categories) {
      const inCategory = demoProducts.filter((product) => product.category === slug);
      expect(inCategory.length, slug).toBeGreaterThanOrEqual(12);
    }
  });

  test("gives each product a unique title and a slug derived from it", () => {
    expectUnique(titles);
    expect(demoProducts.map((product) => product.slug)).toEqual(titles.map(slugify));
  });

  test("has some products low in stock and some sold out", () => {
    const low = demoProducts.filter(({ stock }) => stock > 0 && stock <= 10);
    const soldOut = demoProducts.filter(({ stock }) => stock === 0);
    expect(low.length).toBeGreaterThanOrEqual(5);
    expect(soldOut.length).toBeGreaterThanOrEqual(3);
    expect(low.length + soldOut.length).toBeLessThan(demoProducts.length / 4);
  });

  test("uses every sale unit", () => {
    const units = new Set(demoProducts.map((product) => product.specs.unit));
    expect([...units].sort()).toEqual(["caixa", "kg", "pacote", "unidade"]);
  });
});

describe("each product", () => {
  test("fits on a card", () => {
    for (const { title, short_desc } of demoProducts) {
      expect(title.length, title).toBeLessThanOrEqual(32);
      expect(short_desc.length, title).toBeLessThanOrEqual(cardTextLength);
    }
  });

  test("has a description of two paragraphs without exclamation marks", () => {
    for (const { title, short_desc, long_desc } of demoProducts) {
      expect(long_desc.split("\n\n"), title).toHaveLength(2);
      expect(long_desc.length, title).toBeGreaterThan(150);
      expect(short_desc + long_desc, title).not.toContain("!");
    }
    expectUnique(demoProducts.map((product) => product.short_desc));
  });

  test("has a price to the cent and a rating between 4.1 and 5", () => {
    for (const { title, price, specs } of demoProducts) {
      expect(price, title).toBeGreaterThanOrEqual(1);
      expect(price, title).toBe(Number(price.toFixed(2)));
      expect(specs.rating, title).toBeGreaterThanOrEqual(4.1);
      expect(specs.rating, title).toBeLessThanOrEqual(5);
    }
  });

  test("of pulp has as many units in a box as in all its packages", () => {
    const pulps = demoProducts.filter(({ category }) => category === "polpas");
    expect(pulps.length).toBeGreaterThan(10);
    for (const { title, specs } of pulps) {
      const { unitsPerPackage, packagesPerBox, unitsPerBox } = specs.packageInfo;
      expect(unitsPerBox, title).toBe(unitsPerPackage * packagesPerBox);
    }
  });
});

describe("the sale options", () => {
  const sold = demoProducts.map((product) => ({ product, options: saleOptionsOf(product) }));

  test("belong to at least 40 products, some with a step, and five fish are weighed", () => {
    const slugs = new Set(demoProducts.map(({ slug }) => slug));
    expect(slugsWithSaleOptions.filter((slug) => !slugs.has(slug))).toEqual([]);
    expect(slugsWithSaleOptions.length).toBeGreaterThanOrEqual(40);
    expect(sold.some(({ options }) => options.some(({ step }) => step > 1))).toBe(true);
    const weighed = demoProducts.filter(({ specs }) => specs.variable_weight);
    expect(weighed.map(({ category, specs }) => [category, specs.unit])).toEqual(
      Array.from({ length: 5 }, () => ["pescados", "kg"]),
    );
  });

  test("follow the rules of the shop and agree with the package", () => {
    for (const { product, options } of sold) {
      const { category, specs } = product;
      const errors = [
        ...findOptionErrors(options),
        ...findPackageErrors(options, { category, packageInfo: specs.packageInfo }),
      ];
      expect(errors, product.slug).toEqual([]);
    }
  });

  test("cost less per main unit the larger they are", () => {
    for (const { product, options } of sold) {
      const ranges = options.map(({ price, tiers, contains }) => {
        const prices = [price, ...tiers.map((tier) => tier.price)];
        return { contains, highest: price / contains, lowest: Math.min(...prices) / contains };
      });
      const bySize = ranges.sort((one, other) => one.contains - other.contains);
      for (const [index, larger] of bySize.entries()) {
        if (index > 0) {
          expect(larger.highest, product.slug).toBeLessThan(bySize[index - 1]?.lowest ?? 0);
        }
      }
    }
  });
});

describe("the recipes", () => {
  test("are twelve, one of them featured, each with a unique slug", () => {
    expect(demoRecipes).toHaveLength(12);
    expect(demoRecipes.filter((recipe) => recipe.is_featured)).toHaveLength(1);
    const slugs = demoRecipes.map((recipe) => recipe.slug);
    expectUnique(slugs);
    expect(slugs).toEqual(demoRecipes.map((recipe) => slugify(recipe.title)));
  });

  test("use a product of the shop", () => {
    for (const recipe of demoRecipes) {
      const ingredients = recipe.ingredients.join("\n").toLowerCase();
      const sold = titles.filter((title) => ingredients.includes(nameWithoutWeight(title)));
      expect(sold, recipe.title).not.toEqual([]);
    }
  });

  test("number their steps, one per line", () => {
    for (const recipe of demoRecipes) {
      const numbers = recipe.instructions.split("\n").map((step) => Number.parseInt(step, 10));
      expect(numbers.length, recipe.title).toBeGreaterThanOrEqual(4);
      expect(numbers, recipe.title).toEqual(numbers.map((_, index) => index + 1));
    }
  });
});

test("labels are valid, and warn where sugar, salt or fat is added", () => {
  const foods = new Map(demoProducts.map((product) => [product.slug, describeFood(product)]));
  for (const [slug, food] of foods) expect(foodSchema.safeParse(food).error, slug).toBeUndefined();
  const warned = [...foods].filter(([, food]) => listWarnings(food).length > 0);
  expect(warned.length).toBeGreaterThan(3);
  expect(listWarnings(foods.get("bolinho-de-bacalhau") ?? {})).toEqual(["SÓDIO"]);
  expect(listDeclarations(foods.get("file-de-tilapia") ?? {})).toEqual([
    "ALÉRGICOS: CONTÉM PEIXES.",
  ]);
});
