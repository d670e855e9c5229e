import type { Locator, Page } from "@playwright/test";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { changeRow, createRow, notices, uniqueName } from "#tests/support/goods.ts";
import type { ShopProcess } from "#tests/support/shop-process.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeEach(async ({ context, shop }) => {
  await signInWithRequest(context, shop);
});

/** Opens the list of new products, which are named a, b, c … */
async function openProducts(page: Page, shop: ShopProcess, names: string) {
  const { title: words, slug } = uniqueName("Planilha");
  const rows = [];
  for (const name of names) {
    const fields = { title: `${words} ${name}`, slug: `${slug}-${name}`, price: 10, stock: 50 };
    rows.push(await createRow(page, shop, "products", fields));
  }
  await page.goto(`/admin/products?q=${encodeURIComponent(words)}`);
  return { words, rows };
}

const stored = async (page: Page, words: string) => {
  const response = await page.request.get(`/api/products?all=1&title=${encodeURIComponent(words)}`);
  const { items }: { items: Product[] } = await response.json();
  return items.map(({ price, stock }) => [price, stock]);
};

const cell = (page: Page, words: string, name: string, column = "Preço") =>
  page.getByRole("button", { name: `${column} de ${words} ${name}` });

/** Runs in the page: what Ctrl+V does with a copied column. */
async function paste(target: Locator, text: string) {
  await target.evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", text);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  }, text);
}

test("products are a sheet: typed, pasted and filled cells are saved together, and undone together", async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { words } = await openProducts(page, shop, "abcd");
  const bar = page.getByRole("region", { name: "Mudanças na planilha" });

  await cell(page, words, "a").focus();
  await page.keyboard.type("12,5");
  await page.keyboard.press("Enter");
  await expect(cell(page, words, "b")).toBeFocused();
  await expect(cell(page, words, "a")).toContainText("R$ 12,50");
  await expect(bar).toContainText("1 célula mudou");
  await page.keyboard.press("ArrowRight");
  await expect(cell(page, words, "b", "Estoque")).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await paste(cell(page, words, "b"), "14,00\t7\r\n15,90\t8\r\n");
  await expect(cell(page, words, "c")).toContainText("R$ 15,90");
  await expect(bar).toContainText("5 células mudaram");

  await cell(page, words, "c", "Estoque").focus();
  await page.keyboard.press("Shift+ArrowDown");
  await expect(bar).toContainText("2 selecionadas");
  await expect(bar.getByRole("button", { name: "Preencher para baixo" })).toBeVisible();
  await page.keyboard.press("Control+d");
  await expect(cell(page, words, "d", "Estoque")).toContainText("8");
  await expect(bar).toContainText("6 células mudaram");
  expect(await stored(page, words)).toEqual([1, 2, 3, 4].map(() => [10, 50]));

  await bar.getByRole("button", { name: "Salvar" }).click();
  await expect(notices(page)).toContainText("4 produtos");
  await expect(bar).toBeHidden();
  const saved = [
    [12.5, 50],
    [14, 7],
    [15.9, 8],
    [10, 8],
  ];
  expect(await stored(page, words)).toEqual(saved);
  await page.getByRole("button", { name: "Desfazer" }).click();
  await expect(notices(page)).toContainText("Desfeito");
  expect(await stored(page, words)).toEqual([1, 2, 3, 4].map(() => [10, 50]));
});

const foodOf = async (page: Page, words: string) => {
  const response = await page.request.get(`/api/products?all=1&title=${encodeURIComponent(words)}`);
  const { items }: { items: Product[] } = await response.json();
  return items.map(({ ingredients, food }) => ({ ingredients, ...food }));
};

