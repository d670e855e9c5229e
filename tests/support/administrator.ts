import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { APIRequestContext, BrowserContext, Cookie, Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import type { ShopProcess } from "./shop-process.ts";

export const email = "admin@pomar.example";

/** The password generated at the first start. */
export function readPassword({ dataDir }: Pick<ShopProcess, "dataDir">): Promise<string> {
  return readFile(join(dataDir, "admin-password"), "utf8");
}

/** Signs in with the form of the login page. */
export async function signInWithForm(page: Page, password: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Senha", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Entrar" }).click();
}

/** The cookies of a session by shop, which the browsers of its tests share: the hash of a password is slow on purpose. */
const sharedSessions = new Map<string, Cookie[]>();

/** Signs in a browser with the shared session of the shop's tests, until one of them ends it; a mere `request` has its own. */
export async function signInWithRequest(
  context: BrowserContext | { request: APIRequestContext },
  shop: ShopProcess,
): Promise<void> {
  const { request } = context;
  const isBrowser = "addCookies" in context;
  if (isBrowser) {
    await context.addCookies(sharedSessions.get(shop.url) ?? []);
    if ((await request.get(`${shop.url}/api/auth/session`)).ok()) return;
  }
  const login = { email, password: await readPassword(shop) };
  const response = await request.post(`${shop.url}/api/auth/login`, { data: login });
  expect(response.status()).toBe(200);
  if (isBrowser) sharedSessions.set(shop.url, await context.cookies(shop.url));
}

/** Chooses an entry of the 'Mais' menu of a place. */
export async function chooseMore(place: Locator | Page, entry: string): Promise<void> {
  await place.getByRole("button", { name: "Mais", exact: true }).click();
  await place.getByRole("button", { name: entry }).click();
}

/** Opens the menu where the window is too narrow for the sidebar. */
export async function openMenu(page: Page): Promise<void> {
  const button = page
    .getByRole("navigation", { name: "Principal" })
    .getByRole("button", { name: "Mais" });
  if (await button.isVisible()) await button.click();
}
