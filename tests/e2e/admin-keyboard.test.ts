import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { email, readPassword, signInWithRequest } from "#tests/support/administrator.ts";
import { notices, uniqueName } from "#tests/support/goods.ts";
import { orderLink, sendOrder } from "#tests/support/sent-order.ts";
import { expect, test } from "#tests/support/test.ts";

test("with the keyboard alone the administrator signs in, adds a product with a picture and confirms an order", {
  tag: "@nightly",
}, async ({ page, request, shop }) => {
  // Some two hundred keys, one after another.
  test.slow();
  const order = await sendOrder(request, "Olga Keyboard");
  await page.goto("/admin/login");
  await walkTo(page, page.getByLabel("E-mail"));
  await page.keyboard.type(email);
  await walkTo(page, page.getByLabel("Senha", { exact: true }));
  await page.keyboard.type(await readPassword(shop));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();

  await openScreen(page, "Produtos");
  await walkTo(page, page.getByRole("button", { name: "Novo Produto" }));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Criar Novo Produto" });
  const { title, slug } = uniqueName("Polpa de jenipapo");
  await walkTo(page, dialog.getByLabel("Título"));
  await page.keyboard.type(title);
  await walkTo(page, dialog.getByLabel("Categoria"));
  await page.keyboard.type("Polpas");
  const choosing = page.waitForEvent("filechooser");
  await walkTo(page, dialog.getByRole("button", { name: "Enviar imagem" }));
  await page.keyboard.press("Enter");
  await (await choosing).setFiles(await picture());
  await expect(dialog.getByRole("img", { name: "Imagem 1" })).toBeVisible();
  await walkTo(page, dialog.getByRole("button", { name: "Criar Produto" }));
  await page.keyboard.press("Enter");
  await expect(notices(page)).toContainText("Produto criado");
  await expect(page.getByRole("button", { name: "Novo Produto" })).toBeFocused();
  const { items } = await (await page.request.get("/api/products")).json();
  expect(items.find((product: { slug: string }) => product.slug === slug)).toMatchObject({
    category: "polpas",
    images: [expect.stringMatching(/^\/media\/product-images\//)],
  });

  await openScreen(page, "Pedidos");
  await expect(page.getByLabel("Buscar por ID, cliente ou email...")).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("olga");
  await expect(page).toHaveURL(/q=olga/);
  await walkTo(page, orderLink(page, order));
  await page.keyboard.press("Enter");
  const details = page.getByRole("dialog", { name: /^Detalhes do Pedido/ });
  await walkTo(page, details.getByLabel("Status"));
  await page.keyboard.type("Confirmado");
  await walkTo(page, details.getByRole("button", { name: "Salvar status" }));
  await page.keyboard.press("Enter");
  await expect(notices(page)).toContainText("Status atualizado");
  await expect(details.getByText(/já saíram do estoque/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(details).toBeHidden();
});

test("the command palette finds orders, products and actions, and keys lead through screens and lists", {
  tag: "@nightly",
}, async ({ page, request, context, shop }) => {
  await signInWithRequest(context, shop);
  const order = await sendOrder(request, "Nilo Palette");
  await page.goto("/admin");
  const palette = page.getByRole("dialog", { name: "Buscar e ir para" });
  const search = palette.getByRole("combobox");

  await page.keyboard.press("Control+k");
  await expect(search).toBeFocused();
  await search.fill(String(order.numero_pedido));
  await expect(palette.getByRole("option", { name: "Nilo Palette" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/admin/orders?pedido=${order.id}`);
  const details = page.getByRole("dialog", { name: /^Detalhes do Pedido/ });
  await expect(details).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(details).toBeHidden();

  await page.keyboard.press("Control+k");
  await search.fill("acai");
  await expect(palette.getByRole("option", { name: /açaí/i }).first()).toBeVisible();
  await page.keyboard.press("Enter");
  const editor = page.getByRole("dialog", { name: "Editar Produto" });
  await expect(editor.getByLabel("Título")).toHaveValue(/açaí/i);
  await expect(page).toHaveURL("/admin/products");
  await page.keyboard.press("Escape");
  await expect(editor).toBeHidden();

  await page.keyboard.press("Control+k");
  await search.fill("novo prod");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const creation = page.getByRole("dialog", { name: "Criar Novo Produto" });
  await expect(creation).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(creation).toBeHidden();

  await page.getByRole("heading", { name: "Produtos", level: 1 }).click();
  for (const key of ["j", "j", "k", "j"]) await page.keyboard.press(key);
  const opened = page.locator("tbody tr").nth(1);
  await expect(opened.locator("[data-row-open]")).toBeFocused();
  await page.keyboard.press("e");
  await expect(editor).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(editor).toBeHidden();
  await page.keyboard.press("g");
  await page.keyboard.press("r");
  await expect(page.getByRole("heading", { name: "Receitas", level: 1 })).toBeVisible();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Atalhos do teclado" });
  await expect(help).toContainText("Buscar e ir para");
});

/** Opens a screen by the menu, which a narrow window has behind a button. */
async function openScreen(page: Page, name: string): Promise<void> {
  const menu = page
    .getByRole("navigation", { name: "Principal" })
    .getByRole("button", { name: "Mais" });
  if (await menu.isVisible()) {
    await walkTo(page, menu, "Shift+Tab");
    await page.keyboard.press("Enter");
    await walkTo(
      page,
      page.getByRole("dialog").getByRole("link", { name: new RegExp(`^${name}`) }),
    );
  } else {
    await walkTo(
      page,
      page.getByRole("link", { name: new RegExp(`^${name}`) }).first(),
      "Shift+Tab",
    );
  }
  await page.keyboard.press("Enter");
  // While the menu closes, it takes the keys.
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
}

/** Presses Tab until the target has the focus, and sees that it shows it. */
async function walkTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab") {
  await expect(target).toBeVisible();
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 60 && !(await isThere()); presses += 1) {
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
  await expect(target).toHaveCSS("outline-style", "solid");
}

async function picture() {
  const background = "#5b2a86";
  const create = { width: 300, height: 300, channels: 3, background } as const;
  return {
    name: "jenipapo.png",
    mimeType: "image/png",
    buffer: await sharp({ create }).png().toBuffer(),
  };
}
