import { expect, test } from "vitest";
import { categoryAtPath, categoryLabel, categoryPath } from "./rules.ts";

test.each([
  ["polpas", "polpas-de-frutas"],
  ["pescados", "pescados"],
  ["sorvetes", "sorvetes"],
])("the page of %s is /produtos/%s", (slug, segment) => {
  expect(categoryPath(slug)).toBe(`/produtos/${segment}`);
  expect(categoryAtPath(segment)).toBe(slug);
});

test("the pulps have one address, and no category that of all products", () => {
  expect(categoryAtPath("polpas")).toBeUndefined();
  expect(categoryPath(null)).toBe("/produtos");
});

test("a category without a short name is shown by its name", () => {
  expect(categoryLabel({ name: "Sorvetes artesanais", short_name: "Sorvetes" })).toBe("Sorvetes");
  expect(categoryLabel({ name: "Sorvetes artesanais", short_name: "" })).toBe(
    "Sorvetes artesanais",
  );
});
