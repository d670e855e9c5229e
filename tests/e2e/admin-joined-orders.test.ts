import type { APIRequestContext } from "@playwright/test";
import { addDays, dayOf } from "#app/shared/days.ts";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { undo } from "#tests/support/goods.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeEach(async ({ context, shop }) => {
  await signInWithRequest(context, shop);
});

/** Two orders of one customer for one date, in this status. */
async function placeTwo(request: APIRequestContext, name: string, date: string, status?: string) {
  const orders = [];
  for (let count = 0; count < 2; count += 1) {
    const order = await sendOrder(request, name, "", undefined, "123.456.789-09");
    const path = `/api/orders/${order.id}`;
    const { version } = await (await request.get(path)).json();
    const dated = await request.patch(path, { data: { delivery_date: date, version } });
    expect(dated.status()).toBe(200);
    if (status) {
      const saved = await dated.json();
      await request.patch(path, { data: { status, version: saved.version } });
    }
    orders.push(order);
  }
  return orders as [Awaited<ReturnType<typeof sendOrder>>, Awaited<ReturnType<typeof sendOrder>>];
}

test("the seller joins two orders of a delivery after a preview, and separates them again", async ({
  page,
  context,
}) => {
  const date = addDays(dayOf(new Date()), 9);
  const [first, second] = await placeTwo(context.request, "Cantina Dupla", date);
  await page.goto(`/admin/orders?pedido=${second.id}`);
  await page.getByRole("button", { name: `Juntar com o nº ${first.numero_pedido}` }).click();
  const preview = page.getByRole("dialog", { name: `Juntar no pedido nº ${first.numero_pedido}` });
  await expect(preview).toContainText(`6 pacotes · ${first.line.product_name}`);
  await preview.getByRole("button", { name: "Juntar pedidos" }).click();
  await expect(preview).toBeHidden();
  await expect(page.getByText(`Juntado ao pedido nº ${first.numero_pedido}`)).toBeVisible();
  const joined = await (await context.request.get(`/api/orders/${first.id}`)).json();
  expect(joined.itens[0].quantity).toBe(6);
  await undo(page, "Pedidos juntados");
  await expect(page.getByText(`Juntado ao pedido nº ${first.numero_pedido}`)).toBeHidden();
  const restored = await (await context.request.get(`/api/orders/${first.id}`)).json();
  expect(restored.itens[0].quantity).toBe(3);
});

test("an order is joined with another one as that is now", async ({ page, context }) => {
  const date = addDays(dayOf(new Date()), 11);
  const [first, second] = await placeTwo(context.request, "Cantina Nova", date);
  await page.goto(`/admin/orders?pedido=${second.id}`);
  const button = page.getByRole("button", { name: `Juntar com o nº ${first.numero_pedido}` });
  await expect(button).toBeVisible();
  const path = `/api/orders/${first.id}`;
  const { version } = await (await context.request.get(path)).json();
  const refetched = page.waitForResponse(`**/api/orders/${second.id}/joinable`);
  const changed = await context.request.patch(path, { data: { discount: 1.5, version } });
  expect(changed.status()).toBe(200);
  await refetched;
  await button.click();
  const preview = page.getByRole("dialog", { name: `Juntar no pedido nº ${first.numero_pedido}` });
  await expect(preview).toContainText(/Desconto\s*R\$\s1,50/);
  await preview.getByRole("button", { name: "Juntar pedidos" }).click();
  await expect(preview).toBeHidden();
  await expect(page.getByText(`Juntado ao pedido nº ${first.numero_pedido}`)).toBeVisible();
});

test("two orders of a customer are one stop, delivered together with one payment", async ({
  page,
  context,
}) => {
  const date = addDays(dayOf(new Date()), 10);
  const [first, second] = await placeTwo(context.request, "Cantina Tripla", date, "confirmado");
  await page.goto(`/admin/day?date=${date}#rota`);
  await expect(page.getByText("2 pedidos na mesma parada")).toBeVisible();
  await page.getByRole("button", { name: "Entregar os 2 juntos" }).click();
  await page
    .getByRole("group", { name: "Pagamento de Cantina Tripla" })
    .getByRole("button", { name: "Dinheiro" })
    .click();
  await expect(page.getByText("2 de 2 entregues")).toBeVisible();
  for (const { id } of [first, second]) {
    await expect
      .poll(
        async () => (await (await context.request.get(`/api/orders/${id}`)).json()).payment_state,
      )
      .toBe("paid");
  }
});

test("a payment of two orders is not offered for the one that is left", async ({
  page,
  context,
}) => {
  const date = addDays(dayOf(new Date()), 12);
  await placeTwo(context.request, "Cantina Quarta", date, "confirmado");
  await page.goto(`/admin/day?date=${date}#rota`);
  await page.getByRole("button", { name: "Entregar os 2 juntos" }).click();
  const payments = page.getByRole("group", { name: "Pagamento de Cantina Quarta" });
  await expect(payments).toHaveCount(1);
  await page.getByRole("button", { name: "Entregue", exact: true }).first().click();
  await payments.last().getByRole("button", { name: "Não recebi" }).click();
  await expect(page.getByText("1 de 2 entregues")).toBeVisible();
  await expect(payments).toHaveCount(0);
});
