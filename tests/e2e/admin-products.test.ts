import type { Locator, Page } from "@playwright/test";
import { signInWithRequest } from "#tests/support/administrator.ts";
import {
  actOnRow,
  changeRow,
  createRow,
  dragOnto,
  moveByKeyboard,
  notices,
  undo,
  uniqueName,
} from "#tests/support/goods.ts";
import { openLivePage } from "#tests/support/live.ts";
import { phoneScreen } from "#tests/support/screens.ts";
import type { ShopProcess } from "#tests/support/shop-process.ts";
import { expect, expectConsoleErrors, test } from "#tests/support/test.ts";

test.beforeEach(async ({ context, shop }) => {
  await signInWithRequest(context, shop);
});

const rows = (page: Page) => page.locator("tbody tr");
const action = (page: Page, label: string | RegExp) =>
  page.getByRole("button", { name: label, exact: true });

async function openEditor(page: Page, title: string) {
  await page.goto(`/admin/products?q=${encodeURIComponent(title)}`);
  await actOnRow(page, "Editar", title);
  const dialog = page.getByRole("dialog", { name: "Editar Produto" });
  await expect(dialog).toBeVisible();
  return dialog;
}

test("the administrator finds products by name and category, and a reload preserves the filters", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto("/admin/products");
  await expect(page.getByText("Gerencie os produtos da loja")).toBeVisible();
  await page.getByLabel("Buscar produtos...").fill("AÇAI");
  await expect(page).toHaveURL(/q=A%C3%87AI/);
  await expect(rows(page).filter({ hasText: "polpa-de-acerola" })).toHaveCount(0);
  await expect(rows(page).filter({ hasText: "polpa-de-acai-100-g" })).toHaveCount(1);
  const found = await rows(page).count();
  await expect(page.getByText(`${found} produto(s)`)).toBeVisible();
  await page.reload();
  await expect(rows(page)).toHaveCount(found);
  const filter = page.getByLabel("Filtrar por categoria");
  await expect(filter.getByRole("option").first()).toHaveText("Todas as categorias");
  await filter.selectOption("Pescados (pescados)");
  await expect(page).toHaveURL(/category=pescados/);
  await expect(page.getByText("Nenhum produto encontrado")).toBeVisible();
  await page.getByLabel("Buscar produtos...").fill("");
  await expect(rows(page).first()).toContainText("Pescados");
});

test("a product created elsewhere appears although a search interrupts the refetch", {
  tag: "@nightly",
}, async ({ page, shop }) => {
  await openLivePage(page, "/admin/products");
  const requested = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(
    "**/admin/products.data*",
    async (route) => {
      requested.resolve();
      await released.promise;
      await route.abort();
    },
    { times: 1 },
  );
  const { title } = await createRow(page, shop, "products", uniqueName("Polpa de araticum"));
  await requested.promise;
  await page.getByLabel("Buscar produtos...").fill(title);
  await expect(page).toHaveURL(/q=Polpa/);
  released.resolve();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(title);
});

test("on a phone a second unit is one press beside the price, and has the focus", async ({
  page,
}) => {
  await page.setViewportSize(phoneScreen.viewport);
  await page.goto("/admin/products");
  await page.getByRole("button", { name: "Novo Produto" }).click();
  const dialog = page.getByRole("dialog", { name: "Criar Novo Produto" });
  const form = dialog.locator("form");
  const another = dialog.getByRole("button", { name: "Outra unidade de venda" });
  await another.scrollIntoViewIfNeeded();
  await expect(dialog.getByLabel("Preço", { exact: true })).toBeInViewport();
  await another.click();
  const box = form.getByRole("group", { name: "Caixa" });
  await expect(box.getByLabel("Unidade da opção")).toBeFocused();
  await expect(box.getByLabel("Unidade da opção")).toBeInViewport({ ratio: 1 });
});

