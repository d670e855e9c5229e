import { expect, test } from "vitest";
import { createSafeStorage } from "#app/client/storage.ts";
import {
  customerKey,
  deleteDraft,
  draftKey,
  readCustomer,
  readDraft,
  rememberCustomer,
  saveDraft,
} from "./checkout-form-state.ts";

function storageWith(text: string | null) {
  const values = new Map(text === null ? [] : [[draftKey, text]]);
  return createSafeStorage(() => ({
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }));
}

test("what was typed can be read back until the order is sent", () => {
  const storage = storageWith(null);
  const typed = { ...readDraft(storage), name: "Maria da Silva", state: "SP" };
  saveDraft(typed, storage);
  expect(readDraft(storage)).toEqual(typed);
  deleteDraft(storage);
  expect(readDraft(storage).name).toBe("");
});

test.each([
  null,
  "",
  "{",
  "null",
  "7",
  "[1]",
  '{"name":7,"password":"x","__proto__":{"name":"y"}}',
])("%j in storage is an empty form", (text) => {
  const draft = readDraft(storageWith(text));
  expect(Object.values(draft)).toEqual(Array.from({ length: 14 }, () => ""));
});

test("where storage is denied, the draft lives in memory", () => {
  const denied = createSafeStorage(() => {
    throw new DOMException("denied", "SecurityError");
  });
  expect(readDraft(denied).name).toBe("");
  saveDraft({ ...readDraft(denied), name: "Maria da Silva" }, denied);
  expect(readDraft(denied).name).toBe("Maria da Silva");
});

test("remembered data expire 180 days after they were saved", () => {
  const storage = storageWith(null);
  const customer = { ...readDraft(storage), name: "Maria da Silva", street: "Rua das Flores 10" };
  const day = 86_400_000;
  expect(readCustomer(storage, 0)).toBeUndefined();
  expect(rememberCustomer(customer, storage, 1000)).toBe(true);
  expect(readCustomer(storage, 179 * day)).toEqual(customer);
  expect(readCustomer(storage, 181 * day)).toBeUndefined();
  expect(storage.read(customerKey)).toBeNull();
  storage.write(customerKey, "not a customer");
  expect(readCustomer(storage)).toBeUndefined();
});
