import { expect, test } from "vitest";
import { formatOrderCount, greetingName, totalLabel } from "./texts.ts";

test.each([
  ["Maria da Silva", "529.982.247-25", "Maria"],
  ["Bar do Zé Ltda", "11.222.333/0001-81", "Bar do Zé Ltda"],
  ["Bar do Zé Ltda", "12ABC34501DE35", "Bar do Zé Ltda"],
  ["", "", ""],
])("%s with %s is called %s", (name, document, called) => {
  expect(greetingName(name.split(" "), document)).toBe(called);
});

test("a sum is an estimate while one of its lines is to be weighed", () => {
  expect(totalLabel([{}, { variable_weight: false }])).toBe("Total");
  expect(totalLabel([{}, { variable_weight: true }])).toBe("Total estimado");
});

test.each([
  [0, "0 pedidos"],
  [1, "1 pedido"],
  [45, "45 pedidos"],
  [1340, "1.340 pedidos"],
])("%i orders are written as '%s'", (count, text) => {
  expect(formatOrderCount(count)).toBe(text);
});