test("the administrator adds a product, and the shop sells it", async ({ page }) => {
  const { title, slug } = uniqueName("Polpa de umbu");
  await page.goto("/admin/products");
  await page.getByRole("button", { name: "Novo Produto" }).click();
  const dialog = page.getByRole("dialog", { name: "Criar Novo Produto" });
  await dialog.getByRole("button", { name: "Criar Produto" }).click();
  await expect(dialog.getByText("Título é obrigatório")).toBeVisible();
  await expect(dialog.getByText("Slug é obrigatório")).toBeVisible();
  await expect(dialog.getByLabel("Título")).toBeFocused();

  const names = ["Título", "Preço", "Estoque", "Categoria", "Unidade de Venda", "Grupo"];
  const fields = [...names, "Descrição Curta", "Slug", "Código externo"];
  const tops: number[] = [];
  for (const field of fields) tops.push((await dialog.getByLabel(field).boundingBox())?.y ?? 0);
  expect(tops, "from what every product has to what few need").toEqual(
    tops.toSorted((a, b) => a - b),
  );

  await dialog.getByLabel("Título").fill(title);
  await expect(dialog.getByLabel("Slug")).toHaveValue(slug);
  await dialog.getByLabel("Preço").fill("-1");
  await dialog.getByLabel("Estoque").fill("-1");
  await dialog.getByRole("button", { name: "Criar Produto" }).click();
  await expect(dialog.getByText("Preço deve ser maior que 0")).toBeVisible();
  await expect(dialog.getByText("Estoque deve ser maior ou igual a 0")).toBeVisible();
  await dialog.getByLabel("Preço").fill("12.5");
  for (const [key, amount] of [
    ["ArrowUp", "12,51"],
    ["ArrowDown", "12,50"],
  ] as const) {
    await dialog.getByLabel("Preço").press(key);
    await expect(dialog.getByLabel("Preço")).toHaveValue(amount);
  }
  await dialog.getByLabel("Estoque").fill("7");
  await dialog.getByLabel("Categoria").selectOption("polpas");
  await dialog.getByLabel("Unidade de Venda").selectOption("caixa");
  const group = dialog.getByLabel("Grupo");
  await expect(dialog.locator("datalist option")).toHaveCount(4);
  await group.fill("Caixas");
  await dialog.getByLabel("Código externo").fill(` ERP-${slug} `);
  await dialog.getByLabel("Descrição Curta").fill("Azedinha do sertão");
  await dialog.getByLabel("Ingredientes e alergênicos").fill("Umbu. Não contém glúten.");
  await dialog.getByLabel("Avaliação").fill("4,8");
  await dialog.getByRole("button", { name: "Criar Produto" }).click();
  await expect(notices(page)).toContainText("Produto criado");
  await expect(dialog).toBeHidden();

  await page.getByLabel("Buscar produtos...").fill(title);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("R$ 12,50");
  await expect(rows(page)).toContainText("7 (baixo)");
  await page.goto(`/produtos/polpas-de-frutas?produto=${slug}`);
  await expect(page.getByRole("dialog").getByText(title).first()).toBeVisible();
  await expect(
    page.getByRole("dialog").getByRole("heading", { name: "Ingredientes e alergênicos" }),
  ).toBeVisible();
  await expect(page.getByRole("dialog")).toContainText("Umbu. Não contém glúten.");
  await expect(page.getByRole("dialog").getByLabel("Nota 4,8 de 5")).toBeVisible();
});

test.describe("in a browser with decimal points", () => {
  test.use({ locale: "en-US" });

  test("a price is typed with a comma or a point", { tag: "@nightly" }, async ({ page, shop }) => {
    const product = await createRow(page, shop, "products", uniqueName("Polpa de pequi"));
    for (const [typed, shown] of [
      ["12,50", "R$ 12,50"],
      ["13.75", "R$ 13,75"],
    ] as const) {
      const dialog = await openEditor(page, product.title);
      await dialog.getByLabel("Preço").click();
      await page.keyboard.type(typed);
      await dialog.getByRole("button", { name: "Atualizar Produto" }).click();
      await expect(rows(page)).toContainText(shown);
    }
  });
});

test("a duplicate slug shows an error at its field, and nothing typed is lost", {
  tag: "@nightly",
}, async ({ page, consoleErrors }) => {
  await page.goto("/admin/products");
  await page.getByRole("button", { name: "Novo Produto" }).click();
  const dialog = page.getByRole("dialog", { name: "Criar Novo Produto" });
  await dialog.getByLabel("Título").fill("Polpa de açaí 100 g");
  await dialog.getByRole("button", { name: "Criar Produto" }).click();
  await expect(notices(page)).toContainText("Erro ao criar produto");
  await expect(dialog.getByLabel("Slug")).toBeFocused();
  await expect(dialog.getByLabel("Slug")).toHaveAccessibleDescription(
    /Já existe um produto com este slug/,
  );
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await undo(page, "Alterações descartadas");
  await expect(dialog.getByLabel("Título")).toHaveValue("Polpa de açaí 100 g");
  await dialog.getByRole("button", { name: "Cancelar" }).click();
  await expect(dialog).toBeHidden();
  expect(consoleErrors).toContainEqual(expect.stringMatching(/^Erro ao criar produto \(409\): /));
  await expectConsoleErrors(consoleErrors, /409/);
});

