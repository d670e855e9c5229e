import type { BrowserContext, Locator, Page } from "@playwright/test";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { actOnRow, changeRow, createRow, notices, uniqueName } from "#tests/support/goods.ts";
import { publicPages } from "#tests/support/pages.ts";
import {
  cartDialog,
  fillCheckout,
  openCart,
  openCheckout,
  readOrderNumber,
  send,
  stubPostalCodes,
} from "#tests/support/purchase.ts";
import type { ShopProcess } from "#tests/support/shop-process.ts";
import { expect, test } from "#tests/support/test.ts";

const pack = { unit: "pacote", price: 45.9, tiers: [{ from: 10, price: 42.9 }] };
const box = { unit: "caixa", price: 169.9, contains: 4, minimum: 2, step: 2 };

/** A pulp sold by the pack, cheaper from ten on, and in pairs of boxes. */
async function createPulp(page: Page, context: BrowserContext, shop: ShopProcess) {
  await signInWithRequest(context, shop);
  return createRow(page, shop, "products", {
    ...uniqueName("Polpa de cambuci"),
    category: "polpas",
    stock: 500,
    specs: { rating: null, packageInfo: { unitsPerPackage: 12 } },
    sale_options: [pack, box],
  });
}

const cardOf = (page: Page, title: string) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name: title }) });

const unitOf = (card: Locator) => card.getByRole("combobox", { name: /^Unidade de / });

const lineOf = (page: Page, unit: string) =>
  cartDialog(page)
    .getByRole("listitem")
    .filter({ hasText: `· ${unit} · ` });

test("card, dialog, quick order and list name a unit alike, with the content that the seller entered", {
  tag: "@nightly",
}, async ({ page, context, shop }) => {
  await signInWithRequest(context, shop);
  const sold = { category: "polpas", stock: 500, sale_options: [pack, box] };
  const described = uniqueName("Polpa de bacuri b7d22");
  await createRow(page, shop, "products", {
    ...described,
    ...sold,
    specs: { rating: 4.8, packageInfo: { unitsPerPackage: 12 } },
  });
  const bare = await createRow(page, shop, "products", {
    ...uniqueName("Polpa de pequi"),
    ...sold,
    specs: { rating: null, packageInfo: { unitsPerPackage: null, packagesPerBox: null } },
  });
  await page.goto(publicPages.pulps);
  const names = [
    [described.title, "Pacote · 12 un", "Caixa · 48 un"],
    [bare.title, "Pacote", "Caixa · 4 pacotes"],
  ] as const;
  for (const [title, packName, boxName] of names) {
    const card = cardOf(page, title);
    const choices = [packName, boxName].map(
      (name) => `por ${name.replace(/^./, (first) => first.toLowerCase())}`,
    );
    await expect(unitOf(card).getByRole("option")).toHaveText(choices);
  }
  await expect(cardOf(page, described.title)).toContainText("R$ 3,83 cada");
  await expect(cardOf(page, described.title).getByLabel("Nota 4,8 de 5")).toBeVisible();
  const card = cardOf(page, bare.title);
  await expect(card).not.toContainText("cada");
  await expect(card.getByLabel(/^Nota/)).toHaveCount(0);
  await page.goto(`${publicPages.pulps}?produto=${described.slug}`);
  await expect(page.getByRole("dialog")).toContainText("Pacote · 12 un, Caixa · 48 un");

  await page.goto("/pedido-rapido");
  const rows = page.getByRole("main");
  for (const [title, packName, boxName] of names) {
    await page.getByRole("searchbox").fill(title);
    const row = (name: string) =>
      rows.locator("div").filter({ hasText: title }).filter({ hasText: name }).last();
    await page.getByRole("searchbox", { name: "Buscar na lista" }).fill(title);
    await expect(row(packName)).toBeVisible();
    await expect(row(boxName)).toBeVisible();
  }
  await page.getByRole("button", { name: "Colar lista" }).click();
  await page.getByLabel("Sua lista").fill(`2 cx ${described.title}`);
  await expect(page.getByRole("list", { name: "Linhas da lista" })).toContainText("Caixa · 48 un");
});

