import { expect, it } from "vitest";
import { categories, settings } from "./schema.ts";
import { openTestDatabase } from "./testing.ts";

const { database } = await openTestDatabase();

it("starts with the four categories and one settings row", async () => {
  expect(await database.select().from(categories)).toHaveLength(4);
  expect(await database.select().from(settings)).toHaveLength(1);
  await database.delete(categories);
});

it("is reset before each test", async () => {
  expect(await database.select().from(categories)).toHaveLength(4);
});
