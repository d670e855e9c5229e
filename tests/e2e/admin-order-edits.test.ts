import type { Page } from "@playwright/test";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type { OrderDetail } from "#app/domain/orders/schema.ts";
import { addDays, dayOf } from "#app/shared/days.ts";
import { formatMoney } from "#app/shared/money.ts";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import { expect, expectConsoleErrors, test } from "#tests/support/test.ts";

/** The day is read by each test: a nightly run passes midnight. */
let today: string;

test.beforeEach(async ({ context, shop }) => {
  today = dayOf(new Date());
  await signInWithRequest(context, shop);
});

const isFish = ({ specs, stock, sale_options: [main] }: Product) =>
  specs.variable_weight === true && stock > 20 && main?.minimum === 0.5;

const detailsOf = (page: Page, { id }: { id: string }) =>
  page.getByRole("dialog", { name: `Detalhes do Pedido #${id.slice(-8)}` });
const noticesOf = (page: Page) => page.getByRole("region", { name: "Notificações" });

async function stored(page: Page, { id }: { id: string }): Promise<OrderDetail> {
  return (await page.request.get(`/api/orders/${id}`)).json();
}

test("an order is weighed and closed with four presses, and the weight undone", async ({
  page,
  request,
}) => {
  const order = await sendOrder(request, "Wilma Weighed", "", isFish);
  await page.request.patch(`/api/orders/${order.id}`, {
    data: { status: "confirmado", version: 1 },
  });
  await page.goto(`/admin/orders?pedido=${order.id}`);
  const details = detailsOf(page, order);
  const weight = details.getByLabel(/^Peso de .* em kg$/);
  await weight.click();
  await page.keyboard.type("7,355");
  await page.keyboard.press("Enter");
  const before = await stored(page, order);
  const fish = before.itens[0];
  if (!fish) throw new Error("the order has no line");
  const total =
    Math.round((before.valor_total - fish.total + fish.price * 7.355) * 100 + 1e-6) / 100;
  await expect(details.getByRole("deletion")).toHaveText(formatMoney(before.valor_total));
  await expect(details.locator("dl").filter({ hasText: "Total" })).toContainText(
    formatMoney(total),
  );
  const save = details.getByRole("button", { name: "Salvar", exact: true });
  await expect(save).toBeFocused();
  await save.click();
  await expect(noticesOf(page)).toContainText("Pedido salvo");
  expect(await stored(page, order)).toMatchObject({
    valor_total: total,
    itens: [
      { quantity: 8, weight: 7.355, stock: Math.round(((fish.stock ?? 0) + 0.645) * 1000) / 1000 },
      {},
    ],
  });
  const history = details.getByRole("region", { name: "Histórico" });
  await expect(history).toContainText(`${fish.product_name}: 8 kg → 7,355 kg pesados`);
  await expect(details).toContainText(`Pedido original: ${formatMoney(before.valor_total)}`);
  await history.getByRole("button", { name: "Desfazer edição" }).click();
  await expect(noticesOf(page)).toContainText("Edição desfeita");
  await expect(weight).toHaveValue("");
  expect(await stored(page, order)).toMatchObject({
    valor_total: before.valor_total,
    itens: before.itens,
  });
  await details.getByRole("button", { name: "Marcar como entregue" }).click();
  await expect(details.getByLabel("Status")).toHaveValue("entregue");
});

test("the original total is shown only where it differs", { tag: "@nightly" }, async ({
  page,
  request,
}) => {
  const order = await sendOrder(request, "Olga Original");
  const details = detailsOf(page, order);
  const edit = async (discount: number, version: number) => {
    const data = { discount, reason: "A pedido do cliente", version };
    expect((await page.request.patch(`/api/orders/${order.id}`, { data })).ok()).toBe(true);
    await page.goto(`/admin/orders?pedido=${order.id}`);
    await expect(details).toContainText("A pedido do cliente");
  };
  await edit(1.5, 1);
  await expect(details).toContainText(`Pedido original: ${formatMoney(order.valor_total)}`);
  await edit(0, 2);
  await expect(details).not.toContainText("Pedido original");
});

