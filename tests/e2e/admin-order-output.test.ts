import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeEach(async ({ context, shop }) => {
  await signInWithRequest(context, shop);
});

const last8 = ({ id }: { id: string }) => `#${id.slice(-8)}`;
const rows = (page: Page) => page.locator("tbody tr");
const detailsOf = (page: Page, order: { id: string }) =>
  page.getByRole("dialog", { name: `Detalhes do Pedido ${last8(order)}` });

test("an order prints on one page without navigation", { tag: "@nightly" }, async ({
  page,
  request,
}) => {
  const order = await sendOrder(request, "Ursula Printed");
  await page.goto(`/admin/orders?pedido=${order.id}`);
  await detailsOf(page, order).getByRole("link", { name: "Imprimir" }).click();
  await expect(
    page.getByRole("heading", { name: `Pedido nº ${order.numero_pedido}` }),
  ).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("article")).toBeVisible();
  for (const role of ["navigation", "button", "banner"] as const) {
    await expect(page.getByRole(role).filter({ visible: true })).toHaveCount(0);
  }
  const sheets = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(sheets.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

test("the filtered orders are exported as CSV", { tag: "@nightly" }, async ({ page, request }) => {
  const order = await sendOrder(request, "Tereza Exported");
  await sendOrder(request, "Sandra Left-Out");
  await page.goto("/admin/orders?q=tereza");
  const coming = page.waitForEvent("download");
  await page.getByRole("link", { name: "Exportar CSV" }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe("pedidos.csv");
  const text = await readFile(await file.path(), "utf8");
  expect(text).toContain(order.id);
  expect(text).not.toContain("Sandra");
});

test("the administrator pages through more orders than fit on a page, and back", {
  tag: "@nightly",
}, async ({ page, request }) => {
  const sent = [];
  for (let count = 0; count < 51; count += 1) sent.push(await sendOrder(request, "Rosa Pages"));
  const [oldest] = sent;
  if (!oldest) throw new Error("no order was sent");
  await page.goto("/admin/orders?q=rosa");
  await expect(page.getByText("51 pedido(s)")).toBeVisible();
  await expect(rows(page)).toHaveCount(50);
  await page.getByRole("link", { name: "Mais antigos" }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText([last8(oldest)]);
  await expect(page.getByText("51 pedido(s)")).toBeVisible();
  await page.reload();
  await page.getByRole("link", { name: "Mais recentes" }).click();
  await expect(rows(page)).toHaveCount(50);
  await expect(page).not.toHaveURL(/cursor=/);
});
