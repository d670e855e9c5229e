import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { email, readPassword, signInWithForm } from "#tests/support/administrator.ts";
import {
  addToCart,
  fillCheckout,
  openCheckout,
  readOrderNumber,
  send,
  stubPostalCodes,
} from "#tests/support/purchase.ts";
import { saveSettings } from "#tests/support/settings-tabs.ts";
import { removeFolder, startShop, temporaryFolder } from "#tests/support/shop-process.ts";
import { expect, test } from "#tests/support/test.ts";

// One shop after the other, each in a process of its own.
test.describe.configure({ timeout: 180_000 });

const names = ["Açaí", "Acerola", "Cajá", "Caju", "Cupuaçu", "Goiaba", "Graviola"];
const packages = ["100 g", "400 g", "1 kg"];
/** 42 products: 21 pulps, and of each an ice lolly in a category of the seller's own. */
const goods = names.flatMap((name) =>
  packages.flatMap((size) => [
    { title: `Polpa de ${name} ${size}`, category: "Polpas de Frutas", price: "12,90" },
    { title: `Picolé de ${name} ${size}`, category: "Sorvetes", price: "7,50" },
  ]),
);

const settingsTab = (page: Page, name: string) => page.getByRole("tab", { name }).click();

async function signIn(page: Page, shop: { url: string; dataDir: string }): Promise<void> {
  await page.goto(`${shop.url}/admin/login`);
  await signInWithForm(page, await readPassword(shop));
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
}

test("a seller sets up a shop of 42 products in an empty folder, opens it, and gets the first order", {
  tag: "@nightly",
}, async ({ page, browser }) => {
  const shop = await startShop(await temporaryFolder(), { SEED: "none", ADMIN_EMAIL: email });
  const visitors = await browser.newContext({ baseURL: shop.url });
  try {
    const visitor = await visitors.newPage();
    await signIn(page, shop);
    await expect(page.getByRole("heading", { name: "Primeiros passos: 1 de 5" })).toBeVisible();

    await page.getByRole("link", { name: "Nome e logo" }).click();
    await page.getByLabel("Nome do site").fill("Frutas da Serra");
    const logo = await sharp({
      create: { width: 400, height: 400, channels: 3, background: "#741" },
    })
      .png()
      .toBuffer();
    const input = page.locator('input[type="file"]').first();
    await input.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: logo });
    await expect(page.getByRole("button", { name: "Remover" }).first()).toBeVisible();
    await saveSettings(page);

    await settingsTab(page, "Contato");
    await page.getByLabel("WhatsApp", { exact: true }).fill("(11) 98765-4321");
    await saveSettings(page);
    await visitor.goto(shop.url);
    await expect(visitor.getByRole("heading", { name: "Frutas da Serra" })).toBeVisible();
    await expect(visitor.getByText("Em breve")).toBeVisible();
    await expect(visitor.getByRole("link", { name: "Falar no WhatsApp" })).toBeVisible();

    await settingsTab(page, "Conteúdo");
    await page.getByRole("button", { name: "Nova categoria" }).click();
    const editor = page.getByRole("dialog", { name: "Criar Nova Categoria" });
    await editor.getByLabel("Nome", { exact: true }).fill("Sorvetes artesanais");
    await editor.getByLabel("Nome curto").fill("Sorvetes");
    await editor.getByLabel("Cor").selectOption("Laranja");
    await expect(editor.getByLabel("Slug")).toHaveValue("sorvetes-artesanais");
    await editor.getByRole("button", { name: "Criar Categoria" }).click();
    await expect(page.getByText("Categoria criada")).toBeVisible();
    await page.getByRole("button", { name: "Editar Pescados" }).click();
    const pescados = page.getByRole("dialog", { name: "Editar Categoria" });
    await pescados.getByLabel("Categoria visível").uncheck();
    await pescados.getByRole("button", { name: "Salvar" }).click();
    await expect(page.getByText("Oculta", { exact: true })).toBeVisible();

    const rows = goods.map(({ title, category, price }) => `${title};${category};${price};20`);
    const file = ["Produto;Categoria;Valor;Qtd", ...rows].join("\n");
    await page.goto(`${shop.url}/admin/products`);
    await page
      .locator("main")
      .getByRole("button", { name: /Importar/ })
      .first()
      .click();
    const dialog = page.getByRole("dialog");
    await dialog
      .locator('input[type="file"]')
      .setInputFiles({ name: "tabela.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
    await dialog.getByRole("button", { name: /^Importar/ }).click();
    await expect(dialog.getByText("Importado.")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("main").getByText("42 produto(s)")).toBeVisible();

    await page.goto(`${shop.url}/admin`);
    await page.getByRole("button", { name: "Abrir a loja" }).click();
    await expect(page.getByText("Loja aberta")).toBeVisible();
    await expect(page.getByText("Nenhum pedido esperando")).toBeVisible();

    await stubPostalCodes(visitor);
    // The categories with and without products, apart from the hidden one.
    const categories = ["Polpas de Frutas", "Frutas Congeladas", "Gelo Saborizado", "Sorvetes"];
    for (const path of ["/", "/produtos"]) {
      await visitor.goto(path);
      const tiles = visitor.getByRole("main").getByRole("heading");
      for (const name of categories) await expect(tiles.filter({ hasText: name })).toHaveCount(1);
      await expect(tiles.filter({ hasText: "Pescados" })).toHaveCount(0);
    }
    await visitor.goto("/produtos/sorvetes-artesanais");
    const tabs = visitor.getByRole("navigation", { name: "Categorias" }).getByRole("link");
    await expect(tabs).toHaveText(["Polpas", "Frutas", "Gelo", "Sorvetes"]);
    await addToCart(visitor, "Picolé de Caju 1 kg");
    const checkout = await openCheckout(visitor);
    await fillCheckout(checkout);
    // Until the seller saves others the shop accepts the usual methods.
    await expect(checkout.getByLabel("Forma de pagamento")).toContainText("PIX");
    await send(checkout);
    expect(await readOrderNumber(visitor)).toBe(1001);
    await expect(page.getByText("1 pedido esperando")).toBeVisible();
  } finally {
    await visitors.close();
    await page.goto("about:blank");
    await shop.stop();
    await removeFolder(shop.dataDir);
  }
});

