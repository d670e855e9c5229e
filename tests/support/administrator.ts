import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { APIRequestContext, BrowserContext, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import type { ShopProcess } from "./shop-process.ts";

export const email = "admin@pomar.example";

/** The password that the shop made at its first start. */
export function readPassword({ dataDir }: Pick<ShopProcess, "dataDir">): Promise<string> {
  return readFile(join(dataDir, "admin-password"), "utf8");
}

/** Signs in as a person does, from the login page or any page that leads there. */
export async function signInWithForm(page: Page, password: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Senha", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Entrar" }).click();
}

/** A session for the context's pages without going through the login page. */
export async function signInWithRequest(
  { request }: Pick<BrowserContext, "request"> | { request: APIRequestContext },
  shop: ShopProcess,
): Promise<void> {
  const login = { email, password: await readPassword(shop) };
  const response = await request.post(`${shop.url}/api/auth/login`, { data: login });
  expect(response.status()).toBe(200);
}

/** Opens the menu where the window is too narrow for the sidebar. */
export async function openMenu(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Abrir menu" });
  if (await button.isVisible()) await button.click();
}
