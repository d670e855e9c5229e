import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { changeRow, createRow, notices, uniqueName } from "#tests/support/goods.ts";
import { customer } from "#tests/support/sample-orders.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import { expect, expectConsoleErrors, test } from "#tests/support/test.ts";

const phone = { width: 360, height: 740 };
const rows = (page: Page) => page.locator("tbody tr");

test.beforeEach(async ({ context, shop }) => {
  await signInWithRequest(context, shop);
});

/** Heights of the visible rows, rounded to whole pixels. */
function rowHeights(page: Page): Promise<number[]> {
  return rows(page).evaluateAll((all) => [
    ...new Set(all.map((row) => Math.round(row.getBoundingClientRect().height))),
  ]);
}

/** The visible texts of the row with this one, and no control of it below 40 px. */
async function expectPhoneRow(page: Page, name: string, texts: readonly string[]) {
  const row = rows(page).filter({ hasText: name }).first();
  for (const text of [name, ...texts]) {
    await expect(row).toContainText(text, { useInnerText: true });
  }
  const sizes = await row
    .getByRole("button", { name: /^(Confirmar|Mover|Ocultar|Editar|Mais|Preço|Estoque)/ })
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect(sizes).not.toEqual([]);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(40);
  await expectNoSidewaysScrolling(page);
}

test("on a phone the lists show what the columns of the spec have", async ({ page, shop }) => {
  await page.setViewportSize(phone);
  const { title, slug } = uniqueName("Polpa de bacuri");
  await createRow(page, shop, "products", {
    title,
    slug,
    category: "polpas",
    price: 12.5,
    stock: 4,
  });
  await page.goto(`/admin/products?q=${encodeURIComponent(title)}`);
  await expect(page.getByText("Gerencie os produtos da loja")).toBeVisible();
  await expect(page.getByText("1 produto(s)")).toBeInViewport({ ratio: 1 });
  await expectPhoneRow(page, title, [
    "Polpas",
    ` · ${slug.slice(0, 8)}`,
    "R$ 12,50",
    "4",
    "Visível",
  ]);
  await expect(page.getByRole("button", { name: `Mover ${title}`, exact: true })).toBeVisible();
  await page.getByRole("button", { name: `Ocultar ${title}` }).click();
  await expectPhoneRow(page, title, ["Oculto"]);
  await page.getByRole("button", { name: `Mais: ${title}` }).click();
  await expect(page.getByRole("button", { name: "Excluir", exact: true })).toBeVisible();

  const recipe = uniqueName("Sorvete de bacuri");
  const fields = { ...recipe, category: "Sobremesas", difficulty: "Médio" };
  await createRow(page, shop, "recipes", fields);
  await page.goto(`/admin/recipes?q=${encodeURIComponent(recipe.title)}`);
  await expect(page.getByText("Gerencie as receitas do site")).toBeVisible();
  const cells = ["Sobremesas", ` · ${recipe.slug.slice(0, 8)}`, "Médio", "Visível"];
  await expectPhoneRow(page, recipe.title, cells);
  await page.getByRole("button", { name: `Ocultar ${recipe.title}` }).click();
  await expectPhoneRow(page, recipe.title, ["Oculta"]);

  const order = await sendOrder(page.request, "Olivia Coluna");
  await page.goto("/admin/orders?q=olivia+coluna");
  await expect(page.getByText("Gerencie todos os pedidos da loja")).toBeVisible();
  await expect(page.getByText("1 pedido(s)")).toBeInViewport({ ratio: 1 });
  const today = new Date().toLocaleDateString("pt-BR", { timeZone: "America/Sao_Paulo" });
  const last8 = order.id.slice(-8);
  const columns = [`#${last8}`, "olivia.coluna@example.com", today, "R$ ", "Pendente"];
  await expectPhoneRow(page, "Olivia Coluna", columns);

  await page.goto("/admin/settings?tab=audit&table=orders");
  const log = rows(page).first();
  for (const text of ["Pedidos", `${last8}…`, "Sistema", "Criação"]) {
    await expect(log).toContainText(text, { useInnerText: true });
  }
  await expect(log).toContainText(/\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2}/, { useInnerText: true });
  await expectNoSidewaysScrolling(page);
});

test("on a phone 77 products fill 10 screens", { tag: "@nightly" }, async ({ page, request }) => {
  await page.setViewportSize(phone);
  await page.goto("/admin/products");
  expect(Math.max(...(await rowHeights(page)))).toBeLessThanOrEqual(90);
  const { count, height } = await page.evaluate(() => ({
    count: document.querySelectorAll("tbody tr").length,
    height: document.documentElement.scrollHeight,
  }));
  expect((height * 77) / count / phone.height).toBeLessThanOrEqual(10);
  await sendOrder(request, "Olivia Row");
  await page.goto("/admin/orders?q=olivia");
  expect(Math.max(...(await rowHeights(page)))).toBeLessThanOrEqual(88);
});

