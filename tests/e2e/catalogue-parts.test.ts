import type { APIRequestContext, Page } from "@playwright/test";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { openLivePage } from "#tests/support/live.ts";
import { addToCart, cartDialog, openCart } from "#tests/support/purchase.ts";
import type { ShopProcess } from "#tests/support/shop-process.ts";
import { test as base, expect } from "#tests/support/test.ts";
import { isNightly } from "#tests/support/test-run.ts";

const path = "/produtos/gelo-saborizado";
/** The number of products: by day they are one part more than the first. */
const added = isNightly ? 130 : 70;

type Goods = { count: number; change(at: number, fields: object): Promise<void> };

/** A category with several parts, during the test. */
const test = base.extend<{ goods: Goods }>({
  goods: async ({ playwright, shop }, use) => {
    const request = await playwright.request.newContext({ baseURL: shop.url });
    await signInWithRequest({ request }, shop);
    await use(await addGoods(request, shop));
    const data = { action: "delete", matching: { title: "Gelo de medida" } };
    const headers = originOf(shop);
    expect((await request.post("/api/products/actions", { data, headers })).status()).toBe(200);
    await request.dispose();
  },
});

const originOf = ({ url }: ShopProcess) => ({ Origin: url });

async function addGoods(request: APIRequestContext, shop: ShopProcess): Promise<Goods> {
  const items = Array.from({ length: added }, (_, at) => ({
    title: `Gelo de medida ${at}`,
    slug: `gelo-de-medida-${at}`,
    external_id: `medida-${at}`,
    category: "gelo-saborizado",
    group: at % 2 === 0 ? "Par" : "Ímpar",
    long_desc: `Tudo sobre o gelo ${at}.`,
    price: 10,
    stock: 50,
  }));
  const headers = originOf(shop);
  const response = await request.post("/api/products/batch", { data: { items }, headers });
  expect(response.status()).toBe(200);
  const list = await (await request.get("/api/products?category=gelo-saborizado&limit=1")).json();
  return {
    count: list.total,
    async change(at, fields) {
      const found = await request.get(`/api/products?all=1&external_id=medida-${at}`);
      const [{ id, version }] = (await found.json()).items;
      const data = { ...fields, version };
      expect((await request.patch(`/api/products/${id}`, { data, headers })).status()).toBe(200);
    },
  };
}

const cards = (page: Page) => page.getByRole("article");
const more = (page: Page) => page.getByRole("link", { name: "Mostrar mais" });

test("a long category is shown in parts, and going back returns to the same place", async ({
  page,
  goods,
}) => {
  await page.goto(path);
  await expect(cards(page)).toHaveCount(60);
  await expect(page.getByText(`60 de ${goods.count} produtos`)).toBeVisible();
  const title = await cards(page).nth(59).getByRole("heading").textContent();
  for (let first = 60; first < goods.count; first += 60) {
    await more(page).click();
    await expect(cards(page)).toHaveCount(Math.min(first + 60, goods.count));
    await expect(cards(page).nth(first).getByRole("link").first()).toBeFocused();
  }
  await expect(cards(page).nth(59).getByRole("heading")).toHaveText(title ?? "");
  await expect(more(page)).toHaveCount(0);

  const card = cards(page).nth(65);
  await card.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  await page.evaluate(() =>
    document.querySelector<HTMLElement>('footer a[href="/receitas"]')?.click(),
  );
  await expect(page).toHaveURL("/receitas");
  await page.goBack();
  await expect(cards(page)).toHaveCount(goods.count);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
  await expect(card).toBeInViewport();
});

test("a product beyond the first part opens by its address, and its group is filtered by the shop", {
  tag: "@nightly",
}, async ({ page, goods: _ }) => {
  const response = await page.goto(`${path}?produto=gelo-de-medida-129`);
  expect(response?.status()).toBe(200);
  const dialog = page.getByRole("dialog", { name: "Gelo de medida 129" });
  await expect(dialog).toContainText("Tudo sobre o gelo 129.");
  await dialog.getByRole("link", { name: "Fechar" }).click();
  await expect(page).toHaveURL(path);
  await expect(cards(page)).toHaveCount(60);
  await page
    .getByRole("form", { name: "Filtrar produtos" })
    .getByRole("button", { name: "Par", exact: true })
    .click();
  await expect(page.getByText("60 de 65 produtos")).toBeVisible();
  await more(page).click();
  await expect(cards(page)).toHaveCount(65);
  await cards(page).nth(64).getByRole("link").first().click();
  await expect(page.getByRole("dialog", { name: "Gelo de medida 128" })).toContainText(
    "Tudo sobre o gelo 128.",
  );
  await page.goBack();
  await expect(cards(page)).toHaveCount(65);
});

test("a changed price reaches an open page, also in an added part", {
  tag: "@nightly",
}, async ({ page, goods }) => {
  await openLivePage(page, path);
  await more(page).click();
  await expect(cards(page)).toHaveCount(120);
  const card = cards(page).filter({
    has: page.getByRole("heading", { name: "Gelo de medida 100", exact: true }),
  });
  await card.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  await goods.change(100, { price: 77.5 });
  await expect(card).toContainText("R$ 77,50");
  expect(await page.evaluate(() => scrollY)).toBe(before);
  await goods.change(100, { visible: false });
  await expect(card).toHaveCount(0);
  await goods.change(100, { visible: true });
  await expect(card).toContainText("R$ 77,50");
});

test("the second page stays behind a dialog when something changes", { tag: "@nightly" }, async ({
  page,
  goods,
}) => {
  await openLivePage(page, `${path}?pagina=2`);
  const titles = cards(page).getByRole("heading");
  const first = (await titles.first().textContent()) ?? "";
  await cards(page).nth(30).getByRole("link").first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Tudo sobre o gelo");
  const name = (await dialog.getByRole("heading", { level: 2 }).first().textContent()) ?? "";
  const before = await page.evaluate(() => scrollY);
  await goods.change(Number(name.replace(/\D/g, "")), { price: 33 });
  await expect(dialog).toContainText("R$ 33,00");
  await expect(titles.first()).toHaveText(first);
  await dialog.getByRole("link", { name: "Fechar" }).click();
  await expect(page).toHaveURL(`${path}?pagina=2`);
  await expect(titles.first()).toHaveText(first);
  await expect(cards(page).filter({ hasText: name })).toContainText("R$ 33,00");
  expect(await page.evaluate(() => scrollY)).toBe(before);
});

test("the cart asks for its own products only", { tag: "@nightly" }, async ({ page, goods }) => {
  await page.goto(path);
  await addToCart(page, "Gelo de medida 40", "Gelo de medida 41");
  const asked = page.waitForResponse(/\/api\/products\?ids=/);
  await openCart(page);
  const body = await (await asked).body();
  expect(JSON.parse(body.toString()).items).toHaveLength(2);
  expect(body.length).toBeLessThan(2 * 2000);
  await goods.change(40, { price: 11 });
  const line = cartDialog(page).getByRole("listitem").filter({ hasText: "Gelo de medida 40" });
  await expect(line).toContainText("De R$ 10,00 por R$ 11,00");
});
