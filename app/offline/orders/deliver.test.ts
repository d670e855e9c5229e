import { describe, expect, test } from "vitest";
import { afterwards, isTimeFor, mayGoNow } from "./deliver.ts";
import type { WaitingOrder } from "./waiting-orders.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const customer = { name: "Maria da Silva" } as WaitingOrder["customer"];
const order: WaitingOrder = {
  key: "key-of-the-order",
  revision: "1",
  state: "waiting",
  customer,
  items: [],
  savedAt: "2026-11-21T11:00:00Z",
  attempts: 1,
  nextTryAt: 0,
  asked: false,
};

describe("after an attempt an order", () => {
  test("that was acknowledged keeps its number and forgets who ordered", () => {
    const after = afterwards(order, { kind: "placed", number: 7, total: 10 }, false, now);
    expect(after).toMatchObject({ state: "acknowledged", number: 7 });
    expect(JSON.stringify(after)).not.toContain("Maria");
  });

  test("that was refused waits for the visitor, with the reason", () => {
    const refusal = { kind: "refused", message: "O pedido mínimo é de R$ 50,00" } as const;
    expect(afterwards(order, refusal, false, now)).toMatchObject({
      state: "refused",
      refusal,
      customer,
    });
  });

  test("without an answer waits longer each time, up to a quarter of an hour", () => {
    const waits = [1, 2, 3, 4, 20].map((attempts) => {
      const after = afterwards({ ...order, attempts }, { kind: "unclear" }, false, now);
      return after.state === "waiting" ? (after.nextTryAt - now) / 1000 : 0;
    });
    const usual = [5, 15, 45, 135, 900];
    for (const [index, wait] of waits.entries()) {
      expect(Math.abs(wait - (usual[index] ?? 0))).toBeLessThanOrEqual((usual[index] ?? 0) / 5);
    }
  });

  test("without an answer leaves the next half minute to who looks on", () => {
    const after = afterwards(order, { kind: "unclear" }, true, now);
    expect(after).toMatchObject({ state: "waiting", nextTryAt: now + 30_000 });
  });

  test("that came too soon after others waits as long as the shop asked, also when the connection returns", () => {
    const wait = 180;
    const after = afterwards(order, { kind: "busy", message: "", wait }, false, now);
    expect(after).toMatchObject({ state: "waiting", nextTryAt: now + 180_000, asked: true });
  });
});

test("a connection that returns ends every wait but one the shop asked for", () => {
  const later = { ...order, nextTryAt: Date.now() + 60_000 };
  expect(isTimeFor(later)).toBe(false);
  expect(mayGoNow(later)).toBe(true);
  expect(mayGoNow({ ...later, asked: true })).toBe(false);
  expect(mayGoNow({ ...order, asked: true })).toBe(true);
});
