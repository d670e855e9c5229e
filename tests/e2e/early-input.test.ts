import type { Locator, Page } from "@playwright/test";
import { waitForHydration } from "#tests/support/purchase.ts";
import { expect, test } from "#tests/support/test.ts";

/** Holds files of the page back, its scripts unless said otherwise, until the returned function is called. */
async function hold(page: Page, files = "**/assets/*.js"): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(files, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Types in a field of a page whose scripts arrive afterwards, and presses a key. */
async function typeEarly(page: Page, path: string, field: Locator, text: string, key?: string) {
  const release = await hold(page);
  await page.setViewportSize({ width: 360, height: 740 });
  const documents: string[] = [];
  page.on("request", (request) => request.isNavigationRequest() && documents.push(request.url()));
  void page.goto(path).catch(() => {});
  await field.fill(text);
  if (key) await field.press(key);
  release();
  await waitForHydration(page);
  // Pressing Enter did not send the form.
  expect(documents).toHaveLength(1);
}

test("a search that is typed before the page reacts is kept and finds", {
  tag: "@nightly",
}, async ({ page }) => {
  const field = page.getByRole("searchbox", { name: "Buscar produtos" });
  await typeEarly(page, "/busca", field, "tilápia");
  await expect(page.getByRole("region", { name: "Resultados" })).toContainText(/tilápia/i);
  await expect(field).toHaveValue("tilápia");
  await expect(page).toHaveURL(/q=til/);
});

test("what is typed in the quick order before the page reacts is kept", {
  tag: "@nightly",
}, async ({ page }) => {
  const field = page.getByRole("searchbox", { name: "Buscar na lista" });
  await typeEarly(page, "/pedido-rapido", field, "tilápia", "Enter");
  await expect(page.getByRole("status").filter({ hasText: "linha" })).toBeVisible();
  await expect(field).toHaveValue("tilápia");
});

test("a quantity that is typed in the quick order before the page reacts is in the cart", async ({
  page,
}) => {
  const field = page.getByRole("textbox", { name: /^Quantidade de Polpa de açaí 100 g/ }).first();
  await typeEarly(page, "/pedido-rapido", field, "3", "Enter");
  await expect(page.locator("[data-bottom-bar]")).toContainText("1 produto");
  await expect(field).toHaveValue("3");
});

test("a product that is added before the page reacts says so at once, and pictures further down wait for the scripts or for scrolling", async ({
  page,
}) => {
  const release = await hold(page);
  await page.setViewportSize({ width: 360, height: 740 });
  void page.goto("/produtos/polpas-de-frutas").catch(() => {});
  const card = page.getByRole("article").filter({ hasText: "Polpa de açaí 100 g" });
  const button = card.getByRole("button", { name: /^Adicionar ao carrinho/ });
  await button.click();
  await expect(button).toHaveAttribute("data-pressed");
  const sixth = page.getByRole("article").nth(5).locator("img");
  const height = async () => (await page.getByRole("article").nth(5).boundingBox())?.height;
  await expect(sixth).toBeHidden();
  const before = await height();
  await page.mouse.wheel(0, 300);
  await expect(sixth).toBeVisible();
  expect(await height()).toBe(before);
  release();
  await expect(page.getByRole("region", { name: "Notificações" })).toContainText(
    "Produto adicionado!",
  );
  await expect(button).not.toHaveAttribute("data-pressed");
});

test("a phone gets styles first, then scripts with the pictures of its screen, and fonts when it can be used, from the next page on", async ({
  page,
}) => {
  const requests: string[] = [];
  const requested = (file: RegExp) => requests.filter((url) => file.test(url)).length;
  page.on("request", (request) => requests.push(request.url()));
  const releaseStyles = await hold(page, "**/assets/*.css");
  const releaseScripts = await hold(page);
  await page.setViewportSize({ width: 360, height: 640 });
  const styles = page.waitForRequest(/\.css$/);
  void page.goto("/produtos/polpas-de-frutas").catch(() => {});
  await styles;
  await expect(page.getByRole("contentinfo")).toBeAttached();
  expect(requested(/\.js$|\.woff2$|product-images/)).toBe(0);

  releaseStyles();
  await expect.poll(() => requested(/\.js$/)).toBeGreaterThan(5);
  await expect.poll(() => requested(/product-images/)).toBe(2);
  expect(requested(/\.woff2$/)).toBe(0);

  releaseScripts();
  await expect.poll(() => requested(/\.woff2$/)).toBe(2);
  await expect(page.getByRole("article").nth(5).locator("img")).toBeVisible();

  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toHaveCSS("font-family", /^"Bricolage on Arial"/);
  await page.getByRole("link", { name: "Início" }).first().click();
  await expect(page).toHaveURL("/");
  await expect(title).toHaveCSS("font-family", /^"Bricolage Grotesque"/);
  await page.reload({ waitUntil: "commit" });
  await expect(title).toHaveCSS("font-family", /^"Bricolage Grotesque"/);
});
