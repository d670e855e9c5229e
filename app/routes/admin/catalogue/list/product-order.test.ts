import { expect, test } from "vitest";
import { inOrder, moveToPlaceOf } from "./product-order.ts";

test("a product moves to the position of the drop target, down and up", () => {
  expect(moveToPlaceOf(["a", "b", "c", "d"], "a", "c")).toEqual(["b", "c", "a", "d"]);
  expect(moveToPlaceOf(["a", "b", "c", "d"], "d", "b")).toEqual(["a", "d", "b", "c"]);
});

test("unknown ids change nothing", () => {
  expect(moveToPlaceOf(["a", "b"], "x", "b")).toEqual(["a", "b"]);
  expect(moveToPlaceOf(["a", "b"], "a", "x")).toEqual(["a", "b"]);
});

test("rows follow the ids, new ones at the end", () => {
  const rows = ["a", "b", "new", "c"].map((id) => ({ id }));
  expect(inOrder(rows, ["c", "b", "a"]).map(({ id }) => id)).toEqual(["c", "b", "a", "new"]);
});