test("a unit of the seller's own name is named so on card, cart, order and in the file", {
  tag: "@nightly",
}, async ({ page, context, shop }) => {
  await signInWithRequest(context, shop);
  const name = uniqueName("Iogurte natural");
  const fields = { ...name, category: "polpas", stock: 50, price: 96 };
  await createRow(page, shop, "products", { ...fields, specs: { unit: "unidade" } });
  await page.goto(`/admin/products?q=${encodeURIComponent(name.title)}`);
  await actOnRow(page, "Editar", name.title);
  const editor = page.getByRole("dialog", { name: "Editar Produto" });
  await editor.getByLabel("Nome da unidade").fill("balde 5 kg");
  await expect(editor.getByRole("figure")).toContainText("balde 5 kg · R$ 96,00");
  await editor.getByRole("button", { name: "Atualizar Produto" }).click();
  await expect(notices(page)).toContainText("Produto atualizado");
  const file = await (await page.request.get("/api/products/export.csv")).text();
  expect(file.split("\n").find((row) => row.includes(name.slug))).toContain("balde 5 kg");

  await stubPostalCodes(page);
  await page.goto(publicPages.pulps);
  const card = cardOf(page, name.title);
  await expect(card).toContainText("balde 5 kg");
  await card.getByRole("button", { name: /^Adicionar ao carrinho/ }).click();
  await openCart(page);
  const line = cartDialog(page).getByRole("listitem").filter({ hasText: name.title });
  await expect(line).toContainText("balde 5 kg");
  await cartDialog(page).getByRole("button", { name: "Fechar", exact: true }).click();
  const checkout = await openCheckout(page);
  await fillCheckout(checkout);
  await send(checkout);
  const number = await readOrderNumber(page);
  await page.getByRole("link", { name: "Acompanhar pedido" }).click();
  const ordered = page.getByRole("region", { name: "O que você pediu" }).getByRole("listitem");
  await expect(ordered).toContainText([`1 × ${name.title}R$ 96,00 · balde 5 kg`]);
  const { items } = await (await page.request.get(`/api/orders?search=${number}`)).json();
  await page.goto(`/admin/orders?pedido=${items[0].id}`);
  await expect(page.getByText(/balde 5 kg/).first()).toBeVisible();
  const orders = await (await page.request.get(`/api/orders/export.csv?search=${number}`)).text();
  expect(orders).toContain("balde 5 kg");
});

