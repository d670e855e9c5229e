import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { CartProvider } from "./cart-provider.tsx";
import { useCart, useCartQuantity } from "./cart-store.ts";

const settings = {
  delivery_settings: { delivery_fee: 0, minimum_order: 0, free_delivery_minimum: 0 },
  payment_methods: null,
  payment_terms: {},
};

function Count() {
  return <p>{useCart().totalItems}</p>;
}

function Quantity() {
  return <p>{useCartQuantity("acerola", "pacote")}</p>;
}

test("the cart outside its provider is an error", () => {
  expect(() => renderToString(<Count />)).toThrow("no CartProvider");
});

test("the server renders an empty cart", () => {
  const html = renderToString(
    <CartProvider settings={settings}>
      <Count />
      <Quantity />
    </CartProvider>,
  );
  expect(html).toBe("<p>0</p><p>0</p>");
});
