import { expect, test } from "vitest";
import { formatOrderId, formatPhone, formatPostalCode } from "./orders/order-labels.tsx";

test("an order is shown by the last eight characters of its id", () => {
  expect(formatOrderId("7b1f1f6e-4c0a-4d0e-9f0b-2f6a1c9d3e55")).toBe("#1c9d3e55");
});

test("phones and postal codes are formatted, unusual ones are not changed", () => {
  expect(formatPhone("11987654321")).toBe("(11) 98765-4321");
  expect(formatPhone("1132654321")).toBe("(11) 3265-4321");
  expect(formatPhone("5511987654321")).toBe("(11) 98765-4321");
  expect(formatPhone("351912345678")).toBe("351912345678");
  expect(formatPostalCode("01310100")).toBe("01310-100");
});
