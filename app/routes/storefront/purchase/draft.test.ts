import { expect, test } from "vitest";
import { draftKey, keepDraft, readDraft } from "./draft.ts";

function storageWith(text: string | null) {
  const values = new Map(text === null ? [] : [[draftKey, text]]);
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
  return () => storage;
}

test("what was typed comes back, and leaves when the order is sent", () => {
  const storage = storageWith(null);
  const typed = { ...readDraft(storage), name: "Maria da Silva", state: "SP" };
  keepDraft(storage, typed);
  expect(readDraft(storage)).toEqual(typed);
  keepDraft(storage, undefined);
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
  expect(Object.values(draft)).toEqual(Array.from({ length: 11 }, () => ""));
});

test("where storage is denied the form starts empty and works", () => {
  const denied = () => {
    throw new DOMException("denied", "SecurityError");
  };
  expect(readDraft(denied).name).toBe("");
  expect(() => keepDraft(denied, readDraft(denied))).not.toThrow();
});