test("the demonstration becomes an empty shop after a backup and the password", {
  tag: "@nightly",
}, async ({ page }) => {
  const shop = await startShop(await temporaryFolder(), { ADMIN_EMAIL: email });
  try {
    await signIn(page, shop);
    await page.getByRole("button", { name: "Começar minha loja" }).click();
    const dialog = page.getByRole("dialog", { name: "Começar minha loja" });
    await dialog.getByLabel("Confirme sua senha").fill(await readPassword(shop));
    await dialog.getByRole("button", { name: "Apagar e começar" }).click();
    await expect(page.getByRole("heading", { name: "Primeiros passos: 1 de 5" })).toBeVisible({
      timeout: 60_000,
    });
    const backups = await readdir(join(shop.dataDir, "backups"));
    expect(backups.filter((name) => name.startsWith("before-own-shop-"))).toHaveLength(1);
    const pictures = await readdir(join(shop.dataDir, "media"), { recursive: true });
    expect(pictures.filter((name) => name.includes("."))).toEqual([]);
    await page.goto(`${shop.url}/admin/products`);
    await expect(page.getByText("Nenhum produto cadastrado")).toBeVisible();
    await page.goto(`${shop.url}/admin/settings?tab=audit`);
    await page.getByLabel("Agrupar por ação").check();
    await expect(page.getByText("na mesma ação").first()).toBeVisible();
  } finally {
    await page.goto("about:blank");
    await shop.stop();
    await removeFolder(shop.dataDir);
  }
});

test("a wide logo replaces the name, and a long name is not cut at 390 px", {
  tag: "@nightly",
}, async ({ page }) => {
  const shop = await startShop(await temporaryFolder(), { SEED: "open", ADMIN_EMAIL: email });
  try {
    await signIn(page, shop);
    await page.setViewportSize({ width: 390, height: 844 });
    const brand = page.getByRole("banner").getByRole("link").first();
    const names = [
      "Frutas da Serra",
      "Distribuidora Santo Antônio",
      "Polpas e Congelados da Família Pereira",
    ];
    for (const name of names) {
      await page.goto(`${shop.url}/admin/settings`);
      await page.getByLabel("Nome do site").fill(name);
      await saveSettings(page);
      await page.goto(shop.url);
      await expect(brand).toHaveText(name);
      // The text itself, which overflows its element if it has no room.
      const { right, height } = await brand.locator("span").evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const { right, height } = range.getBoundingClientRect();
        return { right, height };
      });
      expect(height, name).toBeLessThanOrEqual(64);
      const search = page.getByRole("banner").getByRole("link", { name: "Buscar produtos" });
      expect(right, name).toBeLessThan((await search.boundingBox())?.x ?? 0);
    }
    await page.goto(`${shop.url}/admin/settings`);
    const wide = { width: 900, height: 300, channels: 3, background: "#174" } as const;
    const buffer = await sharp({ create: wide }).png().toBuffer();
    const input = page.locator('input[type="file"]').first();
    await input.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer });
    await expect(page.getByRole("button", { name: "Remover" }).first()).toBeVisible();
    await saveSettings(page);
    await page.goto(shop.url);
    const logo = page.getByRole("banner").getByRole("img", { name: names.at(-1) ?? "" });
    await expect(logo).toBeVisible();
    const box = await logo.boundingBox();
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(3, 1);
    await expect(brand.locator("span")).toHaveCount(0);
  } finally {
    await page.goto("about:blank");
    await shop.stop();
    await removeFolder(shop.dataDir);
  }
});