test("what labels say is a sheet too: words and numbers are typed, pasted, filled and undone", async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { words } = await openProducts(page, shop, "ab");
  const bar = page.getByRole("region", { name: "Mudanças na planilha" });
  const contains = "Contém alergênicos";
  await page.getByLabel("Colunas").selectOption("Rótulo");

  await cell(page, words, "a", contains).focus();
  await page.keyboard.type("leite; manga");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("“manga” não está na lista de alergênicos");
  await page.getByRole("textbox", { name: `${contains} de ${words} a` }).fill("Leite e SOJA");
  await page.keyboard.press("Enter");
  await expect(cell(page, words, "a", contains)).toContainText("soja, leite");
  await expect(cell(page, words, "b", contains)).toBeFocused();
  await paste(
    cell(page, words, "a", "Conservação"),
    "Manter a −18 °C\tConsumir em 24 horas\tBrasil",
  );
  await cell(page, words, "a", "Conservação").focus();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Control+d");
  await paste(cell(page, words, "a", "Registro de inspeção"), "SIF 1234\r\n1234");
  await expect(notices(page)).toContainText("1 valor não serve e ficou de fora");
  await expect(notices(page)).toContainText("Escreva como SIF 1234");
  await cell(page, words, "a", "Ingredientes e alergênicos").focus();
  await page.keyboard.type("Polpa de manga");
  await page.keyboard.press("Enter");
  await expect(bar).toContainText("7 células mudaram");

  await page.getByLabel("Colunas").selectOption("Nutrição");
  await expect(bar).toContainText("7 células mudaram");
  const numbers = ["60", "15", "14", "0", "0,8", "0,4", "0,1", "0", "1,6", "1"];
  await paste(cell(page, words, "a", "Valor energético (kcal)"), numbers.join("\t"));
  await expect(cell(page, words, "a", "Sódio (mg)")).toContainText("1");
  await expect(bar).toContainText("17 células mudaram");
  await bar.getByRole("button", { name: "Salvar" }).click();
  await expect(notices(page)).toContainText("2 produtos");
  await expect(bar).toBeHidden();
  const conservation = "Manter a −18 °C";
  const saved = [
    {
      ingredients: "Polpa de manga",
      contains: ["soja", "leite"],
      registration: "SIF 1234",
      conservation,
      thawed: "Consumir em 24 horas",
      origin: "Brasil",
      nutrition: {
        energy: 60,
        carbohydrates: 15,
        sugars: 14,
        added_sugars: 0,
        protein: 0.8,
        fat: 0.4,
        saturated_fat: 0.1,
        trans_fat: 0,
        fiber: 1.6,
        sodium: 1,
      },
    },
    { ingredients: "", conservation },
  ];
  expect(await foodOf(page, words)).toEqual(saved);

  // The table is complete or absent.
  await cell(page, words, "a", "Sódio (mg)").focus();
  await page.keyboard.type("x");
  await page.getByRole("textbox", { name: `Sódio (mg) de ${words} a` }).fill("");
  await page.keyboard.press("Enter");
  await bar.getByRole("button", { name: "Salvar" }).click();
  await expect(bar).toContainText(`${words} a: `);
  await bar.getByRole("button", { name: "Descartar" }).click();
  expect(await foodOf(page, words)).toEqual(saved);

  await page.getByRole("button", { name: "Desfazer" }).click();
  await expect(notices(page)).toContainText("Desfeito");
  expect(await foodOf(page, words)).toEqual([{ ingredients: "" }, { ingredients: "" }]);
});

test("the sheet says where a net weight contradicts title and package, as the form does", async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { title, slug } = uniqueName("Polpa 100 g");
  const specs = { unit: "pacote", packageInfo: { unitsPerPackage: 12 } };
  const food = { net_weight: 1200 };
  await createRow(page, shop, "products", { title, slug, price: 10, stock: 5, specs, food });
  await page.goto(`/admin/products?q=${encodeURIComponent(title)}`);
  await page.getByLabel("Colunas").selectOption("Rótulo");
  const bar = page.getByRole("region", { name: "Mudanças na planilha" });
  const weight = page.getByRole("button", { name: `Peso líquido (g) de ${title}` });
  await expect(weight).not.toContainText("Confira");

  const doubt = "Confira: o peso líquido diz 100 g, e título e embalagem dizem 1,2 kg por pacote.";
  await weight.focus();
  await page.keyboard.type("100");
  await page.keyboard.press("Enter");
  await expect(bar.getByRole("status")).toContainText(`${title}: ${doubt}`);
  await expect(weight).toHaveAttribute("title", doubt);

  await bar.getByRole("button", { name: "Salvar" }).click();
  await expect(bar).toBeHidden();
  await expect(weight).toContainText(doubt);
});

test("a cell that was saved elsewhere meanwhile is shown, and saved over by the next press", {
  tag: "@nightly",
}, async ({ page, shop }) => {
  const { words, rows } = await openProducts(page, shop, "ab");
  const bar = page.getByRole("region", { name: "Mudanças na planilha" });
  await cell(page, words, "a").focus();
  await page.keyboard.type("20");
  await page.keyboard.press("Enter");
  await page.keyboard.type("21");
  await page.keyboard.press("Escape");
  await expect(bar).toContainText("1 célula mudou");
  const [row] = rows;
  if (row) await changeRow(page, shop, "products", row, { price: 30 });
  await bar.getByRole("button", { name: "Salvar" }).click();
  await expect(bar).toContainText("Mudou em outro lugar para R$ 30,00.");
  await expect(cell(page, words, "a")).toContainText("R$ 20,00");
  await bar.getByRole("button", { name: "Salvar" }).click();
  await expect(bar).toBeHidden();
  expect(await stored(page, words)).toEqual([
    [20, 50],
    [10, 50],
  ]);
});

const rowOf = (page: Page, words: string, name: string) =>
  page.getByRole("row").filter({ hasText: `${words} ${name}` });

const selection = (page: Page) => page.getByRole("region", { name: "Produtos selecionados" });

