import type { Page } from "@playwright/test";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type { OrderDetail } from "#app/domain/orders/schema.ts";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { createRow, notices, undo, uniqueName } from "#tests/support/goods.ts";
import { phoneScreen } from "#tests/support/screens.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import type { ShopProcess } from "#tests/support/shop-process.ts";
import { expect, expectConsoleErrors, test } from "#tests/support/test.ts";

test.beforeEach(async ({ context, shop }) => {
  await signInWithRequest(context, shop);
});

/** An order of eight of a new product, of which three are left. */
async function sendShortOrder(page: Page, shop: ShopProcess, name: string) {
  const goods = uniqueName("Polpa de bacuri");
  const row = await createRow(page, shop, "products", {
    ...goods,
    price: 9,
    stock: 8,
    visible: true,
  });
  const order = await sendOrder(page.request, name, "", ({ id }: Product) => id === row.id);
  const data = { stock: 3, version: row.version };
  expect((await page.request.patch(`/api/products/${row.id}`, { data })).status()).toBe(200);
  const readStock = async () =>
    (await (await page.request.get(`/api/products/${row.id}`)).json()).stock;
  return { ...order, title: goods.title, readStock };
}

/** Other tests confirm the oldest order that waits, which has no warnings. */
async function cancel(page: Page, ...orders: { id: string }[]) {
  for (const { id } of orders) {
    const { version } = await (await page.request.get(`/api/orders/${id}`)).json();
    await page.request.patch(`/api/orders/${id}`, { data: { status: "cancelado", version } });
  }
}

const statusOf = async (page: Page, { id }: { id: string }) =>
  ((await (await page.request.get(`/api/orders/${id}`)).json()) as OrderDetail).status;

test("several orders are confirmed from the list, one that takes what is not there only after a question, and all are undone", async ({
  page,
  shop,
  consoleErrors,
}) => {
  const short = await sendShortOrder(page, shop, "Zuleica Falta");
  const plain = await sendOrder(page.request, "Zuleica Cheia");
  await page.goto("/admin/orders?q=zuleica");
  for (const { numero_pedido } of [short, plain]) {
    await page.getByRole("checkbox", { name: `Marcar o pedido nº ${numero_pedido}` }).check();
  }
  await page.getByRole("button", { name: "Confirmar 2 marcados" }).click();
  const question = page.getByRole("dialog", { name: "Confira antes de confirmar" });
  await expect(question).toContainText(`Pedido nº ${short.numero_pedido} · Zuleica Falta`);
  await expect(question).toContainText(`${short.title}: precisa 8, tem 3`);
  await expect(question).not.toContainText(`Pedido nº ${plain.numero_pedido}`);
  await expectConsoleErrors(consoleErrors, /409/);
  expect([await statusOf(page, short), await statusOf(page, plain)]).toEqual([
    "pendente",
    "confirmado",
  ]);
  expect(await short.readStock()).toBe(3);

  await question.getByRole("button", { name: "Confirmar mesmo assim" }).click();
  await expect(notices(page)).toContainText("2 pedidos confirmados");
  expect(await short.readStock()).toBe(-5);
  await undo(page, "2 pedidos confirmados");
  await expect(page.getByRole("button", { name: /^Confirmar pedido nº/ })).toHaveCount(2);
  expect([await statusOf(page, short), await statusOf(page, plain)]).toEqual([
    "pendente",
    "pendente",
  ]);
  expect(await short.readStock()).toBe(3);

  // The page of the order has the same rule.
  await page.goto(`/admin/orders?pedido=${short.id}`);
  await page.getByRole("button", { name: "Confirmar pedido", exact: true }).click();
  await expect(question).toContainText(`${short.title}: precisa 8, tem 3`);
  await question.getByRole("button", { name: "Cancelar" }).click();
  await expect(question).toBeHidden();
  await expectConsoleErrors(consoleErrors, /409/);
  expect(await statusOf(page, short)).toBe("pendente");
  await cancel(page, short, plain);
});

test.describe("on a phone", () => {
  test.use(phoneScreen);

  test("an order is confirmed by a tap in its row, after its warnings", async ({
    page,
    shop,
    consoleErrors,
  }) => {
    const short = await sendShortOrder(page, shop, "Zilda Falta");
    await page.goto("/admin/orders?q=zilda");
    await page.getByRole("button", { name: `Confirmar pedido nº ${short.numero_pedido}` }).click();
    const question = page.getByRole("dialog", { name: "Confira antes de confirmar" });
    await expect(question).toContainText("precisa 8, tem 3");
    await question.getByRole("button", { name: "Confirmar mesmo assim" }).click();
    await expect(notices(page)).toContainText("Pedido confirmado");
    await expectConsoleErrors(consoleErrors, /409/);
    expect(await statusOf(page, short)).toBe("confirmado");
    await cancel(page, short);
  });
});
