import { expect, test } from "vitest";
import { composeExample } from "#app/api/framework/compose-example.ts";
import { createSafeStorage } from "#app/client/storage.ts";
import { orderViewSchema, type StoredOrder } from "#app/domain/orders/links/schema.ts";
import { storedOrdersKey } from "./menu-item.tsx";
import {
  maxStoredOrders,
  readStoredOrders,
  removeStoredOrder,
  storeOrder,
  toStoredOrder,
  updateStoredOrder,
} from "./stored-orders.ts";

function storageWith(text?: string) {
  const values = new Map(text === undefined ? [] : [[storedOrdersKey, text]]);
  return createSafeStorage(() => ({
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }));
}

function order(number: number, fields: Partial<StoredOrder> = {}): StoredOrder {
  const line = {
    product_id: "acai",
    unit: "pacote" as const,
    quantity: 2,
    name: "Açaí",
    price: 9.5,
  };
  return {
    ref: `${number}-abc_DEF`,
    number,
    createdAt: "2026-11-20T12:00:00.000Z",
    status: "pendente",
    total: 19,
    lines: [line],
    ...fields,
  };
}

test("the latest 30 orders are stored once each, the latest first", () => {
  const storage = storageWith();
  for (let number = 1; number <= 31; number += 1) storeOrder(order(number), storage);
  storeOrder(order(31, { status: "confirmado" }), storage);
  const stored = readStoredOrders(storage);
  expect(stored).toHaveLength(maxStoredOrders);
  expect(stored[0]).toEqual(order(31, { status: "confirmado" }));
  expect(stored.at(-1)?.number).toBe(2);
});

test("an update never adds an order, and the last removal leaves nothing behind", () => {
  const storage = storageWith();
  updateStoredOrder(order(1), storage);
  expect(storage.read(storedOrdersKey)).toBeNull();
  storeOrder(order(1), storage);
  updateStoredOrder(order(1, { status: "entregue" }), storage);
  expect(readStoredOrders(storage)[0]?.status).toBe("entregue");
  removeStoredOrder(1, storage);
  expect(storage.read(storedOrdersKey)).toBeNull();
});

test.each(["", "{", "null", "7", "{}", '[1,{"ref":"../admin"}]'])(
  "%j in storage is not an order",
  (text) => {
    expect(readStoredOrders(storageWith(text))).toEqual([]);
  },
);

test("an order with fields that this version does not accept is left out", () => {
  const text = JSON.stringify([order(1, { ref: "../../admin" }), order(2)]);
  expect(readStoredOrders(storageWith(text))).toEqual([order(2)]);
});

test("of an edited order what was ordered is stored, with the total of what is sent", () => {
  const line = { product_id: "acai", product_name: "Açaí", unit: "caixa" as const, price: 10 };
  const edited = {
    ...composeExample(orderViewSchema),
    valor_total: 20,
    itens: [{ ...line, quantity: 0, total: 0 }],
    original: { itens: [{ ...line, quantity: 3, total: 30 }], valor_total: 30 },
  };
  const storage = storageWith();
  storeOrder(toStoredOrder("1001-abc_DEF", edited), storage);
  expect(readStoredOrders(storage)).toMatchObject([{ total: 20, lines: [{ quantity: 3 }] }]);
});
