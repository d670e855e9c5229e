import { signInWithRequest } from "#tests/support/administrator.ts";
import { startPixBank } from "#tests/support/pix-bank.ts";
import { templateFolder } from "#tests/support/prepare-shop.ts";
import { phoneScreen } from "#tests/support/screens.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import { removeFolder, startShop, temporaryFolder } from "#tests/support/shop-process.ts";
import { expect, test } from "#tests/support/test.ts";

test("a customer pays the bank's code, page and seller's phone say so, and a bank that does not answer or refuses a key is shown", async ({
  page,
  browser,
}) => {
  const bank = await startPixBank("sicredi");
  const shop = await startShop(await temporaryFolder(templateFolder), bank.env);
  bank.callback = `${shop.url}/api/pix`;
  const phone = await browser.newContext({ ...phoneScreen, baseURL: shop.url });
  try {
    await signInWithRequest(phone, shop);
    const confirm = async (id: string) => {
      const data = { status: "confirmado", version: 1 };
      expect((await phone.request.patch(`/api/orders/${id}`, { data })).ok()).toBe(true);
    };
    const order = await sendOrder(page.request, "Teresa Lima", shop.url);
    const streaming = page.waitForResponse((response) => response.url().includes("?pedido="));
    await page.goto(order.link);
    await streaming;
    await confirm(order.id);
    await expect.poll(() => bank.chargeOf(order.id)?.status).toBe("ATIVA");
    const charge = bank.chargeOf(order.id);
    const code = page.getByLabel("Pix Copia e Cola");
    await expect(code).toHaveValue(charge?.pixCopiaECola ?? "");

    const office = await phone.newPage();
    await office.goto(`/admin/orders?pedido=${order.id}`);
    await expect(office.getByRole("button", { name: "Marcar como pago" })).toBeVisible();
    await bank.pay(charge?.txid ?? "");
    await expect(page.getByRole("heading", { name: "Pago", exact: true })).toBeVisible();
    await expect(page.getByText("Pagamento recebido")).toBeVisible();
    await expect(code).toBeHidden();
    await expect(office.getByText(/^Pago em .*, PIX$/)).toBeVisible();

    bank.trouble = () => 500;
    const unanswered = await sendOrder(page.request, "Teresa Lima", shop.url);
    await confirm(unanswered.id);
    await page.goto(unanswered.link);
    await expect(code).toHaveValue(/PED\d+/);
    await expect(async () => {
      await office.goto("/admin");
      await expect(office.getByRole("alert")).toContainText("resposta 500", { timeout: 1000 });
    }).toPass();

    // The administrator tests the connection, and sees what becomes of another key.
    bank.trouble = undefined;
    await office.goto("/admin/settings?tab=payments");
    await office.getByRole("button", { name: "Testar conexão" }).click();
    await expect(office.getByText("Acesso: O banco deu um token.")).toBeVisible();
    await expect(office.getByText("Chave Pix: O banco aceita a chave.")).toBeVisible();
    await expect(office.getByText("Avisos: Sem PUBLIC_URL com https")).toBeVisible();
    bank.trouble = (request) => (request.includes("/webhook/") ? 403 : undefined);
    await office.getByLabel("Chave Pix").fill("12.345.678/0001-95");
    await office.getByRole("button", { name: "Salvar", exact: true }).click();
    await expect(office.getByText("Chave Pix: O banco não aceita a chave")).toBeVisible();
    expect(bank.requests).toContain("GET /api/v2/webhook/12345678000195");
  } finally {
    await phone.close();
    await page.close();
    await shop.stop();
    await bank.stop();
    await removeFolder(shop.dataDir);
  }
});
