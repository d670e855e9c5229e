import type { APIRequestContext, Page, Response } from "@playwright/test";
import { expect } from "@playwright/test";
import { signInByRequest } from "./administrator.ts";
import { waitUntilAlive } from "./purchase.ts";
import type { ShopProcess } from "./shop-process.ts";

/** For tests of what open pages hear. */

/** Opens a page and waits until it follows the shop. */
export async function openLivePage(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse(isStream);
  await page.goto(path);
  if (!path.startsWith("/admin")) await waitUntilAlive(page);
  await stream;
}

export const isStream = (response: Response) => response.url().endsWith("/api/events");

/** The seller at another device: changes a product of the catalogue, found by its title, and gives back what it was. */
export async function sellerAt(request: APIRequestContext, shop: ShopProcess) {
  await signInByRequest({ request }, shop);

  async function find(title: string): Promise<Product> {
    const answer = await request.get(`${shop.url}/api/products?all=true`);
    const { items } = (await answer.json()) as { items: Product[] };
    const product = items.find((item) => item.title === title);
    if (!product) throw new Error(`no product ${title}`);
    return product;
  }

  return {
    find,
    async change(title: string, fields: Partial<Product>): Promise<void> {
      const { id, version } = await find(title);
      const data = { ...fields, version };
      const answer = await request.patch(`${shop.url}/api/products/${id}`, { data });
      expect(answer.status(), await answer.text()).toBe(200);
    },
  };
}

type Product = {
  id: string;
  version: number;
  title: string;
  price: number;
  stock: number;
  visible: boolean;
};
