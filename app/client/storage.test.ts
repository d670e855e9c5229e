import { describe, expect, test } from "vitest";
import { createSafeStorage } from "./storage.ts";

function mapStorage(stored: Map<string, string>) {
  return () => ({
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => void stored.set(name, text),
    removeItem: (name: string) => void stored.delete(name),
  });
}

function throwError(name: string) {
  return (): never => {
    throw new DOMException("", name);
  };
}

describe("safe storage", () => {
  test("reads, writes and removes what the browser stores", () => {
    const stored = new Map<string, string>();
    const storage = createSafeStorage(mapStorage(stored));
    expect(storage.isAvailable()).toBe(true);
    expect(storage.read("cart")).toBeNull();
    expect(storage.write("cart", "1")).toBe(true);
    expect(stored.get("cart")).toBe("1");
    expect(storage.read("cart")).toBe("1");
    storage.remove("cart");
    expect(stored.size).toBe(0);
  });

  test("holds texts in memory where storage is denied", () => {
    const storage = createSafeStorage(throwError("SecurityError"));
    expect(storage.isAvailable()).toBe(false);
    expect(storage.read("cart")).toBeNull();
    expect(storage.write("cart", "1")).toBe(false);
    expect(storage.read("cart")).toBe("1");
    storage.remove("cart");
    expect(storage.read("cart")).toBeNull();
  });

  test("prefers the text in memory to an older stored one while storage is full", () => {
    const stored = new Map([["cart", "old"]]);
    let isFull = true;
    const storage = createSafeStorage(() => ({
      ...mapStorage(stored)(),
      setItem(name: string, text: string) {
        if (isFull) throwError("QuotaExceededError")();
        stored.set(name, text);
      },
    }));
    expect(storage.write("cart", "new")).toBe(false);
    expect(storage.read("cart")).toBe("new");
    isFull = false;
    expect(storage.write("cart", "newer")).toBe(true);
    stored.set("cart", "changed by another tab");
    expect(storage.read("cart")).toBe("changed by another tab");
  });
});
