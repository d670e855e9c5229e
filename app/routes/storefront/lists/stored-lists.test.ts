import { expect, test } from "vitest";
import { createSafeStorage } from "#app/client/storage.ts";
import { listsKey, maxStoredLists, readLists, removeList, saveList } from "./stored-lists.ts";

function createStorage() {
  const values = new Map<string, string>();
  return createSafeStorage(() => ({
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }));
}

const lines = [
  { product_id: "0a1b2c3d-0000-4000-8000-12345678abcd", unit: "caixa" as const, quantity: 3 },
];

test("lists are stored by name, the latest 30", () => {
  const storage = createStorage();
  for (let number = 1; number <= 31; number += 1)
    saveList({ name: `Feira & cia\n${number}`, lines }, storage);
  saveList({ name: "Feira & cia\n5", lines: [] }, storage);
  const lists = readLists(storage);
  expect(lists).toHaveLength(maxStoredLists);
  expect(lists[0]).toMatchObject({ name: "Feira & cia\n5", lines: [] });
  expect(lists[1]).toMatchObject({ name: "Feira & cia\n31", lines });
});

test("removing the last list leaves nothing behind", () => {
  const storage = createStorage();
  saveList({ name: "Feira", lines }, storage);
  removeList("Feira", storage);
  expect(storage.read(listsKey)).toBeNull();
  expect(readLists(storage)).toEqual([]);
});
