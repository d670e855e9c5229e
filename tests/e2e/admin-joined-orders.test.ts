import type { APIRequestContext } from "@playwright/test";
import { addDays, dayOf } from "#app/shared/days.ts";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { undo } from "#tests/support/goods.ts";
import { type SentOrder, sendOrder } from "#tests/support/sent-order.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeEach(async ({ context, shop }) => {
  await signInWithRequest(context, shop);
});

/** Two orders of one customer for one date. */
async function placeTwo(request: APIRequestContext) {
  const date = addDays(dayOf(new Date()), 9);
  const orders = [];
  for (let count = 0; count < 2; count += 1) {
    const order = await sendOrder(request, "Cantina Dupla", "", undefined, "123.456.789-09");
    const dated = { delivery_date: date, version: 1 };
    const answer = await request.patch(`/api/orders/${order.id}`, { data: dated });
    expect(answer.status()).toBe(200);
    orders.push(order);
  }
  return orders as [SentOrder, SentOrder];
}

test("the seller joins two orders of a delivery after a preview, as the other one is now, and separates them again", async ({
  page,
  context,
}) => {
  const [first, second] = await placeTwo(context.request);
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
  await expect(preview).toContainText(`6 pacotes · ${first.line.product_name}`);
  await expect(preview).toContainText(/Desconto\s*R\$\s1,50/);
  await preview.getByRole("button", { name: "Juntar pedidos" }).click();
  await expect(preview).toBeHidden();
  const joined = page.getByText(`Juntado ao pedido nº ${first.numero_pedido}`);
  await expect(joined).toBeVisible();
  await undo(page, "Pedidos juntados");
  await expect(joined).toBeHidden();
});
