import { expect, it } from "vitest";
import { categories } from "#app/domain/catalogue/table.ts";
import { settings } from "#app/domain/company/table.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";

const { database } = await openTestDatabase();

it("starts with the four categories and one settings row", async () => {
  expect(await database.select().from(categories)).toHaveLength(4);
  expect(await database.select().from(settings)).toHaveLength(1);
  await database.delete(categories);
});

it("is reset before each test", async () => {
  expect(await database.select().from(categories)).toHaveLength(4);
});
