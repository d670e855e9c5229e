import { globSync, readFileSync } from "node:fs";
import { getTableColumns } from "drizzle-orm";
import { expect, test } from "vitest";
import { headingOf } from "#app/domain/catalogue/import/product-csv.ts";
import { productFormSchema } from "#app/domain/catalogue/product-form.ts";
import { productSchema } from "#app/domain/catalogue/schema.ts";
import { categories, products } from "#app/domain/catalogue/table.ts";
import { settingsChangesSchema } from "#app/domain/company/schema.ts";
import { orderColumns } from "#app/domain/orders/table.ts";
import { recipeSchema } from "#app/domain/recipes/schema.ts";
import { recipes } from "#app/domain/recipes/table.ts";
import { fieldLabel } from "#app/shared/labels.ts";

// A new column is easily forgotten in the places that this file compares with the tables.

/** Columns that no form changes and that say nothing to the administrator. */
const internal = ["user_id", "idempotency_key", "request_hash"];

test.each([
  ["products", getTableColumns(products)],
  ["categories", getTableColumns(categories)],
  ["recipes", getTableColumns(recipes)],
  ["settings", settingsChangesSchema.shape],
  ["orders", orderColumns],
])("every column of %s has a label in the audit log", (table, columns) => {
  const unlabeled = Object.keys(columns).filter((name) => fieldLabel(table, name) === name);
  expect(unlabeled.filter((name) => !internal.includes(name))).toEqual([]);
});

test.each([
  ["setting", "{company,delivery,payments}", settingsChangesSchema.omit({ version: true }).shape],
  ["field of a product", "catalogue", productFormSchema().shape],
  ["count of a package", "catalogue", productFormSchema().shape.packageInfo.shape],
])("every %s is part of a form of the back office", (_name, folder, fields) => {
  const files = globSync(`app/routes/admin/${folder}/**/*.tsx`, { exclude: ["**/*.test.*"] });
  const forms = files.map((file) => readFileSync(file, "utf8")).join("\n");
  const names = Object.keys(fields);
  expect(names.length).toBeGreaterThan(2);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(forms))).toEqual([]);
});

test("every field of a recipe has an input", () => {
  const files = [
    "recipes/recipe-editor.tsx",
    "media/picture-field.tsx",
    "kit/editing/row-editor.tsx",
  ];
  const code = files.map((file) => readFileSync(`app/routes/admin/${file}`, "utf8")).join("\n");
  const inputs = [...code.matchAll(/(?:register\(|name[:=] ?)"([a-z_]+)"/g)].map(
    ([, name]) => name,
  );
  const { id, version, created_at, updated_at, ...fields } = recipeSchema.shape;
  expect(Object.keys(fields).filter((name) => !inputs.includes(name))).toEqual([]);
});

test("the products' CSV file has every field of a product, except those that are not edited as text", () => {
  const missing = Object.keys(productSchema.shape).filter((name) => headingOf(name) === undefined);
  // The price is that of the first sale option.
  const others = [
    "id",
    "price",
    "images",
    "position",
    "entered",
    "metadata",
    "version",
    "updated_at",
  ];
  expect(missing).toEqual(others);
});
