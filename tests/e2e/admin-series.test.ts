import type { Product } from "#app/domain/catalogue/schema.ts";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import { expect, test } from "#tests/support/test.ts";

test.use({ viewport: { width: 1440, height: 900 } });

// The job runs every half minute.
test("the seller repeats an order and sees what was not possible", { tag: "@nightly" }, async ({
  page,
  context,
  shop,
}) => {
  await signInWithRequest(context, shop);
  let missing: Product | undefined;
  const order = await sendOrder(page.request, "Selma Reis", "", (product) => {
    const [option] = product.sale_options;
    const isPlain = option?.step === 1 && option.tiers.length === 0;
    const isChosen = !missing && isPlain && product.stock > 20 && product.stock < 100;
    if (isChosen) missing = product;
    return isChosen;
  });
  const hidden = await page.request.patch(`/api/products/${missing?.id}`, {
    data: { visible: false, version: missing?.version },
  });
  expect(hidden.status()).toBe(200);
  await page.goto(`/admin/orders?pedido=${order.id}`);
  const pane = page.getByRole("dialog", { name: /^Detalhes do Pedido/ });
  await pane.getByRole("button", { name: "Repetir toda semana" }).click();
  const dialog = page.getByRole("dialog", { name: "Repetir este pedido" });
  const days = dialog.getByRole("group", { name: "Dias da entrega" });
  await expect(days).toBeVisible();
  for (const day of await days.getByRole("checkbox").all()) await day.check();
  await dialog.getByLabel("Como repetir").selectOption("Fazer o pedido");
  await dialog.getByRole("button", { name: "Repetir", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/customers\//);
  const section = page.getByRole("region", { name: "Pedidos que se repetem" });
  await expect(section.getByRole("article", { name: "Todo dia" })).toContainText("Em falta");

  await page.goto("/admin");
  const notices = page.getByRole("region", { name: "Repetições a conferir" });
  await expect(async () => {
    await page.reload();
    await expect(notices).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 90_000 });
  const notice = notices.getByRole("listitem").filter({ hasText: "em falta, ficou de fora." });
  await expect(notice.first()).toContainText("Com mudanças");
  await page.goto("/admin/orders");
  const chat = notices.getByRole("link", { name: /no WhatsApp$/ }).first();
  await expect(chat).toHaveAttribute("href", /repeticao/);
  await notices.getByRole("listitem").getByRole("link").first().click();
  await expect(pane.getByRole("region", { name: "Pedido que se repete" })).toContainText(
    "em falta, ficou de fora.",
  );
  const open = await notices.getByRole("button", { name: /^Conferido/ }).count();
  await notices
    .getByRole("button", { name: /^Conferido/ })
    .first()
    .click();
  await expect(notices.getByRole("button", { name: /^Conferido/ })).toHaveCount(open - 1);
});
