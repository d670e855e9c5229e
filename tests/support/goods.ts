import { expect, type Page } from "@playwright/test";
import { slugify } from "#app/domain/catalogue/rules.ts";
import type { ShopProcess } from "./shop-process.ts";

type Row = { id: string; version: number; title: string };

/** Creates a row at the end of its list, as the signed-in administrator. */
export async function createRow(
  page: Page,
  shop: ShopProcess,
  table: "products" | "recipes",
  fields: { title: string; slug: string; [field: string]: unknown },
): Promise<Row> {
  const response = await page.request.post(`${shop.url}/api/${table}`, { data: fields });
  expect(response.status()).toBe(201);
  return response.json();
}

/** Saves a change in another session. */
export async function changeRow(
  page: Page,
  shop: ShopProcess,
  table: "products" | "recipes",
  { id, version }: Row,
  fields: Record<string, unknown>,
): Promise<void> {
  const data = { ...fields, version };
  const response = await page.request.patch(`${shop.url}/api/${table}/${id}`, { data });
  expect(response.status()).toBe(200);
}

/** Presses a row's action: its own button, or in narrow windows the entry of its 'Mais' menu. */
export async function actOnRow(page: Page, action: string, title: string): Promise<void> {
  const own = page.getByRole("button", { name: `${action} ${title}`, exact: true });
  const more = page.getByRole("button", { name: `Mais: ${title}`, exact: true });
  await expect(own.or(more)).toBeVisible();
  if (await own.isVisible()) return own.click();
  await more.click();
  const menu = page.getByRole("list", { name: `Mais: ${title}` });
  await menu.getByRole("button", { name: action, exact: true }).click();
}

/** A unique name, by which a test finds only its own row. */
export function uniqueName(words: string): { title: string; slug: string } {
  const mark = crypto.randomUUID().slice(0, 6);
  const title = `${words} ${mark}`;
  return { title, slug: slugify(title) };
}

/** The notices on the page or in its open dialog. */
export function notices(page: Page) {
  return page.getByRole("region", { name: "Notificações" });
}

/** Presses 'Desfazer' in the notice with this text. */
export async function undo(page: Page, text: string): Promise<void> {
  const notice = notices(page).locator(".toast").filter({ hasText: text }).last();
  await notice.getByRole("button", { name: "Desfazer" }).click();
}