test("every name of the demonstration products fits into the table of a window of 1280 px", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/admin/products");
  const names = page.locator("[data-row-open]");
  await expect(names.filter({ hasText: "Polpa de abacaxi com hortelã" })).toBeVisible();
  const cut = await names.evaluateAll((all) =>
    all
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent }) => textContent),
  );
  // The names of other tests end with a mark of six digits.
  expect(cut.filter((name) => !/ [\da-f]{6}$/.test(name ?? ""))).toEqual([]);
  await expect(page.getByText("mais 1 opção").first()).toBeVisible();
});

test("rows of the product table are 44 px high on a desktop, and a title of sixty characters fits", {
  tag: "@nightly",
}, async ({ page, shop }) => {
  const { title, slug } = uniqueName("Polpa mista de frutas vermelhas do cerrado com acerola");
  await createRow(page, shop, "products", { title, slug });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/admin/products");
  expect(Math.max(...(await rowHeights(page)))).toBeLessThanOrEqual(46);
  await expectNoSidewaysScrolling(page);
  await page.setViewportSize(phone);
  await page.goto("/admin/settings?tab=audit");
  await expect(page.getByText(title)).toBeVisible();
  await expectNoSidewaysScrolling(page);
});

async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
}

test("a phone's price is saved by Enter with undo, Escape cancels, and a conflict is shown", async ({
  page,
  shop,
}) => {
  await page.setViewportSize(phone);
  const product = await createRow(page, shop, "products", uniqueName("Polpa de cagaita"));
  await page.goto(`/admin/products?q=${encodeURIComponent(product.title)}`);
  const price = page.getByRole("button", { name: `Preço de ${product.title}` });
  const input = page.getByRole("textbox", { name: `Preço de ${product.title}` });
  await price.click();
  await input.fill("9,90");
  await input.press("Escape");
  await expect(price).toContainText("R$ 0,00");
  await price.click();
  await input.fill("12,50");
  await input.press("Enter");
  await expect(price).toContainText("R$ 12,50");
  await expect(price).toBeFocused();
  await page.getByRole("button", { name: "Desfazer" }).click();
  await expect(price).toContainText("R$ 0,00");

  await price.click();
  await expect(input).toBeVisible();
  await changeRow(page, shop, "products", { ...product, version: 3 }, { price: 30 });
  await input.fill("15");
  await input.press("Enter");
  await expect(page.getByRole("alert")).toContainText("Mudou em outro lugar para R$ 30,00.");
  await input.press("Enter");
  await expect(price).toContainText("R$ 15,00");
});

test("a phone's menu marks a product as sold out, and again restores its stock less what was sold meanwhile", {
  tag: "@nightly",
}, async ({ page, shop, consoleErrors }) => {
  const fields = { ...uniqueName("Polpa de gabiroba"), price: 30, stock: 25 };
  const { id, title } = await createRow(page, shop, "products", fields);
  await page.setViewportSize(phone);
  await page.goto(`/admin/products?q=${encodeURIComponent(title)}`);
  const chooseMenuItem = async (name: string) => {
    await page.getByRole("button", { name: `Mais: ${title}` }).click();
    await page.getByRole("button", { name }).click();
  };
  const order = async (quantity: number) => {
    const items = [{ product_id: id, unit: "unidade", quantity, price: fields.price }];
    const headers = { "Idempotency-Key": randomUUID() };
    const data = { customer, items };
    const placed = await page.request.post(`${shop.url}/api/orders`, { headers, data });
    expect(placed.status(), await placed.text()).toBe(201);
    return (await placed.json()).id as string;
  };
  const confirmDuringNextSave = async (orderId: string) => {
    await page.route(
      `**/api/products/${id}`,
      async (route) => {
        const data = { status: "confirmado", version: 1 };
        const confirmed = await page.request.patch(`${shop.url}/api/orders/${orderId}`, { data });
        expect(confirmed.status()).toBe(200);
        await route.continue();
      },
      { times: 1 },
    );
  };
  const [first, second] = [await order(2), await order(3)];
  await confirmDuringNextSave(first);
  await chooseMenuItem("Marcar como esgotado");
  await expect(rows(page)).toContainText("0 (esgotado)");
  // After a reload the page remembers nothing, as on the next day.
  await page.reload();
  await confirmDuringNextSave(second);
  await chooseMenuItem("Voltar a vender");
  await expect(rows(page)).toContainText("20");
  await expectConsoleErrors(consoleErrors, /409/);
});

