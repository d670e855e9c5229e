import type { APIRequestContext, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { signInWithRequest } from "./administrator.ts";
import type { ShopProcess } from "./shop-process.ts";

/** The functions for tests of live updates. */

/** Opens a page and waits for its change stream, its own or that of another tab of its browser. */
export async function openLivePage(page: Page, path: string): Promise<void> {
  await page.addInitScript(markSharedStream);
  const own = page.waitForResponse(/\/api\/events$/);
  await page.goto(path);
  const isShared = () => performance.getEntriesByName("shared-stream").length > 0;
  await Promise.any([own, page.waitForFunction(isShared)]);
}

function markSharedStream(): void {
  window.BroadcastChannel = class extends BroadcastChannel {
    constructor(name: string) {
      super(name);
      this.addEventListener("message", ({ data }) => {
        if (data?.kind === "event") performance.mark("shared-stream");
      });
    }
  };
}

/** Signs in as the administrator on another device. */
export async function signInSeller(request: APIRequestContext, shop: ShopProcess) {
  await signInWithRequest({ request }, shop);
  const api = `${shop.url}/api`;

  return {
    /** Creates a product, the last in its category. */
    async addProduct(fields: { title: string; slug: string; [field: string]: unknown }) {
      const made = await request.post(`${api}/products`, {
        data: { category: "pescados", price: 60, stock: 20, ...fields },
      });
      expect(made.status(), await made.text()).toBe(201);
      let { id, version } = (await made.json()) as { id: string; version: number };
      const address = `${api}/products/${id}`;
      return {
        async change(changed: Record<string, unknown>): Promise<void> {
          const answer = await request.patch(address, { data: { ...changed, version } });
          expect(answer.status(), await answer.text()).toBe(200);
          ({ id, version } = await answer.json());
        },
        async remove(): Promise<void> {
          await request.delete(address);
        },
      };
    },

    /** Creates a visible category without products; returns the function that hides it. */
    async addCategory(fields: { name: string; slug: string }): Promise<() => Promise<void>> {
      const made = await request.post(`${api}/categories`, { data: fields });
      expect(made.status(), await made.text()).toBe(201);
      const { id, version } = await made.json();
      return async () => {
        const data = { visible: false, version };
        const hidden = await request.patch(`${api}/categories/${id}`, { data });
        expect(hidden.status(), await hidden.text()).toBe(200);
      };
    },

    async changeProduct(title: string, changed: Record<string, unknown>): Promise<void> {
      const { items } = (await (await request.get(`${api}/products`)).json()) as {
        items: { id: string; version: number; title: string }[];
      };
      const product = items.find((item) => item.title === title);
      const data = { ...changed, version: product?.version };
      const answer = await request.patch(`${api}/products/${product?.id}`, { data });
      expect(answer.status(), await answer.text()).toBe(200);
    },

    async changeSettings(changed: Record<string, unknown>): Promise<void> {
      const { version } = await (await request.get(`${api}/settings`)).json();
      const answer = await request.patch(`${api}/settings`, { data: { ...changed, version } });
      expect(answer.status(), await answer.text()).toBe(200);
    },
  };
}

/** Counts the requests from now on whose address matches. */
export function countRequests(page: Page, address: RegExp): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (address.test(request.url())) count += 1;
  });
  return () => count;
}

/** Simulates that the page's tab becomes hidden or visible. */
export async function showTab(page: Page, visibility: "visible" | "hidden"): Promise<void> {
  await page.evaluate((state) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
    document.dispatchEvent(new Event("visibilitychange"));
  }, visibility);
}
