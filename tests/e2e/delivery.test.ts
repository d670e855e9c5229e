import type { Page } from "@playwright/test";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { undo } from "#tests/support/goods.ts";
import {
  addToCart,
  cartDialog,
  checkoutDialog,
  fillCheckout,
  openCart,
  readOrderNumber,
  send,
  sentDialog,
  stubPostalCodes,
} from "#tests/support/purchase.ts";
import { expect, test } from "#tests/support/test.ts";

const zone = {
  name: "Zona Centro",
  cep_ranges: [{ from: "13200000", until: "13209999" }],
  fee: 8,
  minimum_order: 0,
  free_delivery_minimum: 0,
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  shifts: [{ name: "Manhã", from: "08:00", until: "12:00", capacity: null }],
  cutoff_days: 1,
  cutoff_time: "23:59",
};

async function buy(page: Page) {
  await page.goto("/produtos/polpas-de-frutas");
  await addToCart(page, "Polpa de açaí 100 g");
  return openCart(page);
}

test("a zone is seen in the cart, chosen in the checkout and on the order's page", async ({
  page,
  context,
  shop,
}) => {
  await signInWithRequest(context, shop);
  const created = await context.request.post(`${shop.url}/api/delivery/zones`, { data: zone });
  expect(created.status()).toBe(201);
  const { id } = await created.json();
  try {
    await stubPostalCodes(page);
    const cart = await buy(page);
    await cart.getByLabel("CEP para ver a entrega").fill("13201005");
    const other = cart.getByRole("button", { name: "Trocar CEP 13201-005" });
    await expect(other).toBeFocused();
    await other.press("Enter");
    await expect(cart.getByLabel("CEP para ver a entrega")).toBeFocused();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("13201005");
    await expect(cart.getByRole("status").filter({ hasText: "Zona Centro" })).toContainText(
      /^Zona Centro · entrega R\$\s8,00 · Peça até hoje, 23h59, para receber n[ao] /,
    );
    await cartDialog(page).getByRole("button", { name: "Finalizar Pedido" }).click();
    const checkout = checkoutDialog(page);
    await fillCheckout(checkout);
    const dates = checkout.getByRole("group", { name: "Quando você quer receber?" });
    await expect(dates.getByRole("radio")).toHaveCount(7);
    await dates.locator("label").nth(1).click();
    await expect(dates.getByRole("radio").nth(1)).toBeChecked();
    const chosen = await dates.locator("label").nth(1).locator("span").first().innerText();
    await send(checkout);
    await readOrderNumber(page);
    const text = `Entrega n[ao] ${chosen}, Manhã, 8h às 12h`;
    await expect(sentDialog(page)).toContainText(new RegExp(text, "i"));
    await sentDialog(page).getByRole("link", { name: "Acompanhar pedido" }).click();
    await expect(page.getByText(new RegExp(`^${text}$`, "i"))).toBeVisible();
  } finally {
    await context.request.delete(`${shop.url}/api/delivery/zones/${id}`);
  }
});

test("the administrator adds a zone, and tests a CEP", { tag: "@nightly" }, async ({
  page,
  context,
  shop,
}) => {
  await signInWithRequest(context, shop);
  await page.goto("/admin/settings?tab=payments");
  await page.getByRole("button", { name: "Nova zona" }).click();
  const dialog = page.getByRole("dialog", { name: "Criar Zona de Entrega" });
  await dialog.getByLabel("Nome").fill("Zona Teste");
  await dialog.getByLabel(/^Faixas de CEP/).fill("99000-000 a 99999-999");
  await dialog.getByLabel("Taxa de entrega (R$)").fill("8,50");
  await dialog.getByLabel(/^Turnos/).fill("Manhã 8");
  await dialog.getByRole("button", { name: "Criar Zona" }).click();
  await expect(dialog.getByText("Informe um horário, como 18:00.")).toBeVisible();
  await dialog.getByLabel(/^Turnos/).fill("Manhã, 08:00 às 12:00, 20");
  await dialog.getByRole("button", { name: "Criar Zona" }).click();
  await expect(dialog).toBeHidden();
  const removal = page.getByRole("button", { name: "Excluir Zona Teste" });
  // The new row moves what is below it, also under a pressed button.
  await expect(removal).toBeVisible();
  await page.getByLabel("CEP", { exact: true }).fill("99100-000");
  await expect(page.getByRole("heading", { name: "Testar um CEP" })).toBeVisible();
  await page.getByRole("button", { name: "Testar" }).click();
  await expect(page.getByText(/Zona Teste.*entrega R\$\s8,50/)).toBeVisible();
  await removal.click();
  await expect(removal).toBeHidden();
  await undo(page, "Zona excluída");
  await expect(removal).toBeVisible();
  await removal.click();
  await expect(removal).toBeHidden();
});

test("the administrator notes a day without delivery, and moves it to another", {
  tag: "@nightly",
}, async ({ page, context, shop }) => {
  await signInWithRequest(context, shop);
  await page.goto("/admin/settings?tab=payments");
  await page.getByRole("button", { name: "Acrescentar dia" }).click();
  const dialog = page.getByRole("dialog", { name: "Dia sem entrega" });
  await dialog.getByLabel("Dia", { exact: true }).fill("2026-12-25");
  await dialog.getByLabel(/^Passa para/).fill("2026-12-25");
  await dialog.getByLabel(/^Motivo/).fill("Natal");
  await dialog.getByRole("button", { name: "Acrescentar" }).click();
  await expect(dialog.getByText("Escolha outro dia.")).toBeVisible();
  await dialog.getByLabel(/^Passa para/).fill("");
  await dialog.getByRole("button", { name: "Acrescentar" }).click();
  await expect(page.getByText("sexta, 25/12: fechado · Natal")).toBeVisible();
  await page.getByRole("button", { name: "Editar sexta, 25/12" }).click();
  await dialog.getByLabel(/^Passa para/).fill("2026-12-26");
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await expect(page.getByText("sexta, 25/12: passa para sábado, 26/12 · Natal")).toBeVisible();
  await page.getByRole("button", { name: "Excluir sexta, 25/12" }).click();
  await expect(page.getByText("sexta, 25/12")).toHaveCount(0);
  await undo(page, "Dia excluído");
  await expect(page.getByText("sexta, 25/12: passa para sábado, 26/12 · Natal")).toBeVisible();
});
