import { signInWithRequest } from "#tests/support/administrator.ts";
import {
  checkoutDialog,
  fillCheckout,
  openCart,
  readOrderNumber,
  send,
  stubPostalCodes,
  visitor,
} from "#tests/support/purchase.ts";
import { expect, test } from "#tests/support/test.ts";

const acai = "Polpa de açaí 100 g";

test("from the home page to the order that the shop has stored, with the right total", async ({
  page,
  context,
  shop,
}) => {
  await stubPostalCodes(page);
  await page.goto("/");
  await page
    .getByRole("main")
    .getByRole("link", { name: /Polpas de Frutas/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Polpas de Frutas" })).toBeVisible();

  await page.getByRole("img", { name: acai }).click();
  const details = page.getByRole("dialog", { name: acai });
  await expect(details).toContainText("Vem de Igarapé-Miri, no Pará");
  await expect(page).toHaveURL(/\?produto=polpa-de-acai-100-g$/);
  await details.getByRole("button", { name: /Aumentar quantidade/ }).click();
  await details.getByRole("button", { name: `Adicionar ao carrinho: ${acai}` }).click();
  await page.keyboard.press("Escape");
  await expect(details).toBeHidden();

  const cart = await openCart(page);
  await cart.getByRole("button", { name: "Finalizar Pedido" }).click();
  const checkout = checkoutDialog(page);
  await fillCheckout(checkout);
  await send(checkout);
  const number = await readOrderNumber(page);

  await signInWithRequest(context, shop);
  const { items } = await (await page.request.get(`/api/orders?search=${number}`)).json();
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({
    numero_pedido: number,
    status: "pendente",
    delivery_fee: 15,
    valor_total: 106.8,
    cliente_info: { name: visitor.name, zipCode: "13201005", state: "SP", totalItems: 2 },
    itens: [{ product_name: acai, quantity: 2, unit: "pacote", price: 45.9, total: 91.8 }],
  });
});
