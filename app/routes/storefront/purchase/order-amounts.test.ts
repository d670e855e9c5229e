import { expect, test } from "vitest";
import { addItem, type CartItems } from "#app/domain/orders/cart/rules.ts";
import { cartProduct } from "#tests/support/sample-cart.ts";
import { describeOrderObstacle } from "./order-summary.tsx";

const delivery = { delivery_fee: 10, minimum_order: 50, free_delivery_minimum: 0 };
const worth = (price: number) => addItem([], cartProduct({ price }));

test("a cart under the minimum says what the minimum is and what is missing", () => {
  expect(describeOrderObstacle(worth(49.99), delivery)).toBe(
    "O pedido mínimo é de R$ 50,00. Faltam R$ 0,01.",
  );
});

test("the minimum is inclusive, and off at zero", () => {
  expect(describeOrderObstacle(worth(50), delivery)).toBeUndefined();
  expect(describeOrderObstacle(worth(0.01), { ...delivery, minimum_order: 0 })).toBeUndefined();
});

test("an order has a maximum number of lines", () => {
  const lines = (count: number): CartItems =>
    Array.from({ length: count }, (_, index) => ({
      product: cartProduct({ id: String(index), price: 10 }),
      quantity: 1,
      selectedOption: "pacote",
    }));
  expect(describeOrderObstacle(lines(100), delivery)).toBeUndefined();
  expect(describeOrderObstacle(lines(101), delivery)).toMatch("100 produtos");
});