test("a weight in grams is questioned before it is saved", { tag: "@nightly" }, async ({
  page,
  request,
}) => {
  const order = await sendOrder(request, "Greta Grams", "", isFish);
  await page.goto(`/admin/orders?pedido=${order.id}`);
  const details = detailsOf(page, order);
  await details.getByLabel(/^Peso de /).fill("8120");
  await details.getByRole("button", { name: "Salvar", exact: true }).click();
  await expect(details.getByText("Gramas no lugar de quilos?")).toBeVisible();
  expect((await stored(page, order)).version).toBe(1);
  await details.getByLabel(/^Peso de /).press("Enter");
  await expect(details.getByRole("button", { name: "Usar 8,12 kg" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(details.getByRole("button", { name: "Salvar", exact: true })).toBeFocused();
  await details.getByRole("button", { name: "Salvar", exact: true }).click();
  await expect(noticesOf(page)).toContainText("Pedido salvo");
  expect((await stored(page, order)).itens[0]).toMatchObject({ weight: 8.12 });
});

test("an item is replaced, another one not sent, with a discount in per cent and a reason", async ({
  page,
  request,
}) => {
  const order = await sendOrder(request, "Sonia Swap", "", isFish);
  const [fish, other] = (await stored(page, order)).itens;
  if (!fish || !other) throw new Error("the order has too few lines");
  await page.goto(`/admin/orders?pedido=${order.id}`);
  const details = detailsOf(page, order);
  await details.getByRole("button", { name: "Editar pedido" }).click();
  await details.getByRole("button", { name: `Trocar ${fish.product_name} por outro` }).click();
  const { items }: { items: Product[] } = await (await request.get("/api/products")).json();
  const substitute = items.find((one) => isFish(one) && one.id !== fish.product_id);
  if (!substitute) throw new Error("there is no other fish");
  const picker = page.getByRole("dialog", { name: "Trocar por outro produto" });
  await picker.getByLabel("Produto").fill(substitute.title);
  await picker
    .getByRole("button", { name: new RegExp(`^${substitute.title}`) })
    .first()
    .click();
  await details
    .getByRole("button", { name: `Aumentar quantidade de ${other.product_name}` })
    .click();
  for (const [label, text] of [
    [`Preço de ${other.product_name}`, "a combinar"],
    ["Desconto", "dez"],
  ] as const) {
    const field = details.getByLabel(label, { exact: true });
    const typed = await field.inputValue();
    await field.fill(text);
    await details.getByRole("button", { name: "Salvar", exact: true }).click();
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(/Digite um (valor|número), como 12,50\./);
    expect((await stored(page, order)).version).toBe(1);
    await field.fill(typed);
  }
  await details.getByLabel("Desconto", { exact: true }).fill("10");
  await details.getByLabel("Desconto em reais ou por cento").selectOption("%");
  await details.getByLabel("Motivo").fill("Faltou no estoque");
  await details.getByRole("button", { name: "Salvar", exact: true }).click();
  await expect(noticesOf(page)).toContainText("Pedido salvo");
  const items_cents = Math.round(substitute.price * 800 + other.price * 400);
  const discount = Math.round(items_cents / 10) / 100;
  expect(await stored(page, order)).toMatchObject({
    discount,
    edit_reason: "Faltou no estoque",
    itens: [
      { quantity: 0, total: 0 },
      { product_id: other.product_id, quantity: 4 },
      { product_id: substitute.id, quantity: 8, swap_of: fish.product_id },
    ],
  });
  await expect(details.getByText("não enviado").first()).toBeVisible();
});

test("a day and a shift are agreed on, and one that the shop does not offer is pointed out", {
  tag: "@nightly",
}, async ({ page, request, consoleErrors }) => {
  const order = await sendOrder(request, "Dora Dia");
  const { cliente_info } = await stored(page, order);
  const shifts = [{ name: "Manhã", from: "08:00", until: "12:00", capacity: null }];
  const zone = await page.request.post("/api/delivery/zones", {
    data: {
      name: "Zona Dora",
      cep_ranges: [{ from: cliente_info.zipCode, until: cliente_info.zipCode }],
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      shifts,
      cutoff_days: 2,
      cutoff_time: "23:59",
    },
  });
  const { id } = await zone.json();
  try {
    await page.goto(`/admin/orders?pedido=${order.id}`);
    const details = detailsOf(page, order);
    await details.getByRole("button", { name: "Editar pedido" }).click();
    const day = details.getByLabel("Dia da entrega");
    const shift = details.getByLabel("Turno");
    const doubt = details.getByRole("status").filter({ hasText: /O prazo|O turno/ });
    await day.fill(addDays(today, 1));
    await expect(doubt).toContainText("O prazo para este dia era até");
    await day.fill(addDays(today, 3));
    await expect(doubt).toHaveCount(0);
    const shiftList = details.locator(`[id="${await shift.getAttribute("list")}"]`);
    await expect(shiftList.locator("option")).toHaveAttribute("value", "Manhã, 8h às 12h");
    await shift.fill("Noite");
    await expect(doubt).toContainText("O turno Noite não existe na entrega em Zona Dora.");
    await shift.fill("Manhã, 8h às 12h");
    await expect(doubt).toHaveCount(0);
    await details.getByRole("button", { name: "Salvar", exact: true }).click();
    await expect(noticesOf(page)).toContainText("Pedido salvo");
    expect(await stored(page, order)).toMatchObject({
      delivery_date: addDays(today, 3),
      delivery_shift: "Manhã, 8h às 12h",
    });
    await details.getByRole("button", { name: "Editar pedido" }).click();
    await day.fill("2020-01-01");
    await details.getByRole("button", { name: "Salvar", exact: true }).click();
    await expect(day).toHaveAccessibleDescription(
      /Esta data já passou\. Escolha de hoje em diante\./,
    );
    await expectConsoleErrors(consoleErrors, /400|já passou/);
  } finally {
    await page.request.delete(`/api/delivery/zones/${id}`);
  }
});

test("the difference of a paid order is shown until it is settled", { tag: "@nightly" }, async ({
  page,
  request,
  consoleErrors,
}) => {
  const order = await sendOrder(request, "Paula Paid", "", isFish);
  const address = `/api/orders/${order.id}`;
  await page.request.patch(address, { data: { status: "confirmado", version: 1 } });
  await page.request.post(`${address}/payments`, { data: { method: "PIX" } });
  await page.request.patch(address, { data: { discount: 3.1, version: 3 } });
  await page.goto(`/admin/orders?pedido=${order.id}`);
  const details = detailsOf(page, order);
  await expect(details.getByText("A devolver R$ 3,10")).toBeVisible();
  await details.getByRole("button", { name: "Registrar devolução" }).click();
  await expect(details.getByLabel("Valor devolvido")).toHaveValue("3,10");
  await details.getByRole("button", { name: "Registrar devolução" }).click();
  await expect(details.getByText("Diga por que o valor é devolvido.")).toBeVisible();
  await expectConsoleErrors(consoleErrors, /400/);
  await details.getByLabel("Motivo").fill("Troco");
  await details.getByRole("button", { name: "Registrar devolução" }).click();
  await expect(noticesOf(page)).toContainText("Devolução registrada");
  await expect(details.getByText("A devolver")).toBeHidden();

  // A cancelled order gives its own reason: two presses return what was paid.
  await details.getByLabel("Status").selectOption("Cancelado");
  await details.getByRole("button", { name: "Salvar status" }).click();
  await details.getByRole("button", { name: "Registrar devolução" }).click();
  await expect(details.getByLabel("Motivo")).toHaveValue("Pedido cancelado");
  await details.getByRole("button", { name: "Registrar devolução" }).click();
  await expect(details.getByRole("button", { name: "Desfazer devolução" })).toHaveCount(2);
  await expect(details.getByText("A devolver")).toBeHidden();
});
