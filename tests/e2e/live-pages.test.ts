import type { Page } from "@playwright/test";
import { notices, uniqueName } from "#tests/support/goods.ts";
import { countRequests, openLivePage, showTab, signInSeller } from "#tests/support/live.ts";
import { addToCart, openCart } from "#tests/support/purchase.ts";
import { test as base, expect, expectConsoleErrors } from "#tests/support/test.ts";

/** Time for a change to appear on an open page, on a busy machine. */
const changeTimeoutMs = 3000;
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

test("a new price appears on the open page without moving it", { tag: "@nightly" }, async ({
  page,
  product,
}) => {
  await openLivePage(page, fish);
  const card = cardOf(page, product);
  await card.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(100);

  await product.change({ price: 71.5 });
  await expect(card).toContainText("R$ 71,50", { timeout: changeTimeoutMs });
  await product.change({ stock: 0 });
  await expect(card.getByRole("button", { name: /^Indisponível/ })).toBeVisible({
    timeout: changeTimeoutMs,
  });
  await product.change({ stock: 3, short_desc: "Chegou agora." });
  await expect(card).toContainText("Chegou agora.", { timeout: changeTimeoutMs });

  expect(await page.evaluate(() => scrollY)).toBe(before);
});

test("a product that is added, changed, hidden and deleted is so on every open page", async ({
  page,
  context,
  seller,
}) => {
  const name = uniqueName("Robalo inteiro");
  const category = `categoria-${name.slug}`;
  // The home page shows the first product of each category.
  const hideCategory = await seller.addCategory({ name: "Do dia", slug: category });
  const pages = {
    home: await context.newPage(),
    category: page,
    search: await context.newPage(),
    "quick order": await context.newPage(),
  };
  await openLivePage(pages.home, "/");
  await openLivePage(pages.category, `/produtos/${category}`);
  const added = await seller.addProduct({ ...name, category });
  const product = { ...added, ...name };
  await openLivePage(pages.search, `/busca?q=${encodeURIComponent(name.title)}`);
  await openLivePage(pages["quick order"], "/pedido-rapido");
  await pages["quick order"].getByRole("searchbox", { name: "Buscar na lista" }).fill(name.title);
  const row = pages["quick order"].getByRole("textbox", { name: new RegExp(name.title) });
  await expect(row).toBeVisible();
  const shown = [pages.home, pages.category, pages.search].map((shown) => cardOf(shown, product));
  const expectCards = async (count: number) => {
    for (const card of shown) await expect(card).toHaveCount(count, { timeout: changeTimeoutMs });
  };
  await expectCards(1);
  await addToCart(pages.category, name.title);
  await product.change({ price: 61.5 });
  for (const card of shown) await expect(card).toContainText("R$ 61,50");
  await expect(notices(pages.category)).toContainText("Seu carrinho mudou");
  await product.change({ visible: false });
  await expectCards(0);
  await product.change({ visible: true });
  await expectCards(1);
  await product.remove();
  await expectCards(0);
  await expect(row).toHaveCount(0);
  const cart = await openCart(pages.category);
  await expect(cart).toContainText("Não está mais à venda");
  await hideCategory();
});

test("focus and a typed quantity survive a change of the product", { tag: "@nightly" }, async ({
  page,
  product,
}) => {
  await openLivePage(page, fish);
  const card = cardOf(page, product);
  await card.getByRole("button", { name: /^Adicionar ao carrinho/ }).click();
  const quantity = card.getByRole("spinbutton");
  await quantity.fill("2");
  await product.change({ price: 33 });
  await expect(card).toContainText("R$ 33,00", { timeout: changeTimeoutMs });
  await expect(quantity).toBeFocused();
  await page.keyboard.type("5");
  await expect(quantity).toHaveValue("25");
});

test("an open product dialog shows changes and stays open, even when the product is hidden", {
  tag: "@nightly",
}, async ({ page, product, consoleErrors }) => {
  await openLivePage(page, fish);
  await cardOf(page, product).getByRole("link").first().click();
  const dialog = page.getByRole("dialog", { name: product.title });
  await expect(dialog).toContainText("Do barco de hoje.");
  const close = dialog.getByRole("link", { name: "Fechar" });
  await close.focus();

  await product.change({ price: 81, long_desc: "Um parágrafo novo." });
  await expect(dialog).toContainText("R$ 81,00", { timeout: changeTimeoutMs });
  await expect(dialog).toContainText("Um parágrafo novo.");
  await expect(close).toBeFocused();

  await product.change({ visible: false });
  await expect(dialog.getByRole("button", { name: "Indisponível" })).toBeVisible({
    timeout: changeTimeoutMs,
  });
  await expect(close).toBeFocused();
  await close.click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(fish);
  await expect(cardOf(page, product)).toHaveCount(0);
  // The page's data have the status of an unknown product.
  expect(consoleErrors.filter((error) => !error.includes("status of 404"))).toEqual([]);
  consoleErrors.length = 0;
});

