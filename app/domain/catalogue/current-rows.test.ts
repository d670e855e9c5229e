import { expect, test } from "vitest";
import * as examples from "#app/api/framework/examples.ts";
import { mergeCurrentRows } from "./current-rows.ts";
import type { Product } from "./schema.ts";

const product = (id: string, changes: Partial<Product> = {}): Product => ({
  ...(examples.product as Product),
  id,
  ...changes,
});
const [a, c] = [product("a", { position: 1, version: 2 }), product("c", { position: 3 })];
const rowsOf = (...rows: Product[]) => new Map(rows.map((row) => [row.id, row]));
const idsOf = (list: readonly Product[]) => list.map(({ id }) => id).join("");
const place = { includes: ({ category }: Product) => category === a.category, isComplete: false };

test("newer rows replace those of the list, older ones do not", () => {
  const newer = { ...a, version: 3, price: 99 };
  expect(mergeCurrentRows([a, c], rowsOf(newer))).toEqual([newer, c]);
  const list = [a, c];
  expect(mergeCurrentRows(list, rowsOf({ ...a, version: 1, price: 99 }))).toBe(list);
});

test("what is no longer on sale, or elsewhere, leaves the list", () => {
  expect(idsOf(mergeCurrentRows([a, c], new Map([["a", null]])))).toBe("c");
  const moved = { ...a, version: 3, category: "pescados" };
  expect(idsOf(mergeCurrentRows([a, c], rowsOf(moved), place))).toBe("c");
});

test("a new product takes its place, at the end only of a complete list", () => {
  const [b, d] = [product("b", { position: 2 }), product("d", { position: 4 })];
  expect(idsOf(mergeCurrentRows([a, c], rowsOf(b, d), place))).toBe("abc");
  expect(idsOf(mergeCurrentRows([a, c], rowsOf(d, b), { ...place, isComplete: true }))).toBe(
    "abcd",
  );
  expect(idsOf(mergeCurrentRows([a, c], rowsOf(b)))).toBe("ac");
});

test("what is sold out moves to the end", () => {
  const soldOut = { ...a, version: 3, stock: 0 };
  expect(idsOf(mergeCurrentRows([a, c], rowsOf(soldOut), place))).toBe("ca");
  expect(idsOf(mergeCurrentRows([a, c], rowsOf(soldOut)))).toBe("ac");
});
