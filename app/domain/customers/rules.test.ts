import { expect, test } from "vitest";
import { isOverLimit } from "./rules.ts";

const customer = { open_amount: 90, credit: 20, credit_limit: 100 };

test.each([
  ["what is open, less the credit", customer, undefined, false],
  ["a pending order with it", customer, { status: "pendente", valor_total: 30.01 }, true],
  ["a pending order that just fits", customer, { status: "pendente", valor_total: 30 }, false],
  [
    "a confirmed order, which is open already",
    customer,
    { status: "confirmado", valor_total: 99 },
    false,
  ],
  ["a cancelled order", customer, { status: "cancelado", valor_total: 99 }, false],
  ["more than the limit", { ...customer, open_amount: 120.01 }, undefined, true],
  [
    "anything without a limit",
    { ...customer, open_amount: 1e6, credit_limit: null },
    undefined,
    false,
  ],
] as const)("the limit is compared with %s", (_, limited, order, isOver) => {
  expect(isOverLimit(limited, order)).toBe(isOver);
});