test("a page refetches only for changes of what it shows", { tag: "@nightly" }, async ({
  page,
  product,
  seller,
}) => {
  const { phone } = await (await page.request.get("/api/settings")).json();
  await openLivePage(page, "/sobre");
  const refetches = countRequests(page, /\.data(?:\?|$)/);
  await product.change({ price: 44 });
  await product.change({ price: 45 });
  await page.waitForTimeout(1000);
  expect(refetches()).toBe(0);
  await seller.changeSettings({ phone: "(11) 4000-9999" });
  await expect(page.getByRole("contentinfo")).toContainText("(11) 4000-9999", {
    timeout: changeTimeoutMs,
  });
  expect(refetches()).toBe(1);
  await seller.changeSettings({ phone });
  await expect(page.getByRole("contentinfo")).toContainText(phone);
});

test("many changes cause few refetches, and the last change is shown", { tag: "@nightly" }, async ({
  page,
  product,
}) => {
  await openLivePage(page, fish);
  const refetches = countRequests(page, /\.data(?:\?|$)/);
  for (let price = 50; price < 62; price += 1) await product.change({ price });
  await expect(cardOf(page, product)).toContainText("R$ 61,00");
  expect(refetches()).toBeLessThan(12);
});

test("a page whose data cannot be fetched stays as it is, and is refetched later", {
  tag: "@nightly",
}, async ({ page, product, consoleErrors }) => {
  await page.clock.install();
  // The simulated clock hides the revision of the page's data, so that the page refetches once its stream is connected.
  const firstRefetch = page.waitForResponse(/\.data(?:\?|$)/);
  await openLivePage(page, fish);
  await firstRefetch;
  await page.route(/\.data(?:\?|$)/, (route) => route.abort(), { times: 1 });
  await product.change({ price: 52 });
  await expectConsoleErrors(consoleErrors, /ERR_FAILED/);
  await expect(cardOf(page, product)).toContainText("R$ 60,00");
  await page.clock.fastForward(5000);
  await expect(cardOf(page, product)).toContainText("R$ 52,00", { timeout: changeTimeoutMs });
  consoleErrors.length = 0;
});

test("a hidden tab closes its stream, and shows all changes when it is visible again", {
  tag: "@nightly",
}, async ({ page, product }) => {
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
  await expect(cardOf(page, product)).toContainText("R$ 37,00", { timeout: changeTimeoutMs });
  expect(streams()).toBe(1);
});

test("six open tabs share one connection, follow changes, and a seventh opens", async ({
  page,
  context,
  product,
}) => {
  const streams: string[] = [];
  context.on("request", (request) => {
    if (request.url().includes("/api/events")) streams.push(request.url());
  });
  const tabs = [page];
  while (tabs.length < 6) tabs.push(await context.newPage());
  for (const tab of tabs) await openLivePage(tab, fish);
  await product.change({ price: 43 });
  const seventh = await context.newPage();
  await seventh.goto(fish);
  await expect(cardOf(seventh, product)).toContainText("R$ 43,00");
  for (const tab of tabs) await expect(cardOf(tab, product)).toContainText("R$ 43,00");
  expect(streams).toHaveLength(1);
  await page.close();
  await expect.poll(() => streams.length).toBe(2);
  await product.change({ price: 44 });
  for (const tab of tabs.slice(1)) await expect(cardOf(tab, product)).toContainText("R$ 44,00");
});

test("a page is not refetched when its stream connects if its data are still those it was rendered with", {
  tag: "@nightly",
}, async ({ page }) => {
  const refetches = countRequests(page, /\.data(?:\?|$)/);
  await openLivePage(page, fish);
  await page.waitForTimeout(1000);
  expect(refetches()).toBe(0);
});

test("a change between the rendering of a page and its stream is shown", {
  tag: "@nightly",
}, async ({ page, product }) => {
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

test("a change that arrives during a navigation is shown", { tag: "@nightly" }, async ({
  page,
  context,
  product,
}) => {
  const other = await context.newPage();
  await openLivePage(other, fish);
  await openLivePage(page, fish);
  await page.getByRole("contentinfo").getByRole("link", { name: "Contato", exact: true }).click();
  await expect(page).toHaveURL("/contato");
  let published: Promise<void> | undefined;
  async function publishChange() {
    await product.change({ price: 47 });
    await expect(cardOf(other, product)).toContainText("R$ 47,00");
  }
  // The data of the next page is fetched before the change and delivered after every page has received the change.
  await page.route(/pescados\.data/, async (route) => {
    const response = await route.fetch();
    published ??= publishChange();
    await published;
    await route.fulfill({ response });
  });
  await page.goBack();
  await expect(cardOf(page, product)).toContainText("R$ 47,00", { timeout: changeTimeoutMs });
});
