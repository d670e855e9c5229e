import { expect, type Locator, type Page } from "@playwright/test";
import { slugify } from "#app/shared/slug.ts";
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
  await expect(own.or(more).first()).toBeVisible();
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

/** Drags one handle to just above the middle of another, which makes it e.g. '2 de 3'. */
export async function dragOnto(
  page: Page,
  dragged: Locator,
  target: Locator,
  place: string,
): Promise<void> {
  // The handle is scrolled to the middle, where neither a notice nor a floating button covers it.
  await dragged.evaluate((handle) => handle.scrollIntoView({ block: "center" }));
  const from = await dragged.boundingBox();
  const to = await target.boundingBox();
  if (!from || !to) throw new Error("the handles are not on the page");
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y - 20, { steps: 5 });
  await page.mouse.move(to.x + 20, to.y + 10, { steps: 10 });
  await expect(page.getByText(`está na posição ${place}.`)).toBeAttached();
  await page.mouse.up();
  await expect(page.getByText(`foi solto na posição ${place}.`)).toBeAttached();
}

/**
 * Moves the row `title`, which was picked up by keyboard, to a place. dnd-kit ignores a key before it has measured the rows, in
 * a task after it announced that the row is picked up. A key without effect is pressed again, after longer than a busy browser
 * takes to announce a place.
 */
export async function moveByKeyboard(page: Page, title: string, place: number, count: number) {
  const texts = new RegExp(`^${title} (?:foi pego|está) na posição \\d+ de ${count}\\.$`);
  const announced = page.getByText(texts);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  await expect(async () => {
    const [, at] = /posição (\d+)/.exec((await announced.textContent()) ?? "") ?? [];
    if (Number(at) !== place)
      await page.keyboard.press(Number(at) > place ? "ArrowUp" : "ArrowDown");
    await expect(announced).toContainText(`na posição ${place} de`, { timeout: 15_000 });
  }).toPass();
}
