import { expect, test } from "vitest";
import { addItem } from "#app/domain/cart/rules.ts";
import { cartProduct } from "#app/domain/cart/samples.ts";
import { withoutOrdered } from "./without-ordered.ts";

const acai = cartProduct({ id: "acai" });
const manga = cartProduct({ id: "manga" });

test("the cart that was ordered is empty once the order is acknowledged", () => {
  const ordered = addItem(addItem([], acai, 2), manga);
  expect(withoutOrdered(ordered, ordered)).toEqual([]);
});

test("what was added since stays, and as it was", () => {
  const ordered = addItem([], acai, 2);
  const now = addItem(addItem(ordered, acai, 3), manga);
  expect(withoutOrdered(now, ordered).map((item) => [item.product.id, item.quantity])).toEqual([
    ["acai", 3],
    ["manga", 1],
  ]);
});