test("a press on a row opens its editor, headers sort, and selected products are hidden together", {
  tag: "@nightly",
}, async ({ page, shop }) => {
  const words = uniqueName("Selecionada").title;
  for (const [place, price] of [
    ["a", 20],
    ["b", 10],
  ] as const) {
    await createRow(page, shop, "products", {
      title: `${words} ${place}`,
      slug: `selecionada-${crypto.randomUUID()}`,
      price,
    });
  }
  await page.goto(`/admin/products?q=${encodeURIComponent(words)}`);
  await page.getByRole("button", { name: "Preço", exact: true }).click();
  await expect(rows(page).first()).toContainText(`${words} b`);
  for (const place of ["a", "b"]) await page.getByLabel(`Selecionar ${words} ${place}`).check();
  await page
    .getByRole("region", { name: "Produtos selecionados" })
    .getByRole("button", { name: "Ocultar" })
    .click();
  await expect(notices(page)).toContainText("2 produtos");
  await expect(rows(page).filter({ hasText: "Oculto" })).toHaveCount(2);
  await rows(page).first().getByRole("cell", { name: "Sem categoria" }).click();
  await expect(page.getByRole("dialog", { name: "Editar Produto" })).toBeVisible();
});

test("a waiting order is confirmed on the dashboard, and stock is changed there", {
  tag: "@nightly",
}, async ({ page, request }) => {
  await sendOrder(request, "Otavio Waiting");
  await page.goto("/admin");
  const waiting = page.getByRole("region", { name: /esperando resposta/ });
  // The oldest of those that earlier tests left.
  const oldest = waiting.getByRole("button", { name: /^Confirmar pedido nº/ }).first();
  const name = (await oldest.getAttribute("aria-label")) ?? "";
  const confirm = waiting.getByRole("button", { name, exact: true });
  await confirm.click();
  await expect(notices(page)).toContainText("Pedido confirmado");
  await expect(confirm).toBeHidden();
  const stock = page.getByRole("region", { name: "Estoque" });
  await stock
    .getByRole("button", { name: /^Estoque de/ })
    .first()
    .click();
  await stock.getByRole("textbox").fill("3");
  await stock.getByRole("textbox").press("Enter");
  await expect(notices(page)).toContainText("Produto atualizado");
});

test("a phone needs 1 tap to confirm an order, 2 for a price, and 7 for a new product with a photo", async ({
  page,
  request,
}) => {
  await page.setViewportSize(phone);
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.click();
  };
  const openProducts = async () => {
    taps = 0;
    await page.goto("/admin");
    await tap(page.getByRole("navigation", { name: "Principal" }).getByText("Produtos"));
  };
  await sendOrder(request, "Olivia Tap");
  await page.goto("/admin");
  const oldest = page.getByRole("button", { name: /^Confirmar pedido nº/ }).first();
  const confirm = (await oldest.getAttribute("aria-label")) ?? "";
  await tap(oldest);
  await expect(notices(page)).toContainText("Pedido confirmado");
  await expect(page.getByRole("button", { name: confirm, exact: true })).toBeHidden();
  expect(taps).toBe(1);

  await openProducts();
  await tap(page.getByRole("button", { name: /^Preço de/ }).first());
  const price = page.getByRole("textbox", { name: /^Preço de/ });
  await price.fill("47,90");
  await price.press("Enter");
  await expect(notices(page)).toContainText("Produto atualizado");
  expect(taps).toBe(2);

  const { title } = uniqueName("Polpa de mangaba");
  await openProducts();
  await tap(page.getByRole("button", { name: "Novo Produto" }));
  const dialog = page.getByRole("dialog", { name: "Criar Novo Produto" });
  const choosing = page.waitForEvent("filechooser");
  await tap(dialog.getByRole("button", { name: "Enviar imagem" }));
  const create = { width: 1200, height: 1200, channels: 3, background: "#e8a33d" } as const;
  const buffer = await sharp({ create }).png().toBuffer();
  await (await choosing).setFiles({ name: "mangaba.png", mimeType: "image/png", buffer });
  await expect(dialog.getByRole("img", { name: "Imagem 1" })).toBeVisible();
  await tap(dialog.getByLabel("Título"));
  await page.keyboard.type(title);
  await tap(dialog.getByLabel("Preço"));
  await page.keyboard.type("12,50");
  taps += 1;
  await dialog.getByLabel("Categoria").selectOption("polpas");
  const preview = dialog.getByRole("region", { name: "Como aparece na loja" });
  await expect(preview).toContainText(title);
  await expect(preview).toContainText("R$ 12,50");
  await tap(dialog.getByRole("button", { name: "Criar Produto" }));
  await expect(notices(page)).toContainText("Produto criado");
  expect(taps).toBeLessThanOrEqual(7);
  await expect(rows(page).filter({ hasText: title })).toBeInViewport();
});
