import { request as requests } from "@playwright/test";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { formatMoney } from "#app/shared/money.ts";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { readStoredText, waitForServiceWorker } from "#tests/support/offline.ts";
import { offlinePhone } from "#tests/support/screens.ts";
import type { ShopProcess } from "#tests/support/shop-process.ts";
import { expect, test } from "#tests/support/test.ts";

test.use(offlinePhone);

const path = "/produtos/polpas-de-frutas";

/** Two tables with a price of the same product, recognizable in any text. */
async function addTables(shop: ShopProcess) {
  const seller = await requests.newContext({ baseURL: shop.url });
  await signInWithRequest({ request: seller }, shop);
  const { items }: { items: Product[] } = await (
    await seller.get("/api/products?category=polpas&limit=5")
  ).json();
  const product = items.find(({ stock }) => stock > 20);
  if (!product) throw new Error("the shop has no pulps");
  const unit = product.specs.unit;
  const prices: Record<string, string> = { public: formatMoney(product.price) };
  const links: Record<string, string> = {};
  for (const [name, price] of [
    ["bares", 1234.56],
    ["padarias", 2345.67],
  ] as const) {
    const made = await seller.post("/api/price-tables", {
      data: { name, prices: [{ product_id: product.id, unit, price }] },
    });
    links[name] = (await made.json()).link;
    prices[name] = formatMoney(price);
  }
  await seller.dispose();
  return { prices, links, product };
}

test("the service worker shows the pages of a table with its cookie only, and the public ones without, in any order", {
  tag: "@nightly",
}, async ({ page, context, shop, consoleErrors }) => {
  const { prices, links, product } = await addTables(shop);
  const visitors = Object.keys(prices);
  let seed = 7;
  const draw = (count: number) => {
    seed = (seed * 48271) % 2147483647;
    return seed % count;
  };

  test.setTimeout(180_000);
  // Only the pages that are opened are cached.
  await context.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { value: { saveData: true } });
  });
  await page.goto(path);
  await waitForServiceWorker(page);
  await page.goto(path);
  let own = "public";
  let copies = 0;

  /** Opens the page and checks its price; whether it was a copy. */
  async function visit(step: number, isOffline: boolean, hasQuery: boolean): Promise<boolean> {
    await context.setOffline(isOffline);
    await page.goto(hasQuery ? `${path}?produto=${product.slug}` : path);
    const text = await page.locator("body").innerText();
    const found = visitors.filter((visitor) => text.includes(prices[visitor] ?? ""));
    // There is no copy of the own page: 'Sem conexão', and no other price.
    expect(
      found.filter((visitor) => visitor !== own),
      `step ${step} of ${own}`,
    ).toEqual([]);
    if (!isOffline) expect(found, `step ${step} of ${own}`).toEqual([own]);
    await context.setOffline(false);
    // 'Sem conexão' returns to the page by itself.
    await expect.poll(() => new URL(page.url()).pathname).toBe(path);
    // Only pages of the shop have its footer, with 'Sair da tabela'.
    await page.goto(path);
    await expect(page.getByText(prices[own] ?? "").first()).toBeVisible();
    return isOffline && found.length > 0;
  }

  for (let step = 0; step < 36; step += 1) {
    const next = visitors[draw(3)] ?? "public";
    if (step % 3 === 0 && next !== own) {
      if (next === "public") await page.getByRole("button", { name: "Sair da tabela" }).click();
      else await page.goto(links[next] ?? "");
      await expect(page).toHaveURL(`${shop.url}/`);
      own = next;
    } else if (step % 3 !== 0 && (await visit(step, draw(2) === 0, draw(2) === 0))) copies += 1;
  }
  expect(copies).toBeGreaterThan(5);
  if (own !== "public") await page.getByRole("button", { name: "Sair da tabela" }).click();
  await expect(page.getByText("Sair da tabela")).toBeHidden();
  expect(await readStoredText(page)).not.toContain("1234.56");
  consoleErrors.length = 0;
});
