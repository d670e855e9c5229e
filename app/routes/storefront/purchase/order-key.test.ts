import { describe, expect, test, vi } from "vitest";
import { createOrderKey } from "./order-key.ts";

function memoryStorage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

describe("the key of an order", () => {
  test("is the same for a second press, after a lost answer and after a reload", () => {
    const storage = memoryStorage();
    const page = createOrderKey(() => storage);
    const key = page.begin();
    expect(page.begin()).toBe(key);
    const reloaded = createOrderKey(() => storage);
    expect(reloaded.isUnanswered()).toBe(true);
    expect(reloaded.begin()).toBe(key);
  });

  test("is the same after a refusal, and then no answer is awaited", () => {
    const page = createOrderKey(memoryStorageOnce());
    const key = page.begin();
    page.refused();
    expect(page.isUnanswered()).toBe(false);
    expect(page.begin()).toBe(key);
  });

  test("is another one once an order was acknowledged", () => {
    const page = createOrderKey(memoryStorageOnce());
    const key = page.begin();
    page.acknowledged();
    expect(page.isUnanswered()).toBe(false);
    expect(page.begin()).not.toBe(key);
  });

  test("is made anew when what is stored is broken", () => {
    const storage = memoryStorage();
    for (const text of ["", "null", '{"key":7}', '{"key":"","unanswered":true}', "{"]) {
      storage.setItem("pomar.order-key", text);
      const page = createOrderKey(() => storage);
      expect(page.isUnanswered()).toBe(false);
      expect(page.begin()).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test("lives as long as the page where storage is denied", () => {
    const page = createOrderKey(() => {
      throw new DOMException("denied", "SecurityError");
    });
    const key = page.begin();
    expect(page.isUnanswered()).toBe(true);
    expect(page.begin()).toBe(key);
    page.acknowledged();
    expect(page.begin()).not.toBe(key);
  });

  test("is made without randomUUID, which plain http does not have", () => {
    const getRandomValues = crypto.getRandomValues.bind(crypto);
    vi.stubGlobal("crypto", { getRandomValues });
    expect(createOrderKey(memoryStorageOnce()).begin()).toMatch(/^[0-9a-f]{32}$/);
    vi.unstubAllGlobals();
  });
});

function memoryStorageOnce() {
  const storage = memoryStorage();
  return () => storage;
}
