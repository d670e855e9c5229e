import { setTimeout as delay } from "node:timers/promises";

/** The administrator whose shop is measured. */
export const login = { email: "admin@pomar.example", password: "medida-de-pedidos" };

/** The cookie of a session at the shop at `url`. */
export async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(login),
  });
  if (!response.ok) throw new Error(`no sign-in: ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
}

type Product = { id: string; title: string; version: number };
/** A saved change, which `id` and `version` identify in the change stream. */
export type Saved = Product & { sentAt: number };

/** Milliseconds on a clock shared by all processes of the machine. */
export const now = () => performance.timeOrigin + performance.now();

/** Returns a function that changes products in rotation; a product that is being saved is skipped. */
export async function createSeller(url: string, cookie: string, category?: string) {
  const list = await fetch(`${url}/api/products${category ? `?category=${category}` : ""}`);
  const { items } = (await list.json()) as { items: Product[] };
  /** Resolves with the response; `sentAt` is measured before the request. */
  return async function change(changes: object): Promise<Saved> {
    const product = await nextFree(items);
    const sentAt = now();
    const response = await fetch(`${url}/api/products/${product.id}`, {
      method: "PATCH",
      headers: { "Content-Type": "application/json", Cookie: cookie },
      body: JSON.stringify({ ...changes, version: product.version }),
    });
    if (!response.ok) throw new Error(`no change: ${await response.text()}`);
    const saved = (await response.json()) as Product;
    items.push(saved);
    return { ...saved, sentAt };
  };
}

async function nextFree(items: Product[]): Promise<Product> {
  for (;;) {
    const product = items.shift();
    if (product) return product;
    await delay(5);
  }
}
