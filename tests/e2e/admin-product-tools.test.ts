import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { writeXlsx } from "hucre/xlsx";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { addDays, formatDay, localClock } from "#app/shared/days.ts";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { actOnRow, changeRow, createRow, notices, uniqueName } from "#tests/support/goods.ts";
import { phoneScreen } from "#tests/support/screens.ts";
import type { ShopProcess } from "#tests/support/shop-process.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeEach(async ({ context, shop }) => {
  await signInWithRequest(context, shop);
});

async function readProduct(page: Page, shop: ShopProcess, slug: string): Promise<Product> {
  const response = await page.request.get(`${shop.url}/api/products?all=1&slug=${slug}`);
  return (await response.json()).items[0];
}

const search = (page: Page, title: string) =>
  page.goto(`/admin/products?q=${encodeURIComponent(title)}`);

test("the administrator sells a product by the box, in steps and cheaper by quantity", {
  tag: "@nightly",
}, async ({ page, shop }) => {
  const name = uniqueName("Polpa de mangaba");
  await createRow(page, shop, "products", { ...name, price: 40, specs: { unit: "pacote" } });
  await search(page, name.title);
  await actOnRow(page, "Editar", name.title);
  const dialog = page.getByRole("dialog", { name: "Editar Produto" });
  await dialog.getByRole("button", { name: "Adicionar opção" }).click();
  const box = dialog.getByRole("group", { name: "Caixa" });
  await box.getByLabel("Preço da opção").fill("150");
  await box.getByLabel("Contém (pacote)").fill("4");
  await box.getByLabel("Pedido mínimo").fill("3");
  await box.getByLabel("De quanto em quanto").fill("2");
  await addTier(box, "4", "145");
  await addTier(box, "10", "149");
  await dialog.getByRole("button", { name: "Atualizar Produto" }).click();
  await expect(box.getByText("O mínimo deve ser múltiplo de 2")).toBeVisible();
  await expect(box.getByText("O preço a partir de 10 deve ser menor que o de 4")).toBeVisible();
  await box.getByLabel("Unidade da opção").selectOption("pacote");
  await expect(dialog.getByText("Já existe uma opção em pacote")).toBeVisible();
  const second = dialog.getByRole("group", { name: "Pacote", exact: true });
  await second.getByLabel("Unidade da opção").selectOption("caixa");
  await box.getByLabel("Pedido mínimo").fill("2");
  await box.getByLabel("Preço cada").last().fill("139,90");
  const preview = dialog.getByRole("figure");
  await expect(preview).toContainText("Caixa · 48 un");
  await dialog.getByLabel("Unidades por pacote").fill("");
  await expect(preview).toContainText("Caixa · 4 pacotes · R$ 150,00 R$ 37,50 por pacote");
  await dialog.getByLabel("Unidades por pacote").fill("12");
  await expect(preview).toContainText("Caixa · 48 un · R$ 150,00 R$ 3,13 cada");
  await expect(preview).toContainText("10 ou mais: R$ 139,90");
  await dialog.getByRole("button", { name: "Atualizar Produto" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator("tbody tr")).toContainText(/por pacote · mais \+?1 opção/);
  expect((await readProduct(page, shop, name.slug)).sale_options).toEqual([
    { unit: "pacote", price: 40, contains: 1, minimum: 1, step: 1, tiers: [] },
    {
      unit: "caixa",
      price: 150,
      contains: 4,
      minimum: 2,
      step: 2,
      tiers: [
        { from: 4, price: 145 },
        { from: 10, price: 139.9 },
      ],
    },
  ]);
});

async function addTier(option: Locator, from: string, price: string) {
  await option.getByRole("button", { name: "Preço por quantidade", exact: true }).click();
  await option.getByLabel("A partir de").last().fill(from);
  await option.getByLabel("Preço cada").last().fill(price);
}

test("the administrator exports the products, edits the file and imports it", {
  tag: "@nightly",
}, async ({ page, shop }) => {
  const name = uniqueName("Polpa de umbu");
  await createRow(page, shop, "products", { ...name, price: 12.5, stock: 3 });
  await page.goto("/admin/products");
  const downloading = page.waitForEvent("download");
  await pressTool(page, "Exportar");
  const exported = await readFile(await (await downloading).path(), "utf8");
  expect(exported).toContain(`"${name.slug}";"${name.title}"`);
  await pressTool(page, "Importar");
  const dialog = page.getByRole("dialog", { name: "Importar produtos" });
  await chooseFile(dialog, exported);
  await expect(dialog.getByRole("button", { name: /^Mudam \(0\)$/ })).toBeVisible();
  await expect(dialog.getByRole("button", { name: /^Recusados \(0\)$/ })).toBeVisible();
  await expect(dialog.getByRole("button", { name: /^Importar/ })).toHaveCount(0);
  const added = uniqueName("Polpa de seriguela");
  const lines = [
    "slug;preço;título",
    `${name.slug};13,90;${name.title}`,
    `${added.slug};9,90;${added.title}`,
    `${name.slug};1;x`,
    `${added.slug}-2;doze;Sem preço`,
    `${added.slug}-3;5;`,
  ];
  await chooseFile(dialog, lines.join("\n"));
  await dialog.getByRole("button", { name: "Recusados (3)" }).click();
  const rows = dialog.locator("tbody tr");
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText("A linha 2 tem o mesmo slug");
  await expect(rows.nth(1)).toContainText("Preço: Escreva um número");
  await expect(rows.nth(2)).toContainText("Título é obrigatório");
  await dialog.getByRole("button", { name: "Mudam (1)" }).click();
  await expect(rows).toContainText("Preço: 12,50 → 13,90");
  await dialog.getByRole("button", { name: "Importar 2 produtos" }).click();
  await expect(notices(page)).toContainText("Produtos importados");
  await expect(dialog.getByText("Importado.")).toBeVisible();
  await dialog.getByRole("button", { name: "Fechar" }).last().click();
  expect(await readProduct(page, shop, name.slug)).toMatchObject({ price: 13.9, stock: 3 });
  expect(await readProduct(page, shop, added.slug)).toMatchObject({ price: 9.9 });
  await search(page, added.title);
  await expect(page.locator("tbody tr")).toHaveCount(1);
});

test("on a phone the administrator imports an Excel list with their own headings", async ({
  page,
  shop,
}) => {
  const { title, slug } = uniqueName("Polpa de cambuci");
  const sheet = [
    ["Lista de preços"],
    ["Fruta", "Valor", "Saldo", "Un."],
    [title, 12.9, 40, "pct"],
    [`${title} grande`, 1094.5, 2.5, "cx"],
  ];
  const workbook = await writeXlsx({ sheets: [{ name: "Preços", rows: sheet }] });
  await page.setViewportSize(phoneScreen.viewport);
  await page.goto("/admin/products");
  await pressTool(page, "Importar");
  const dialog = page.getByRole("dialog", { name: "Importar produtos" });
  await expect(dialog.getByRole("link", { name: "Baixar modelo" })).toBeVisible();
  const buffer = Buffer.from(workbook);
  await dialog
    .locator("input[type=file]")
    .setInputFiles({ name: "lista.xlsx", mimeType: "application/octet-stream", buffer });
  await expect(dialog.getByText("Não achamos a coluna com o nome dos produtos")).toBeVisible();
  await expect(dialog.getByText("Colunas da planilha")).toBeVisible();
  await dialog.getByLabel("Fruta").selectOption("Título");
  const rows = dialog.locator("tbody tr");
  await expect(rows).toHaveCount(2);
  await expect(rows.first().getByText("R$ 12,90")).toBeVisible();
  await expect(rows.first().getByText("40", { exact: true })).toBeVisible();
  await expect(rows.last()).toContainText("Estoque: Use um número inteiro");
  await dialog.getByRole("button", { name: "Importar 1 produto" }).click();
  await expect(dialog.getByText("Importado.")).toBeVisible();
  const created = await readProduct(page, shop, slug);
  expect(created).toMatchObject({ title, price: 12.9, stock: 40, specs: { unit: "pacote" } });
});

/** Phones have them in a menu. */
async function pressTool(page: Page, name: string) {
  const more = page.getByRole("button", { name: "Mais ações" });
  if (await more.isVisible()) await more.click();
  const tool = page.getByRole("button", { name }).or(page.getByRole("link", { name }));
  await tool.filter({ visible: true }).click();
}

async function chooseFile(dialog: Locator, text: string) {
  const file = { name: "produtos.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
  await dialog.locator("input[type=file]").setInputFiles(file);
}

/** Opens the change of prices for two new products of R$ 10,00. */
async function openPriceChange(page: Page, shop: ShopProcess, fruits: [string, string]) {
  const mark = uniqueName("Gelo").title;
  const names = fruits.map((fruit) => uniqueName(`${mark} ${fruit}`));
  const products = await Promise.all(
    names.map((name) => createRow(page, shop, "products", { ...name, price: 10 })),
  );
  const prices = () =>
    Promise.all(names.map(async ({ slug }) => (await readProduct(page, shop, slug)).price));
  await search(page, mark);
  await page
    .getByRole("checkbox", { name: /^Selecionar Gelo/ })
    .first()
    .check();
  await page.getByRole("button", { name: "Selecionar os 2" }).click();
  await page.getByRole("button", { name: "Mudar preços" }).click();
  const dialog = page.getByRole("dialog", { name: "Mudar preços de 2 produtos" });
  return { dialog, names, products, prices };
}

test("the administrator changes many prices and undoes it", { tag: "@nightly" }, async ({
  page,
  shop,
}) => {
  const { dialog, products, prices } = await openPriceChange(page, shop, ["limão", "uva"]);
  await expect(dialog.getByRole("textbox", { name: "Porcentagem" })).toBeFocused();
  await page.keyboard.type("12,5");
  await dialog.getByLabel("Arredondar").selectOption("0.90");
  await dialog.getByRole("button", { name: "Ver preços" }).click();
  const preview = dialog.getByRole("list", { name: "Preços novos" });
  await expect(preview.getByText("unidade: R$ 10,00 → R$ 10,90")).toHaveCount(2);
  expect(await prices()).toEqual([10, 10]);
  await dialog.getByRole("button", { name: "Mudar preços de 2" }).click();
  const change = page.getByRole("region", { name: "Mudança de preços" });
  await expect(change).toContainText("Preços de 2 produtos mudaram");
  expect(await prices()).toEqual([10.9, 10.9]);
  const [first] = products;
  if (!first) throw new Error("no product was created");
  await changeRow(page, shop, "products", { ...first, version: 2 }, { stock: 9 });
  await change.getByRole("button", { name: "Desfazer" }).click();
  await expect(notices(page)).toContainText("1 produto não voltou ao preço de antes");
  expect(await prices()).toEqual([10.9, 10]);
});

test("the administrator plans prices for later, cancels them, and sees which did not change", {
  tag: "@nightly",
}, async ({ page, shop }) => {
  const { dialog, names, products, prices } = await openPriceChange(page, shop, [
    "manga",
    "maracujá",
  ]);
  const { date } = localClock(new Date());
  const day = addDays(date, 3);
  await dialog.getByLabel("Porcentagem").last().fill("10");
  await dialog.getByLabel("A partir de").fill(`${day}T08:30`);
  await dialog.getByRole("button", { name: "Ver preços" }).click();
  await expect(dialog.getByText("unidade: R$ 10,00 → R$ 11,00")).toHaveCount(2);
  await dialog.getByRole("button", { name: "Agendar preços de 2" }).click();
  const planned = page.getByRole("region", { name: "Preços agendados" });
  await expect(planned).toContainText(`2 produtos, a partir de ${formatDay(day)}, 08:30`);
  await expect(planned).toContainText("+10%");
  await planned.getByRole("button", { name: /^Cancelar: 2 produtos/ }).click();
  await expect(planned.getByText(`a partir de ${formatDay(day)}, 08:30`)).toHaveCount(0);

  const response = await page.request.post("/api/products/prices", {
    data: {
      products: products.map(({ id }) => ({ id, version: 1 })),
      percent: 10,
      apply_at: new Date(Date.now() + 3000).toISOString(),
    },
  });
  expect(response.status()).toBe(200);
  const [first] = products;
  if (!first) throw new Error("no product was created");
  await changeRow(page, shop, "products", { ...first, version: 1 }, { price: 12 });
  await page.reload();
  await expect.poll(prices, { timeout: 30_000 }).toEqual([12, 11]);
  const report = planned.getByRole("listitem").filter({ hasText: names[0]?.title ?? "" });
  await expect(report).toContainText("1 de 2 produtos mudou em");
  await expect(report).toContainText("O preço mudou depois do agendamento");
  await report.getByRole("button", { name: /^Fechar/ }).click();
  await expect(report).toHaveCount(0);
});