test("the administrator changes a product's title, and its slug does not change", {
  tag: "@nightly",
}, async ({ page, shop }) => {
  const product = await createRow(page, shop, "products", uniqueName("Polpa de seriguela"));
  const dialog = await openEditor(page, product.title);
  await expect(dialog.getByLabel("Preço")).toHaveValue("0,00");
  await dialog.getByLabel("Título").fill(`${product.title} nova`);
  await dialog.getByLabel("Preço").fill("19.9");
  await dialog.getByRole("switch", { name: "Produto Visível" }).uncheck();
  await dialog.getByRole("button", { name: "Atualizar Produto" }).click();
  await expect(notices(page)).toContainText("Produto atualizado");
  await expect(rows(page)).toContainText("R$ 19,90");
  await expect(rows(page)).toContainText("Oculto");
  await expect(rows(page)).toContainText("0 (esgotado)");
  await expect(rows(page)).toContainText(product.title.toLowerCase().replaceAll(" ", "-"));
});

test("the administrator hides, shows and deletes a product from the list", {
  tag: "@nightly",
}, async ({ page, shop }) => {
  const { title } = await createRow(page, shop, "products", uniqueName("Polpa de pitanga"));
  await page.goto(`/admin/products?q=${encodeURIComponent(title)}`);
  await actOnRow(page, "Ocultar", title);
  await expect(rows(page)).toContainText("Oculto");
  await expect(notices(page)).toContainText("Produto atualizado");
  await actOnRow(page, "Mostrar", title);
  await expect(rows(page)).toContainText("Visível");

  let question = "";
  page.once("dialog", (asked) => {
    question = asked.message();
    void asked.dismiss();
  });
  await actOnRow(page, "Excluir", title);
  expect(question).toBe("Tem certeza que deseja excluir este produto?");
  await expect(rows(page)).toHaveCount(1);
  page.once("dialog", (asked) => asked.accept());
  await actOnRow(page, "Excluir", title);
  await expect(page.getByText("Nenhum produto encontrado")).toBeVisible();
  await undo(page, "Produto excluído");
  await expect(rows(page)).toContainText(title);
});

test("after a conflict on a product the administrator chooses which version is saved", async ({
  page,
  shop,
  consoleErrors,
}) => {
  const product = await createRow(page, shop, "products", uniqueName("Polpa de mangaba"));
  const dialog = await openEditor(page, product.title);
  await dialog.getByLabel("Preço").fill("10");
  await changeRow(page, shop, "products", product, { price: 30, stock: 4 });
  await dialog.getByRole("button", { name: "Atualizar Produto" }).click();
  const conflict = page.getByRole("dialog", { name: "Isto mudou enquanto você editava" });
  await expect(conflict.getByText("R$ 30,00")).toBeVisible();
  await expect(conflict.getByText("R$ 10,00")).toBeVisible();
  await conflict.getByRole("button", { name: "Ficar com a versão salva" }).click();
  await expect(dialog.getByLabel("Preço")).toHaveValue("30,00");
  await expect(dialog.getByLabel("Estoque")).toHaveValue("4");

  await dialog.getByLabel("Estoque").fill("5");
  await changeRow(
    page,
    shop,
    "products",
    { ...product, version: product.version + 1 },
    { stock: 6 },
  );
  await dialog.getByRole("button", { name: "Atualizar Produto" }).click();
  await conflict.getByRole("button", { name: "Salvar a minha versão" }).click();
  await expect(notices(page)).toContainText("Produto atualizado");
  await expect(rows(page)).toContainText("5 (baixo)");
  await expectConsoleErrors(consoleErrors, /409/);
});

