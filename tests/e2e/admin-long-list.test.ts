import type { APIRequestContext, Page } from "@playwright/test";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { notices } from "#tests/support/goods.ts";
import { openLivePage } from "#tests/support/live.ts";
import { delayMessages, expect, test } from "#tests/support/test.ts";

const rows = (page: Page) => page.locator("tbody tr");
const count = 400;
/** The titles in the order in which the products are created. */
const titleOf = (index: number) => `Lista longa ${String(index).padStart(3, "0")}`;

/** Deletions leave gaps between positions; a move numbers them again. */
async function closeGaps(request: APIRequestContext, url: string): Promise<void> {
  const address = `${url}/api/products?all=1&title=${encodeURIComponent(titleOf(0))}`;
  const [first] = (await (await request.get(address)).json()).items;
  const data = { place_of: first.id };
  expect((await request.post(`${url}/api/products/${first.id}/move`, { data })).ok()).toBe(true);
}

test.beforeEach(async ({ context, shop }) => {
  await signInWithRequest(context, shop);
});

test.describe("a list of hundreds of products", () => {
  test.beforeEach(async ({ page, shop }) => {
    const items = Array.from({ length: count }, (_, index) => ({
      title: titleOf(index),
      slug: `lista-longa-${index}`,
      price: count - index,
      match: "slug",
    }));
    const response = await page.request.post(`${shop.url}/api/products/batch`, { data: { items } });
    expect(response.status()).toBe(200);
  });
  test.afterEach(async ({ page, shop }) => {
    const data = { action: "delete", matching: { title: "lista longa" } };
    await page.request.post(`${shop.url}/api/products/actions`, { data });
  });

  test("is loaded, searched, sorted and moved in parts", { tag: "@nightly" }, async ({
    page,
    shop,
  }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width: 1440, height: 900 });
    await closeGaps(page.request, shop.url);
    await page.goto("/admin/products?q=lista+longa");
    await expect(page.getByText(`${count} produto(s)`)).toBeVisible();
    await expect(rows(page)).toHaveCount(150);
    await page.getByRole("button", { name: "Mostrar mais" }).scrollIntoViewIfNeeded();
    await expect(rows(page).filter({ hasText: titleOf(200) })).toHaveCount(1);
    // The key scrolls to the end of what is painted, which the new rows may not be yet.
    await expect(async () => {
      await page.keyboard.press("End");
      await expect(rows(page)).toHaveCount(count, { timeout: 3_000 });
    }).toPass();
    await expect(page.getByRole("button", { name: "Mostrar mais" })).toHaveCount(0);

    await page.getByRole("button", { name: "Preço", exact: true }).click();
    await expect(rows(page).first()).toContainText(titleOf(count - 1));
    await page.getByRole("button", { name: "Preço", exact: true }).click();
    await expect(rows(page).first()).toContainText(titleOf(0));
    await page.getByRole("button", { name: "Preço", exact: true }).click();
    await expect(page).not.toHaveURL(/sort=/);
    await expect(rows(page).first()).toContainText(titleOf(0));

    // The product moves beyond the loaded part, by keyboard.
    const { items } = await (
      await page.request.get(`${shop.url}/api/products?all=1&title=lista+longa+300`)
    ).json();
    const row = rows(page).first();
    // Its handle is there once the rows are in the shop's own order, in which alone they can be moved.
    await expect(row.getByRole("button", { name: `Mover ${titleOf(0)}` })).toBeVisible();
    await row.getByRole("button", { name: `Mais: ${titleOf(0)}` }).press("Enter");
    await row.getByRole("button", { name: "Mover para a posição …" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Mover para a posição" });
    await dialog.getByLabel("Posição").fill(String(items[0].position + 1));
    await page.keyboard.press("Enter");
    // A busy machine takes long to fetch and show hundreds of rows.
    const slowly = { timeout: 30_000 };
    await expect(notices(page)).toContainText("Ordem atualizada", slowly);
    await expect(rows(page).first()).toContainText(titleOf(1), slowly);
    const place = async (title: string) => {
      const address = `${shop.url}/api/products?all=1&title=${encodeURIComponent(title)}`;
      return (await (await page.request.get(address)).json()).items[0].position;
    };
    expect(await place(titleOf(0))).toBe(items[0].position);
    expect(await place(titleOf(300))).toBe(items[0].position - 1);
  });

  test("is loaded to its end, however late React runs its effects", { tag: "@nightly" }, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.addInitScript(delayMessages);
    let answerMs = 0;
    await page.route("**/api/products?*cursor=*", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, answerMs));
      answerMs = 2000;
      await route.continue();
    });
    await openLivePage(page, "/admin/products?q=lista+longa");
    await expect(rows(page)).toHaveCount(150);
    // A refetch because of the new products would load the last part too.
    await page.waitForTimeout(3000);
    await page.evaluate(() => {
      const toEnd = () => scrollTo(0, document.documentElement.scrollHeight);
      const observer = new MutationObserver(() => {
        if (document.querySelectorAll("tbody tr").length < 300) return;
        observer.disconnect();
        // First the end is out of view, then in view again.
        setTimeout(toEnd, 300);
        setTimeout(() => Reflect.set(window, "messageDelayMs", 0), 1000);
      });
      observer.observe(document.body, { childList: true, subtree: true });
      Reflect.set(window, "messageDelayMs", 1000);
      toEnd();
    });
    await expect(rows(page)).toHaveCount(count);
  });

  test("follows every press on a header, however long answers take", { tag: "@nightly" }, async ({
    page,
  }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto("/admin/products?q=lista+longa");
    await expect(page.getByText(`${count} produto(s)`)).toBeVisible();
    const header = page.getByRole("button", { name: "Preço", exact: true });
    const column = page.getByRole("columnheader", { name: "Preço" });
    let answerMs = 0;
    await page.route("**/admin/products.data*", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, answerMs));
      await route.continue().catch(() => undefined);
    });
    for (answerMs of [0, 20, 40, 80, 150, 300, 300, 150, 80, 40, 20, 0]) {
      await header.dblclick();
      await expect(column).toHaveAttribute("aria-sort", "descending");
      await header.click();
      await expect(column).not.toHaveAttribute("aria-sort");
    }
    await header.click({ clickCount: 4 });
    await expect(column).toHaveAttribute("aria-sort", "ascending");
    await expect(rows(page).first()).toContainText(titleOf(count - 1));
  });

  test("is selected as a whole, and changed and priced without its ids", {
    tag: "@nightly",
  }, async ({ page }) => {
    await page.goto("/admin/products?q=lista+longa");
    await page.getByLabel(`Selecionar ${titleOf(3)}`, { exact: true }).check();
    const bar = page.getByRole("region", { name: "Produtos selecionados" });
    await bar.getByRole("button", { name: `Selecionar os ${count}` }).click();
    await expect(bar).toContainText(`${count} selecionados`);
    await bar.getByRole("button", { name: "Ocultar" }).click();
    await expect(notices(page)).toContainText(`${count} produtos`);
    await expect(rows(page).filter({ hasText: "Oculto" })).toHaveCount(150);

    await page.getByLabel(`Selecionar ${titleOf(3)}`, { exact: true }).check();
    await bar.getByRole("button", { name: `Selecionar os ${count}` }).click();
    await bar.getByRole("button", { name: "Mudar preços" }).click();
    const dialog = page.getByRole("dialog", { name: `Mudar preços de ${count} produtos` });
    await dialog.getByLabel("Porcentagem", { exact: true }).fill("10");
    await dialog.getByRole("button", { name: "Ver preços" }).click();
    await dialog.getByRole("button", { name: `Mudar preços de ${count}` }).click();
    await expect(rows(page).filter({ hasText: titleOf(0) })).toContainText("R$ 440,00");
  });

  test("opens a product of a later part from the palette", { tag: "@nightly" }, async ({
    page,
  }) => {
    await page.goto("/admin/products");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /^Buscar telas/ }).fill(titleOf(333));
    await page.getByRole("option", { name: titleOf(333) }).click();
    const dialog = page.getByRole("dialog", { name: "Editar Produto" });
    await expect(dialog.getByLabel("Título")).toHaveValue(titleOf(333));
  });
});
