import { expect, test } from "vitest";
import type { CartItem } from "#app/domain/orders/cart/rules.ts";
import type { OrderView } from "#app/domain/orders/links/schema.ts";
import { cartQuantities, draftLines, editedQuantities, hasChanged } from "./draft-lines.ts";

function lineOf(product_id: string, quantity: number): OrderView["itens"][number] {
  const line = { product_id, unit: "pacote" as const, product_name: product_id, quantity };
  return { ...line, price: 10, total: 10 * quantity };
}

function itemOf(id: string, quantity: number): CartItem {
  const product = { id, name: id, unit: "pacote", price: 12 } as CartItem["product"];
  return { product, quantity, selectedOption: "pacote" };
}

const key = "acai pacote";
const order = [lineOf("acai", 3)];

test("the cart is added to the order, and an edited quantity replaces the sum", () => {
  const cart = [itemOf("acai", 2), itemOf("caju", 1)];
  expect(draftLines(order, cart, {})).toMatchObject([
    { key, quantity: 5, initialQuantity: 5, orderedQuantity: 3, agreedPrice: 10 },
    { key: "caju pacote", quantity: 1, initialQuantity: 1, orderedQuantity: 0, price: 12 },
  ]);
  const [acai] = draftLines(order, cart, { [key]: 0 });
  expect(acai).toMatchObject({ quantity: 0, initialQuantity: 5 });
});

test("a line that is not sent is left out, and the rest is unchanged", () => {
  const lines = draftLines([...order, lineOf("caju", 0)], [], {});
  expect(lines).toHaveLength(1);
  expect(hasChanged(lines)).toBe(false);
  expect(hasChanged(draftLines(order, [], { [key]: 4 }))).toBe(true);
});

test("what is put into the cart after an edit is added to the edited quantity, once", () => {
  const cart = [itemOf("acai", 2)];
  const added = editedQuantities({ quantities: { [key]: 5 }, inCart: {} }, cart);
  expect(added).toEqual({ [key]: 7 });
  const again = { quantities: added, inCart: cartQuantities(cart) };
  expect(editedQuantities(again, cart)).toEqual({ [key]: 7 });
  expect(editedQuantities(again, [itemOf("acai", 3)])).toEqual({ [key]: 8 });
  expect(editedQuantities(again, [])).toEqual({ [key]: 5 });
});
