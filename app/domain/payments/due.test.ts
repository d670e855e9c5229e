import { expect, test } from "vitest";
import { describeMethod, offeredMethods } from "./methods.ts";
import { describeDue, describeTerms } from "./rules.ts";

const terms = (days: number, due_from?: "order" | "delivery") => ({
  Boleto: { audience: "all" as const, days, due_from },
});

test.each([
  ["Boleto, 28 dias após a entrega", terms(28)],
  ["Boleto, 1 dia após a entrega", terms(1, "delivery")],
  ["Boleto, 28 dias após o pedido", terms(28, "order")],
  ["Boleto", terms(0, "order")],
  ["Boleto", {}],
])("the checkout offers '%s'", (text, payment_terms) => {
  const offered = offeredMethods({ payment_methods: ["Boleto"], payment_terms }, "");
  expect(offered.map(describeMethod)).toEqual([text]);
});

const [due, expected] = [
  { due_on: "2027-01-04", due_is_expected: false },
  { due_on: "2026-12-25", due_is_expected: true },
];

test("an expected date is never overdue", () => {
  expect(describeDue(due, "2027-01-04")).toBe("vence em 04/01/2027");
  expect(describeDue(due, "2027-01-05")).toBe("venceu em 04/01/2027");
  expect(describeDue(expected, "2027-01-05")).toBe("vence em 25/12/2026 (previsto)");
  expect(describeDue({ due_on: null, due_is_expected: false }, "2027-01-05")).toBe("");
});

test.each([
  ["", null, { due_on: null, due_is_expected: false }],
  ["PIX", "PIX", { due_on: null, due_is_expected: false }],
  ["Boleto, vence em 04/01/2027", "Boleto", due],
  ["vence em 25/12/2026 (previsto)", null, expected],
])("an order says '%s'", (text, payment_method, date) => {
  expect(describeTerms({ payment_method, ...date })).toBe(text);
});