/** Selects a and b as on a phone: a long press on the first, a tap on the second. */
async function selectByTouch(page: Page, words: string): Promise<void> {
  const touch = { pointerType: "touch", bubbles: true };
  const first = rowOf(page, words, "a");
  await first.dispatchEvent("pointerdown", touch);
  await expect(selection(page)).toContainText("1 selecionado");
  await first.dispatchEvent("pointerup", touch);
  await first.dispatchEvent("click");
  await expect(selection(page)).toContainText("1 selecionado");
  await rowOf(page, words, "b")
    .getByRole("button", { name: `${words} b`, exact: true })
    .click();
  await expect(selection(page)).toContainText("2 selecionados");
}

test("on a phone a long press selects products, whose prices change together", async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { words } = await openProducts(page, shop, "ab");
  const edit = await page.getByRole("button", { name: `Editar ${words} a` }).boundingBox();
  const menu = await page.getByRole("button", { name: `Mais: ${words} a` }).boundingBox();
  expect((menu?.y ?? 0) + (menu?.height ?? 0)).toBeLessThan((edit?.y ?? 0) + 1);
  await selectByTouch(page, words);
  // The selection is in one line.
  expect((await selection(page).boundingBox())?.height).toBeLessThan(72);
  await selection(page).getByRole("button", { name: "Mudar preços" }).click();
  const dialog = page.getByRole("dialog", { name: "Mudar preços de 2 produtos" });
  await dialog.getByLabel("Porcentagem").fill("10");
  await dialog.getByRole("button", { name: "Ver preços" }).click();
  await expect(dialog.getByRole("list", { name: "Preços novos" })).toBeInViewport({ ratio: 1 });
  await dialog.getByRole("button", { name: "Mudar preços de 2" }).click();
  await expect(rowOf(page, words, "b")).toContainText("R$ 11,00");
});

test("products that are hidden, sold out or deleted together return by one press each", {
  tag: "@nightly",
}, async ({ page, shop }) => {
  const { words, rows: created } = await openProducts(page, shop, "abc");
  const bar = selection(page);
  const rows = page.locator("tbody tr");
  const states = async () => {
    const address = `/api/products?all=1&title=${encodeURIComponent(words)}`;
    const { items }: { items: Product[] } = await (await page.request.get(address)).json();
    const known = created.flatMap(({ id }) => items.filter((item) => item.id === id));
    return known.map(({ id, visible, stock }) => [id, visible, stock]);
  };
  const before = created.map(({ id }) => [id, true, 50]);
  page.on("dialog", (question) => void question.accept());
  for (const [action, left] of [
    ["Ocultar", created.map(({ id }) => [id, id === created[2]?.id, 50])],
    ["Esgotado", created.map(({ id }) => [id, true, id === created[2]?.id ? 50 : 0])],
    ["Excluir", [[created[2]?.id, true, 50]]],
  ] as const) {
    for (const name of "ab") await page.getByLabel(`Selecionar ${words} ${name}`).check();
    await bar.getByRole("button", { name: action, exact: true }).click();
    const notice = notices(page).locator(".toast").filter({ hasText: "2 produtos" }).last();
    await expect.poll(states, action).toEqual(left);
    await notice.getByRole("button", { name: "Desfazer" }).click();
    await expect.poll(states, `${action} undone`).toEqual(before);
    await expect(rows).toHaveCount(3);
    await page.reload();
  }
});

test("hiding, marking as sold out and moving are undone by one press", { tag: "@nightly" }, async ({
  page,
  shop,
}) => {
  const { words } = await openProducts(page, shop, "ab");
  const undo = page.getByRole("button", { name: "Desfazer" });
  const rows = page.locator("tbody tr");
  await page.getByRole("button", { name: `Ocultar ${words} a` }).click();
  await expect(rows.first()).toContainText("Oculto");
  await undo.click();
  await expect(rows.first()).toContainText("Visível");
  await page.getByRole("button", { name: `Esgotado: ${words} a` }).click();
  await expect(rows.first()).toContainText("0 (esgotado)");
  await undo.last().click();
  await expect(cell(page, words, "a", "Estoque")).toContainText("50");
  for (const name of ["a", "b"]) await page.getByLabel(`Selecionar ${words} ${name}`).check();
  const bar = page.getByRole("region", { name: "Produtos selecionados" });
  await bar.getByRole("button", { name: "Esgotado" }).click();
  await expect(rows.last()).toContainText("0 (esgotado)");
  await undo.last().click();
  await expect(cell(page, words, "b", "Estoque")).toContainText("50");
  await page.getByRole("button", { name: `Mais: ${words} a` }).click();
  await page.getByRole("button", { name: "Mover para baixo" }).click();
  await expect(notices(page)).toContainText("Ordem atualizada");
  await expect(rows.first()).toContainText(`${words} b`);
  await undo.last().click();
  await expect(rows.first()).toContainText(`${words} a`);
});
