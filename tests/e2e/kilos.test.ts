import type { Page } from "@playwright/test";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { actOnRow, createRow, notices, uniqueName } from "#tests/support/goods.ts";
import {
  addToCart,
  cartButton,
  cartDialog,
  fillCheckout,
  openCart,
  openCheckout,
  readOrderNumber,
  send,
  stubPostalCodes,
} from "#tests/support/purchase.ts";
import { expect, test } from "#tests/support/test.ts";

const fishPage = "/produtos/pescados";
const field = (page: Page, title: string) =>
  page.getByRole("spinbutton", { name: `Quantidade de ${title}` });

test("kilos with a comma go from the card through cart, list and order to the customer's page", async ({
  page,
  context,
  shop,
}) => {
  await signInWithRequest(context, shop);
  const { title } = await createRow(page, shop, "products", {
    ...uniqueName("Tambaqui fresco"),
    category: "pescados",
    stock: 60,
    price: 33.33,
    specs: { unit: "kg", variable_weight: true },
  });
  await stubPostalCodes(page);
  await page.goto(fishPage);
  const quantity = field(page, title);
  await expect(quantity).toHaveValue("0,5");
  await quantity.fill("7,5");
  await page.getByRole("button", { name: `Aumentar quantidade de ${title}` }).click();
  await expect(quantity).toHaveValue("8");
  await quantity.fill("7.5");
  await quantity.press("Enter");
  await expect(quantity).toHaveValue("7,5");
  await quantity.fill("7,3");
  await quantity.press("Enter");
  await expect(notices(page)).toContainText("Vendido de 0,5 em 0,5.");
  await expect(quantity).toHaveValue("7,5");
  await addToCart(page, title);
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, 8 itens");

  await page.reload();
  const cart = await openCart(page);
  const line = cartDialog(page).getByRole("listitem").filter({ hasText: title });
  await expect(line).toContainText("R$ 249,98");
  await expect(line.getByRole("spinbutton")).toHaveValue("7,5");
  await cart.getByRole("button", { name: "Fechar" }).first().click();

  await page.goto("/pedido-rapido");
  await page.getByRole("searchbox", { name: "Buscar na lista" }).fill(title);
  const row = page.getByRole("textbox", { name: `Quantidade de ${title}, kg` });
  await expect(row).toHaveValue("7,5");
  await row.fill("2,5");
  await row.press("Enter");
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, 3 itens");
  const checkout = await openCheckout(page);
  await expect(checkout).toContainText(`2,5 × ${title}`);
  await fillCheckout(checkout);
  await send(checkout);
  await readOrderNumber(page);
  await page.getByRole("link", { name: "Acompanhar pedido" }).click();
  await expect(page.getByRole("main")).toContainText(`2,5 × ${title}`);
  await page.getByRole("button", { name: "Pedir de novo" }).click();
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, 3 itens");
});

test("the seller turns on the weighing, which sells half kilos, and chooses a finer step", {
  tag: "@nightly",
}, async ({ page, context, shop }) => {
  await signInWithRequest(context, shop);
  const created = await createRow(page, shop, "products", {
    ...uniqueName("Pirarucu fresco"),
    category: "pescados",
    price: 80,
    specs: { unit: "kg" },
  });
  await page.goto(`/admin/products?q=${encodeURIComponent(created.title)}`);
  await actOnRow(page, "Editar", created.title);
  const dialog = page.getByRole("dialog", { name: "Editar Produto" });
  await dialog.getByLabel("Preço final na pesagem").check();
  await expect(dialog.getByLabel("De quanto em quanto")).toHaveValue("0,5");
  await dialog.getByLabel("De quanto em quanto").fill("0,1");
  await dialog.getByLabel("Pedido mínimo").fill("0,25");
  await dialog.getByRole("button", { name: "Atualizar Produto" }).click();
  await expect(dialog).toContainText("O mínimo deve ser múltiplo de 0,1");
  await dialog.getByLabel("Pedido mínimo").fill("0,3");
  await dialog.getByRole("button", { name: "Atualizar Produto" }).click();
  await expect(notices(page)).toContainText("Produto atualizado");
  const saved = await (await page.request.get(`${shop.url}/api/products/${created.id}`)).json();
  expect(saved.sale_options).toMatchObject([{ minimum: 0.3, step: 0.1 }]);
});
