import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { addItem, removeProduct } from "#app/domain/cart/rules.ts";
import { cartProduct } from "#app/domain/cart/samples.ts";
import { cartKey, createCartStore, type TextStorage } from "./cart-store.ts";

const acerola = cartProduct({ id: "acerola" });
const manga = cartProduct({ id: "manga" });

function memoryStorage(text?: string): TextStorage {
  const values = new Map(text === undefined ? [] : [[cartKey, text]]);
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
  };
}

const ids = (store: ReturnType<typeof createCartStore>) =>
  store.read().items.map((item) => item.product.id);

describe("the cart of a browser", () => {
  beforeEach(() => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test("is empty until it is restored, then what was stored", () => {
    const storage = memoryStorage();
    createCartStore(() => storage).change((items) => addItem(items, acerola, 3));
    const store = createCartStore(() => storage);
    expect(store.read().totalItems).toBe(0);
    store.restore();
    expect(store.read()).toMatchObject({ totalItems: 3, total: 3750 });
  });

  test("keeps the same value between changes, as React asks", () => {
    const store = createCartStore(memoryStorage);
    store.change((items) => addItem(items, acerola));
    expect(store.read()).toBe(store.read());
    expect(store.readOnServer()).toBe(createCartStore(memoryStorage).read());
  });

  test("tells who listens, and no one who stopped", () => {
    const storage = memoryStorage();
    const store = createCartStore(() => storage);
    const heard = vi.fn();
    const stop = store.subscribe(heard);
    store.change((items) => addItem(items, acerola));
    store.change((items) => items);
    stop();
    store.change((items) => addItem(items, acerola));
    expect(heard).toHaveBeenCalledTimes(1);
  });

  test("loses nothing that another tab added in the meantime", () => {
    const storage = memoryStorage();
    const here = createCartStore(() => storage);
    const there = createCartStore(() => storage);
    here.change((items) => addItem(items, acerola));
    there.change((items) => addItem(items, manga));
    expect(ids(there)).toEqual(["acerola", "manga"]);
    here.change((items) => removeProduct(items, "acerola"));
    there.restore();
    expect(ids(there)).toEqual(["manga"]);
    expect(ids(here)).toEqual(["manga"]);
  });

  test("starts empty and says so when the stored value is broken, and can be filled", () => {
    const storage = memoryStorage("{broken");
    const store = createCartStore(() => storage);
    store.restore();
    store.restore();
    expect(console.warn).toHaveBeenCalledTimes(1);
    store.change((items) => addItem(items, acerola));
    expect(ids(store)).toEqual(["acerola"]);
    const next = createCartStore(() => storage);
    next.restore();
    expect(ids(next)).toEqual(["acerola"]);
  });

  test("lives in memory where the browser denies storage", () => {
    const store = createCartStore(() => {
      throw new DOMException("denied", "SecurityError");
    });
    store.restore();
    store.change((items) => addItem(items, acerola));
    store.change((items) => addItem(items, manga));
    expect(ids(store)).toEqual(["acerola", "manga"]);
  });

  test("lives on in memory where storage is full", () => {
    const stored = memoryStorage();
    createCartStore(() => stored).change((items) => addItem(items, acerola));
    const store = createCartStore(() => ({
      getItem: stored.getItem,
      setItem() {
        throw new DOMException("full", "QuotaExceededError");
      },
    }));
    store.change((items) => addItem(items, manga));
    store.restore();
    store.change((items) => addItem(items, manga));
    expect(store.read().totalItems).toBe(3);
  });

  test("is emptied everywhere when another tab clears the browser's storage", () => {
    let storage = memoryStorage();
    const store = createCartStore(() => storage);
    store.change((items) => addItem(items, acerola));
    storage = memoryStorage();
    store.restore();
    expect(ids(store)).toEqual([]);
  });
});
