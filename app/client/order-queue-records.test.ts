import { expect, test } from "vitest";
import { type StoredRecord, upgradeRecord } from "./order-queue-records.ts";

const contents = { key: "key-of-the-order", items: [], savedAt: "2026-11-21T11:00:00Z" };
const customer = { name: "Maria da Silva" } as Extract<
  StoredRecord,
  { state: "queued" }
>["customer"];

test("an unsent order that an earlier version stored is queued", () => {
  const old = { revision: "1", customer, attempts: 2, nextTryAt: 5, asked: true } as const;
  expect(upgradeRecord({ ...contents, ...old, state: "waiting" })).toEqual({
    ...contents,
    state: "queued",
    revision: "1",
    customer,
    attempts: 2,
    nextAttemptAt: 5,
    visitorUntil: 0,
    isDelayRequested: true,
  });
});

test("answered orders that an earlier version stored are preserved", () => {
  const answered = { ...contents, at: 7, byVisitor: true };
  const sent = { ...answered, state: "acknowledged", number: 3, total: 10, settled: true } as const;
  expect(upgradeRecord(sent)).toEqual({
    ...contents,
    answeredAt: 7,
    isVisitorWatching: true,
    state: "sent",
    number: 3,
    total: 10,
    isCartUpdated: true,
  });
  const refusal = { kind: "refused", message: "O pedido mínimo é de R$ 50,00" } as const;
  expect(upgradeRecord({ ...answered, state: "refused", customer, refusal })).toMatchObject({
    state: "rejected",
    rejection: { kind: "rejected", message: refusal.message },
  });
  const changed = { kind: "changed", lines: [] } satisfies { kind: "changed"; lines: never[] };
  const old = { ...answered, state: "refused", customer, refusal: changed } as const;
  expect(upgradeRecord(old)).toMatchObject({ rejection: changed });
});

test("a record of this version is returned as it is", () => {
  const sent: StoredRecord = {
    ...contents,
    answeredAt: 7,
    isVisitorWatching: false,
    state: "sent",
    number: 3,
    total: 10,
    isCartUpdated: false,
  };
  expect(upgradeRecord(sent)).toBe(sent);
});
