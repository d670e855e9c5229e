import { expect, test } from "vitest";
import type { OrderStatus } from "#app/shared/order-status.ts";
import { trackOrder } from "./order-tracker.tsx";

const open = { payment_state: "open", paid_amount: 0, valor_total: 90 } as const;
const paid = { ...open, payment_state: "paid", paid_amount: 90 } as const;
const at = (hour: number) => `2026-11-20T${hour}:00:00.000Z`;

function labelsOf(statuses: OrderStatus[], paid_at: string | null = null): string[] {
  const timeline = statuses.map((status, index) => ({
    status,
    at: at(10 + 2 * index),
    by_customer: status === "cancelado",
  }));
  const payment = { paid_at, ...(paid_at ? paid : open) };
  const steps = trackOrder({ status: statuses.at(-1) ?? "pendente", timeline, ...payment });
  return steps.map((step) => (step.at ? step.label : `(${step.label})`));
}

test("an open order shows all four steps, those to come after those that happened", () => {
  expect(labelsOf(["pendente"])).toEqual(["Pendente", "(Confirmado)", "(Pagamento)", "(Entregue)"]);
  expect(labelsOf(["pendente", "confirmado"])).toEqual([
    "Pendente",
    "Confirmado",
    "(Pagamento)",
    "(Entregue)",
  ]);
});

test("a payment stands where it happened, a missing one after the delivery", () => {
  const delivered: OrderStatus[] = ["pendente", "confirmado", "entregue"];
  const [first, second, third] = ["Pendente", "Confirmado", "Entregue"];
  expect(labelsOf(delivered, at(13))).toEqual([first, second, "Pagamento recebido", third]);
  expect(labelsOf(delivered, at(20))).toEqual([first, second, third, "Pagamento recebido"]);
  expect(labelsOf(delivered)).toEqual([first, second, third, "(Pagamento)"]);
});

test("nothing follows a cancelled order", () => {
  expect(labelsOf(["pendente", "cancelado"])).toEqual(["Pendente", "Cancelado por você"]);
});