test("the administrator reorders products by a row's menu, keyboard and dragging", {
  tag: "@nightly",
}, async ({ page, shop }) => {
  const { words, one, two, three } = await openThreeRows(page, shop);
  const shown = (...expected: string[]) => expect(rows(page)).toContainText(expected);
  await action(page, `Mais: ${three}`).click();
  await expect(action(page, "Mover para baixo")).toBeDisabled();
  await action(page, `Mais: ${one}`).click();
  await expect(action(page, "Mover para cima")).toBeDisabled();
  await action(page, "Mover para baixo").click();
  await shown(two, one, three);
  await expect(action(page, `Mais: ${one}`)).toBeFocused();
  await expect(notices(page)).toContainText("Ordem atualizada");
  await expect(notices(page)).toContainText("A nova ordem dos produtos foi salva com sucesso.");

  await action(page, `Mover ${three}`).focus();
  await page.keyboard.press("Space");
  await expect(page.getByText(`${three} foi pego na posição 3 de 3.`)).toBeAttached();
  await moveByKeyboard(page, three, 2, 3);
  await page.keyboard.press("Space");
  await shown(two, three, one);

  await expect.poll(() => savedOrder(page, shop.url, words)).toEqual([two, three, one]);
  await page.reload();
  await shown(two, three, one);

  // A page that still scrolls moves the rows under the pointer: drag again.
  await expect(async () => {
    await dragOnto(page, action(page, `Mover ${one}`), action(page, `Mover ${three}`), "2 de 3");
    await expect(rows(page)).toContainText([two, one, three], { timeout: 2_000 });
  }).toPass();
  await expect.poll(() => savedOrder(page, shop.url, words)).toEqual([two, one, three]);
  await page.reload();
  await shown(two, one, three);
});

test("on a phone the administrator reorders products by touch and by a row's menu, which has the focus afterwards", async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { words, one, two, three } = await openThreeRows(page, shop);
  for (const [title, entry, ...order] of [
    [one, "Mover para baixo", two, one, three],
    [three, "Mover para cima", two, three, one],
  ] as const) {
    const more = action(page, `Mais: ${title}`);
    await more.click();
    await action(page, entry).click();
    await expect(rows(page)).toContainText(order);
    await expect(more).toBeFocused();
    await expect.poll(() => savedOrder(page, shop.url, words)).toEqual(order);
  }
  await expect(notices(page)).toContainText("Ordem atualizada");
  await action(page, `Mais: ${two}`).click();
  await expect(action(page, "Mover para cima")).toBeDisabled();
  await page.keyboard.press("Escape");

  await dragByTouch(page, action(page, `Mover ${two}`), action(page, `Mover ${one}`));
  await expect(rows(page)).toContainText([three, one, two]);
  await expect.poll(() => savedOrder(page, shop.url, words)).toEqual([three, one, two]);
});

/** Drags a handle with a finger to the middle of another. */
async function dragByTouch(page: Page, dragged: Locator, target: Locator): Promise<void> {
  const [from, to] = [await dragged.boundingBox(), await target.boundingBox()];
  if (!from || !to) throw new Error("the handles are not on the page");
  const client = await page.context().newCDPSession(page);
  await client.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  const x = from.x + from.width / 2;
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", y?: number) =>
    client.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: y === undefined ? [] : [{ x, y }],
    });
  const start = from.y + from.height / 2;
  const distance = to.y + to.height / 2 - start;
  await touch("touchStart", start);
  for (const share of [0.1, 0.4, 0.7, 1]) await touch("touchMove", start + share * distance);
  await expect(page.getByText("está na posição 3 de 3.")).toBeAttached();
  await touch("touchEnd");
  await expect(page.getByText("foi solto na posição 3 de 3.")).toBeAttached();
}

/** Three new products, alone in the list. */
async function openThreeRows(page: Page, shop: ShopProcess) {
  const words = uniqueName("Ordem").title;
  const titles = ["um", "dois", "três"].map((place) => `${words} ${place}`);
  for (const [index, title] of titles.entries()) {
    await createRow(page, shop, "products", {
      title,
      slug: `ordem-${crypto.randomUUID()}-${index}`,
    });
  }
  await page.goto(`/admin/products?q=${encodeURIComponent(words)}`);
  await expect(rows(page)).toContainText(titles);
  const [one = "", two = "", three = ""] = titles;
  return { words, one, two, three };
}

/** The order in the public API. */
async function savedOrder(page: Page, url: string, words: string): Promise<string[]> {
  const address = `${url}/api/products?title=${encodeURIComponent(words)}`;
  const { items } = await (await page.request.get(address)).json();
  const titles: string[] = items.map(({ title }: { title: string }) => title);
  return titles.filter((title) => title.startsWith(words));
}
