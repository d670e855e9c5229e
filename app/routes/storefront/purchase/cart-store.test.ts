import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createSafeStorage } from "#app/client/storage.ts";
import { addItem, removeProduct } from "#app/domain/orders/cart/rules.ts";
import { cartProduct } from "#tests/support/sample-cart.ts";
import { type CartStore, cartKey, createCartStore, serializeCart } from "./cart-store.ts";

const acerola = cartProduct({ id: "acerola" });
const manga = cartProduct({ id: "manga" });

/** Browser storage with these texts, and the stores of two tabs over it. */
function openTabs(stored: Record<string, string> = {}) {
  const texts = new Map(Object.entries(stored));
  const storage = {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
    removeItem: (name: string) => void texts.delete(name),
  };
  const openTab = () => createCartStore(createSafeStorage(() => storage));
  return { texts, storage, openTab };
}

const quantities = (store: CartStore) =>
  store.$cart.get().items.map((item) => [item.product.id, item.quantity]);

describe("the cart of a browser", () => {
  beforeEach(() => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test("is empty until it is restored, then what was stored", () => {
    const { openTab } = openTabs();
    openTab().change((items) => addItem(items, acerola, 3));
    const store = openTab();
    expect(store.$cart.get().totalItems).toBe(0);
    store.restore();
    expect(store.$cart.get()).toMatchObject({ totalItems: 3, total: 3750 });
  });

  test("notifies subscribers of changes only", () => {
    const store = openTabs().openTab();
    store.restore();
    const listener = vi.fn();
    const stop = store.$cart.listen(listener);
    store.change((items) => addItem(items, acerola));
    store.change((items) => items);
    store.restore();
    stop();
    store.change((items) => addItem(items, acerola));
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test("loses nothing that another tab added meanwhile, and has the same id in both", () => {
    const { openTab } = openTabs();
    const [here, there] = [openTab(), openTab()];
    here.change((items) => addItem(items, acerola));
    there.change((items) => addItem(items, manga));
    expect(quantities(there)).toEqual([
      ["acerola", 1],
      ["manga", 1],
    ]);
    here.change((items) => removeProduct(items, "acerola"));
    there.restore();
    expect(quantities(there)).toEqual([["manga", 1]]);
    expect(there.$cart.get()).toEqual(here.$cart.get());
  });

  test("is empty after a warning when the stored text is broken, and can be filled", () => {
    const { openTab } = openTabs({ [cartKey]: "{broken" });
    const store = openTab();
    store.restore();
    store.restore();
    expect(console.warn).toHaveBeenCalledTimes(1);
    store.change((items) => addItem(items, acerola));
    expect(openTab().readNow()).toEqual(store.$cart.get());
  });

  test("lives in memory where the browser denies storage", () => {
    const store = createCartStore(
      createSafeStorage(() => {
        throw new DOMException("denied", "SecurityError");
      }),
    );
    store.change((items) => addItem(items, acerola));
    const { id } = store.$cart.get();
    store.change((items) => addItem(items, manga));
    expect(quantities(store)).toHaveLength(2);
    expect(store.readNow().id).toBe(id);
  });

  test("lives in memory where storage is full", () => {
    const { storage, openTab } = openTabs();
    openTab().change((items) => addItem(items, acerola));
    const store = createCartStore(
      createSafeStorage(() => ({
        ...storage,
        setItem() {
          throw new DOMException("full", "QuotaExceededError");
        },
      })),
    );
    store.change((items) => addItem(items, manga));
    store.restore();
    store.change((items) => addItem(items, manga));
    expect(store.$cart.get().totalItems).toBe(3);
  });

  test("is emptied when another tab clears the browser's storage", () => {
    const { texts, openTab } = openTabs();
    const store = openTab();
    store.change((items) => addItem(items, acerola));
    texts.clear();
    store.restore();
    expect(quantities(store)).toEqual([]);
  });
});

describe("the id of a cart, under which it is ordered", () => {
  test("is the same after changes, a reload and when the cart was emptied", () => {
    const { openTab } = openTabs();
    const store = openTab();
    store.change((items) => addItem(items, acerola));
    const { id } = store.$cart.get();
    expect(id).toMatch(/^[\w-]{8,64}$/);
    store.change(() => []);
    store.change((items) => addItem(items, manga));
    expect(openTab().readNow().id).toBe(id);
  });

  test("is another one after the order, in one write with the items that were added since", () => {
    const { storage, openTab } = openTabs();
    const store = openTab();
    store.change((items) => addItem(addItem(items, acerola, 2), manga));
    const { id, items: ordered } = store.readNow();
    const other = openTab();
    other.change((items) => addItem(items, acerola, 3));
    const write = vi.spyOn(storage, "setItem");
    expect(store.completeOrder(id, ordered)).toBe(true);
    expect(write).toHaveBeenCalledTimes(1);
    expect(quantities(store)).toEqual([["acerola", 3]]);
    expect(store.$cart.get().id).not.toBe(id);
    expect(other.completeOrder(id, ordered)).toBe(false);
    expect(other.$cart.get()).toEqual(store.$cart.get());
  });

  test("changes without the items when they become an order of their own", () => {
    const store = openTabs().openTab();
    store.change((items) => addItem(items, acerola));
    const { id } = store.$cart.get();
    expect(store.startNewCart((items) => items)).not.toBe(id);
    expect(quantities(store)).toEqual([["acerola", 1]]);
  });

  test("is created once for a cart that was stored without it", () => {
    const { openTab } = openTabs({ [cartKey]: serializeCart(addItem([], acerola)) });
    const { id } = openTab().readNow();
    expect(id).toMatch(/^[\w-]{8,64}$/);
    expect(openTab().readNow().id).toBe(id);
  });

  test("survives a page that stores the cart without it", () => {
    const { texts, openTab } = openTabs();
    const store = openTab();
    store.change((items) => addItem(items, acerola));
    const { id } = store.$cart.get();
    texts.set(cartKey, serializeCart(addItem([], manga)));
    expect(store.readNow()).toMatchObject({ id, totalItems: 1 });
    expect(openTab().readNow().id).toBe(id);
  });
});
