import type { Page } from "@playwright/test";
import { uniqueName } from "#tests/support/goods.ts";
import { countRequests, openLivePage, showTab, signInSeller } from "#tests/support/live.ts";
import { test as base, expect, expectConsoleErrors } from "#tests/support/test.ts";

/** Milliseconds in which a change stands on an open page, on a machine that has other things to do. */
const soon = 3000;
const fish = "/produtos/pescados";

type Seller = Awaited<ReturnType<typeof signInSeller>>;
type Product = Awaited<ReturnType<Seller["addProduct"]>> & { title: string; slug: string };

const test = base.extend<{ seller: Seller; product: Product }>({
  seller: async ({ request, shop }, use) => use(await signInSeller(request, shop)),
  product: async ({ seller }, use) => {
    const name = uniqueName("Badejo em postas");
    const product = await seller.addProduct({ ...name, short_desc: "Do barco de hoje." });
    await use({ ...product, ...name });
    await product.remove();
  },
});

const cardOf = (page: Page, { title }: Product) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name: title }) });

test("a new price is on the page at once; and nothing moves", async ({ page, product }) => {
  await openLivePage(page, fish);
  const card = cardOf(page, product);
  await card.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(0);

  await product.change({ price: 71.5 });
  await expect(card).toContainText("R$ 71,50", { timeout: soon });
  await product.change({ stock: 0 });
  await expect(card).toContainText("Indisponível", { timeout: soon });
  await product.change({ stock: 3, short_desc: "Chegou agora." });
  await expect(card).toContainText("Chegou agora.", { timeout: soon });

  expect(await page.evaluate(() => scrollY)).toBe(before);
});

test("focus and a typed quantity survive a change beside them", async ({ page, product }) => {
  await openLivePage(page, fish);
  const quantity = cardOf(page, product).getByRole("spinbutton");
  await quantity.fill("12");
  await product.change({ price: 33 });
  await expect(cardOf(page, product)).toContainText("R$ 33,00", { timeout: soon });
  await expect(quantity).toBeFocused();
  await page.keyboard.type("5");
  await expect(quantity).toHaveValue("125");
});

test("an open product changes under its reader's eyes and stays open, even when it leaves the shop", async ({
  page,
  product,
  consoleErrors,
}) => {
  await openLivePage(page, fish);
  await cardOf(page, product).getByRole("link").first().click();
  const dialog = page.getByRole("dialog", { name: product.title });
  await expect(dialog).toContainText("Do barco de hoje.");
  const close = dialog.getByRole("link", { name: "Fechar" });
  await close.focus();

  await product.change({ price: 81, long_desc: "Um parágrafo novo." });
  await expect(dialog).toContainText("R$ 81,00", { timeout: soon });
  await expect(dialog).toContainText("Um parágrafo novo.");
  await expect(close).toBeFocused();

  await product.change({ visible: false });
  await expect(dialog.getByRole("button", { name: "Indisponível" })).toBeVisible({
    timeout: soon,
  });
  await expect(close).toBeFocused();
  await close.click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(fish);
  await expect(cardOf(page, product)).toHaveCount(0);
  await expectConsoleErrors(consoleErrors, /404/);
});

test("a page reads only what it shows", async ({ page, product, seller }) => {
  const { phone } = await (await page.request.get("/api/settings")).json();
  // A page that opens within two seconds of a change, as the product's was, reads once more, lest it missed that.
  await page.waitForTimeout(2500);
  await openLivePage(page, "/sobre");
  const readings = countRequests(page, /\.data(?:\?|$)/);
  await product.change({ price: 44 });
  await product.change({ price: 45 });
  await page.waitForTimeout(1000);
  expect(readings()).toBe(0);
  await seller.changeSettings({ phone: "(11) 4000-9999" });
  await expect(page.getByRole("contentinfo")).toContainText("(11) 4000-9999", { timeout: soon });
  expect(readings()).toBe(1);
  await seller.changeSettings({ phone });
  await expect(page.getByRole("contentinfo")).toContainText(phone);
});

test("many changes are few readings, and the last one stands", async ({ page, product }) => {
  await openLivePage(page, fish);
  const readings = countRequests(page, /\.data(?:\?|$)/);
  for (let price = 50; price < 62; price += 1) await product.change({ price });
  await expect(cardOf(page, product)).toContainText("R$ 61,00");
  expect(readings()).toBeLessThan(12);
});

test("a page that cannot be read anew stays as it is, and is tried again", async ({
  page,
  product,
  consoleErrors,
}) => {
  await page.clock.install();
  await openLivePage(page, fish);
  await page.route(/\.data(?:\?|$)/, (route) => route.abort(), { times: 1 });
  await product.change({ price: 52 });
  await expect.poll(() => consoleErrors.length).toBeGreaterThan(0);
  await expect(cardOf(page, product)).toContainText("R$ 60,00");
  await page.clock.fastForward(5000);
  await expect(cardOf(page, product)).toContainText("R$ 52,00", { timeout: soon });
  consoleErrors.length = 0;
});

test("a tab out of sight lets go of its stream, and misses nothing", async ({ page, product }) => {
  await page.clock.install();
  await openLivePage(page, fish);
  const streams = countRequests(page, /\/api\/events$/);
  const ended = page.waitForEvent("requestfailed", (request) =>
    request.url().endsWith("/api/events"),
  );
  await showTab(page, "hidden");
  await page.clock.fastForward(11_000);
  await ended;
  await product.change({ price: 37 });
  await page.waitForTimeout(1000);
  await expect(cardOf(page, product)).toContainText("R$ 60,00");
  expect(streams()).toBe(0);
  await showTab(page, "visible");
  await expect(cardOf(page, product)).toContainText("R$ 37,00", { timeout: soon });
  expect(streams()).toBe(1);
});

test("what changed between a page's making and its stream is not missed", async ({
  page,
  product,
}) => {
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route("**/api/events", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(fish);
  await product.change({ price: 29 });
  letThrough();
  await expect(cardOf(page, product)).toContainText("R$ 29,00");
});