test("boxes and packs of one product in one order, with the quantity price reached in the cart", async ({
  page,
  context,
  shop,
}) => {
  const { title } = await createPulp(page, context, shop);
  await stubPostalCodes(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(publicPages.pulps);
  const card = cardOf(page, title);
  const quantity = card.getByRole("spinbutton");
  await expect(card.getByText("10 ou mais")).toBeVisible();
  const before = await card.boundingBox();
  await unitOf(card).selectOption("caixa");
  await expect(card).toContainText("R$ 169,90");
  await expect(card.getByText("R$ 3,54 cada")).toBeVisible();
  expect((await card.boundingBox())?.height).toBe(before?.height);
  await expect(quantity).toHaveValue("2");
  await page.reload();
  await expect(unitOf(card)).toHaveValue("caixa");
  await quantity.fill("3");
  await quantity.press("Enter");
  await expect(page.getByText("Quantidade ajustada para 4")).toBeVisible();
  await expect(page.getByText("Vendido de 2 em 2.")).toBeVisible();
  await expect(quantity).toHaveValue("4");
  await card.getByRole("button", { name: /^Adicionar ao carrinho/ }).click();

  await unitOf(card).selectOption("pacote");
  await quantity.fill("8");
  await card.getByRole("button", { name: /^Adicionar ao carrinho/ }).click();
  await openCart(page);
  await expect(lineOf(page, "Pacote")).toContainText("Faltam 2 para R$ 42,90");
  const more = lineOf(page, "Pacote").getByRole("button", { name: /^Aumentar/ });
  await more.click();
  await expect(lineOf(page, "Pacote")).toContainText("Falta 1 para R$ 42,90");
  await more.click();
  await expect(lineOf(page, "Pacote")).toContainText("R$ 429,00");
  await expect(lineOf(page, "Caixa")).toContainText("R$ 679,60");
  await cartDialog(page).getByRole("button", { name: "Fechar", exact: true }).click();
  await expect(card).toContainText("Preço alcançado: 10 ou mais");

  const checkout = await openCheckout(page);
  await fillCheckout(checkout);
  await send(checkout);
  const number = await readOrderNumber(page);
  const response = await page.request.get(`${shop.url}/api/orders?search=${number}`);
  const { items } = await response.json();
  expect(items[0].itens).toMatchObject([
    { unit: "caixa", quantity: 4, price: 169.9, total: 679.6 },
    { unit: "pacote", quantity: 10, price: 42.9, total: 429 },
  ]);
  await page.getByRole("link", { name: "Acompanhar pedido" }).click();
  const ordered = page.getByRole("region", { name: "O que você pediu" }).getByRole("listitem");
  await expect(ordered).toContainText([
    `4 × ${title}R$ 169,90 · Caixa · 48 un`,
    `10 × ${title}R$ 42,90 · Pacote · 12 un`,
  ]);
});

test("a withdrawn option shows the old and the new price in the cart", { tag: "@nightly" }, async ({
  page,
  context,
  shop,
}) => {
  const pulp = await createPulp(page, context, shop);
  await page.goto(publicPages.pulps);
  const card = cardOf(page, pulp.title);
  await unitOf(card).selectOption("caixa");
  await card.getByRole("button", { name: /^Adicionar ao carrinho/ }).click();
  await changeRow(page, shop, "products", pulp, { sale_options: [{ ...pack, minimum: 3 }] });
  const cart = await openCart(page);
  await expect(cart).toContainText(
    "Antes R$ 169,90 por caixa, agora R$ 45,90 por pacote; a quantidade volta a 3",
  );
  await cart.getByRole("button", { name: /^Aceitar a mudança/ }).click();
  await expect(cart.getByRole("spinbutton")).toHaveValue("3");
});

test("an option without enough stock is sold out, the others are sold", {
  tag: "@nightly",
}, async ({ page, context, shop }) => {
  const pulp = await createPulp(page, context, shop);
  await changeRow(page, shop, "products", pulp, { stock: 7 });
  await page.goto(publicPages.pulps);
  const card = cardOf(page, pulp.title);
  await unitOf(card).selectOption("caixa");
  await expect(card.getByRole("button", { name: /^Indisponível/ })).toBeDisabled();
  await unitOf(card).selectOption("pacote");
  await expect(card.getByRole("button", { name: /^Adicionar ao carrinho/ })).toBeEnabled();
});

test("the dialog shows how a product is sold, other products and recipes with it", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto(publicPages["a product"]);
  const dialog = page.getByRole("dialog", { name: "Polpa de açaí 100 g" });
  await expect(dialog.getByRole("definition").first()).toHaveText("Pacote · 12 un, Caixa · 48 un");
  const recipes = dialog.getByRole("region", { name: "Receitas com este produto" });
  await expect(recipes.getByRole("link").first()).toHaveAttribute("href", /^\/receitas\?receita=/);
  const others = dialog.getByRole("region", { name: "Veja também" }).getByRole("link");
  await expect(others).toHaveCount(4);
  await others.first().click();
  await expect(page.getByRole("dialog", { name: "Polpa de acerola 100 g" })).toBeVisible();
});
