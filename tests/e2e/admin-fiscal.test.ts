import { dayOf } from "#app/shared/days.ts";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { waitForHydration } from "#tests/support/purchase.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeEach(async ({ context, shop }) => {
  await signInWithRequest(context, shop);
});

test("what is missing for invoices is filled in, and one press downloads the files of a period", async ({
  page,
  request,
}) => {
  const { id } = await sendOrder(request, "Nair Notas");
  for (const [index, status] of ["confirmado", "entregue"].entries()) {
    const data = { status, version: index + 1 };
    expect((await page.request.patch(`/api/orders/${id}`, { data })).ok()).toBe(true);
  }
  const metadata = { invoice_url: "https://notas.example/1", invoice_number: "123" };
  await page.request.patch(`/api/orders/${id}`, { data: { metadata, version: 3 } });
  await page.goto(`/admin/orders?pedido=${id}`);
  const link = page.getByRole("link", { name: "Nota fiscal 123" });
  await expect(link).toHaveAttribute("href", metadata.invoice_url);

  const order = await (await page.request.get(`/api/orders/${id}`)).json();
  const title = order.itens[0].product_name;
  const product = `/api/products/${order.itens[0].product_id}`;
  const { version } = await (await page.request.get(product)).json();
  await page.request.patch(product, { data: { fiscal: {}, version } });

  const today = dayOf(new Date());
  const address = `/admin/accounting?de=${today}&ate=${today}`;
  await page.goto(address);
  await waitForHydration(page);
  await expect(page.getByLabel("De", { exact: true })).toHaveValue(today);
  await expect(page.getByLabel("Até")).toHaveValue(today);
  await page.getByText(/^\d+ produtos? sem NCM$/).click();
  await page.getByRole("link", { name: title }).click();
  const editor = page.getByRole("dialog", { name: "Editar Produto" });
  await editor.getByText("Fiscal: NCM, CFOP, unidade").click();
  await editor.getByLabel("NCM").fill("123");
  await editor.getByRole("button", { name: "Atualizar Produto" }).click();
  await expect(editor.getByText("NCM tem 8 números.")).toBeVisible();
  await editor.getByLabel("NCM").fill("2008.99.00");
  await editor.getByRole("button", { name: "Atualizar Produto" }).click();
  await expect(editor).toBeHidden();
  const { det } = await (await page.request.get(`/api/orders/${id}/invoice`)).json();
  expect(det[0].prod.NCM).toBe("20089900");

  await page.goto(address);
  await waitForHydration(page);
  await expect(page.getByRole("link", { name: title })).toBeHidden();
  for (const name of ["Pedidos (CSV)", "Itens (CSV)", "Recebimentos (CSV)"]) {
    await expect(page.getByRole("link", { name })).toBeVisible();
  }
  const names: string[] = [];
  page.on("download", (download) => names.push(download.suggestedFilename()));
  await page.getByRole("link", { name: "Clientes (CSV)" }).click();
  await expect.poll(() => names).toEqual([`clientes-${today}-a-${today}.csv`]);

  names.length = 0;
  await page.getByRole("button", { name: "Baixar as quatro" }).click();
  const files = ["pedidos", "itens", "clientes", "recebimentos"];
  await expect
    .poll(() => names.toSorted())
    .toEqual(files.map((file) => `${file}-${today}-a-${today}.csv`).toSorted());
});
