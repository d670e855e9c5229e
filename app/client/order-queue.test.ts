import { describe, expect, test } from "vitest";
import {
  applyResult,
  canSendOnReconnect,
  canWorkerSend,
  isDue,
  startAttempt,
} from "./order-queue.ts";
import type { PendingOrder } from "./order-queue-records.ts";
import { readAnswer } from "./order-queue-request.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const customer = { name: "Maria da Silva" } as PendingOrder["customer"];
const order: PendingOrder = {
  key: "key-of-the-order",
  revision: "1",
  state: "sending",
  customer,
  items: [],
  savedAt: "2026-11-21T11:00:00Z",
  attempts: 1,
  nextAttemptAt: 0,
  visitorUntil: 0,
  isDelayRequested: false,
};

test("an order that is being sent is due again only after the request's timeout", () => {
  const attempt = startAttempt({ ...order, state: "queued", attempts: 0 });
  expect(attempt).toMatchObject({ state: "sending", attempts: 1 });
  expect(isDue(attempt)).toBe(false);
  expect(isDue(startAttempt(order, Date.now() - 60_000))).toBe(true);
});

describe("after an attempt an order", () => {
  test("that was acknowledged has its number and no customer data", () => {
    const after = applyResult(order, { kind: "placed", number: 7, total: 10 }, false, now);
    expect(after).toMatchObject({ state: "sent", number: 7, isCartUpdated: false });
    expect(JSON.stringify(after)).not.toContain("Maria");
  });

  test("that is queued keeps its delivery, and one that was acknowledged says which day it got", () => {
    const delivery = { delivery_date: "2026-11-24", delivery_flexible: true };
    const waiting = applyResult({ ...order, delivery }, { kind: "unclear" }, false, now);
    expect(waiting).toMatchObject({ state: "queued", delivery });
    const answer = { numero_pedido: 7, valor_total: 10, delivery_kind: "entrega" };
    const moved = { ...answer, delivery_date: "2026-11-26", delivery_shift: "Manhã, 8h às 12h" };
    const after = applyResult({ ...order, delivery }, readAnswer(201, moved, 60), false, now);
    expect(after).toMatchObject({ deliveryText: "Entrega na quinta, 26/11, Manhã, 8h às 12h" });
  });

  test("that was rejected has the reason, for the visitor to decide", () => {
    const rejection = { kind: "rejected", message: "O pedido mínimo é de R$ 50,00" } as const;
    const after = applyResult(order, rejection, false, now);
    expect(after).toMatchObject({ state: "rejected", rejection, customer });
  });

  test("without an answer is retried after growing delays, up to a quarter of an hour", () => {
    const delays = [1, 2, 3, 4, 20].map((attempts) => {
      const after = applyResult({ ...order, attempts }, { kind: "unclear" }, false, now);
      return after.state === "queued" ? (after.nextAttemptAt - now) / 1000 : 0;
    });
    const expected = [5, 15, 45, 135, 900];
    for (const [index, delay] of delays.entries()) {
      const seconds = expected[index] ?? 0;
      expect(Math.abs(delay - seconds)).toBeLessThanOrEqual(seconds / 5);
    }
  });

  test("without an answer is left to the watching visitor for half a minute", () => {
    const after = applyResult(order, { kind: "unclear" }, true, now) as PendingOrder;
    expect(after).toMatchObject({ state: "queued", nextAttemptAt: now + 30_000 });
    expect(canWorkerSend({ ...after, visitorUntil: Date.now() + 1000 })).toBe(false);
    expect(canWorkerSend({ ...after, visitorUntil: Date.now() - 1 })).toBe(true);
  });

  test("that exceeded the rate limit waits as long as the shop requests, also after a reconnect", () => {
    const result = { kind: "busy", message: "", retryAfterSeconds: 180 } as const;
    expect(applyResult(order, result, false, now)).toMatchObject({
      state: "queued",
      nextAttemptAt: now + 180_000,
      isDelayRequested: true,
    });
  });
});

test("a restored connection ends every delay except one that the shop requested", () => {
  const later = { ...order, nextAttemptAt: Date.now() + 60_000 };
  expect(isDue(later)).toBe(false);
  for (const canSend of [canSendOnReconnect, canWorkerSend]) {
    expect(canSend(later)).toBe(true);
    expect(canSend({ ...later, isDelayRequested: true })).toBe(false);
    expect(canSend({ ...order, isDelayRequested: true })).toBe(true);
  }
});
