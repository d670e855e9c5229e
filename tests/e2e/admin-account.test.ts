import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { Secret, TOTP } from "otpauth";
import {
  openMenu,
  readPassword,
  signInWithForm,
  signInWithRequest,
} from "#tests/support/administrator.ts";
import { signInPage } from "#tests/support/pages.ts";
import { templateFolder } from "#tests/support/prepare-shop.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import {
  programWithReceivers,
  removeFolder,
  startShop,
  temporaryFolder,
} from "#tests/support/shop-process.ts";
import { expect, expectConsoleErrors, test } from "#tests/support/test.ts";

test.beforeEach(async ({ context, shop }) => {
  await signInWithRequest(context, shop);
});

test("the administrator enables two-step verification and signs in with a recovery code", {
  tag: "@nightly",
}, async ({ page, shop, consoleErrors }) => {
  const password = await readPassword(shop);
  await page.goto("/admin/account");
  await page.getByRole("button", { name: "Ativar", exact: true }).click();
  await page.getByLabel("Confirme sua senha").fill(password);
  await page.getByRole("button", { name: "Continuar" }).click();
  await expect(page.getByRole("img", { name: /Código QR/ })).toBeVisible();
  const secret = Secret.fromBase32((await page.locator("code").innerText()).replaceAll(" ", ""));
  await page.getByLabel("Código do aplicativo").fill(TOTP.generate({ secret }));
  await page.getByRole("button", { name: "Ativar", exact: true }).click();
  await expect(page.getByText("Guarde estes códigos de recuperação")).toBeVisible();
  const [recoveryCode = ""] = (await page.locator("pre").innerText()).split("\n");

  await openMenu(page);
  await page.getByRole("button", { name: "Sair" }).click();
  await page.waitForURL(signInPage);
  await signInWithForm(page, password);
  await page.getByLabel("Código", { exact: true }).fill("000000");
  await page.getByRole("button", { name: "Entrar" }).click();
  await expect(page.getByRole("alert")).toContainText("Código incorreto");
  await page.getByLabel("Código", { exact: true }).fill(recoveryCode);
  await page.getByRole("button", { name: "Entrar" }).click();
  await expect(page).toHaveURL("/admin");
  await expectConsoleErrors(consoleErrors, /401/);

  await page.goto("/admin/account");
  await page.getByRole("button", { name: "Desativar" }).click();
  await page.getByLabel("Confirme sua senha").fill(password);
  await page.getByRole("button", { name: "Desativar" }).click();
  await expect(page.getByRole("button", { name: "Ativar", exact: true })).toBeVisible();
});

test("the administrator ends an unknown session", { tag: "@nightly" }, async ({
  page,
  request,
  shop,
}) => {
  await signInWithRequest({ request }, shop);
  await page.goto("/admin/account");
  const others = page.getByRole("button", { name: /^Encerrar a sessão/ });
  const before = await others.count();
  await others.first().click();
  await expect(page.getByText("Sessão encerrada")).toBeVisible();
  await expect(others).toHaveCount(before - 1);
});

test("the administrator creates an API token, sees it once and revokes it", {
  tag: "@nightly",
}, async ({ page, request, shop }) => {
  await page.goto("/admin/account");
  await page.getByRole("button", { name: "Criar token" }).click();
  await expect(page.getByText("Nome é obrigatório")).toBeVisible();
  await page.getByLabel("Nome do token").fill("Planilha de estoque");
  await page.getByRole("button", { name: "Criar token" }).click();
  const token = await page.locator("pre").innerText();
  const headers = { Authorization: `Bearer ${token}` };
  const asProgram = () => request.get(`${shop.url}/api/auth/session`, { headers });
  expect((await asProgram()).status()).toBe(403);
  await page.reload();
  await expect(page.getByText(token)).toHaveCount(0);
  await page.getByRole("button", { name: "Desativar Planilha de estoque" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Desativar", exact: true }).click();
  await expect(page.getByText("Token desativado")).toBeVisible();
  expect((await asProgram()).status()).toBe(401);
});

test("the administrator adds a webhook, sees its secret once, tests and deletes it", {
  tag: "@nightly",
}, async ({ page, consoleErrors }) => {
  await page.goto("/admin/account");
  await page.getByLabel("Endereço do webhook").fill("http://127.0.0.1/");
  await page.getByRole("button", { name: "Criar webhook" }).click();
  await expect(page.getByText("Use um endereço https:// público")).toBeVisible();
  // No such host: the test event fails.
  const url = "https://erp.invalid/pomar";
  await page.getByLabel("Endereço do webhook").fill(url);
  await page.getByRole("switch", { name: "Pedido alterado" }).uncheck();
  await page.getByRole("button", { name: "Criar webhook" }).click();
  await expect(page.locator("pre")).toHaveText(/^whsec_/);
  await page.getByRole("button", { name: `Testar ${url}` }).click();
  await expect(page.getByText("Teste não entregue")).toBeVisible();
  await page.getByText("Últimas entregas (1)").click();
  const deliveries = page.getByRole("table", { name: "Últimas entregas" });
  await expect(deliveries.getByText("Sem conexão")).toBeVisible();
  await page.getByRole("button", { name: `Desligar ${url}` }).click();
  await expect(page.getByText("Webhook desligado")).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^whsec_/)).toHaveCount(0);
  await page.getByRole("button", { name: `Excluir ${url}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Excluir", exact: true }).click();
  await expect(page.getByText("Webhook excluído")).toBeVisible();
  await expectConsoleErrors(consoleErrors, /400/);
});

test("a webhook whose address is gone is enabled, sent again and gets another secret", {
  tag: "@nightly",
}, async ({ browser }) => {
  const folder = await temporaryFolder(templateFolder);
  const shop = await startShop(folder, {}, [], programWithReceivers);
  const context = await browser.newContext({ baseURL: shop.url, locale: "pt-BR" });
  let status = 410;
  const received: IncomingHttpHeaders[] = [];
  const receiver = createServer((request, response) => {
    received.push(request.headers);
    response.writeHead(status).end();
  }).listen(0, "127.0.0.1");
  try {
    await once(receiver, "listening");
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    await signInWithRequest(context, shop);
    const page = await context.newPage();
    await page.goto("/admin/account");
    await page.getByLabel("Endereço do webhook").fill(url);
    await page.getByRole("button", { name: "Criar webhook" }).click();
    const secret = await page.locator("pre").innerText();

    await sendOrder(context.request, "Ana Souza");
    await expect.poll(() => received.length).toBe(1);
    await page.reload();
    await expect(page.getByText("Pela loja: o endereço respondeu 410")).toBeVisible();
    await page.getByRole("button", { name: `Ligar ${url}` }).click();
    await expect(page.getByText("Webhook ligado")).toBeVisible();
    await expect(page.getByText("Pela loja")).toBeHidden();

    status = 204;
    await page.getByText("Últimas entregas (1)").click();
    await page.getByRole("button", { name: "Entregar de novo o evento Pedido criado" }).click();
    await expect(page.getByText("Evento entregue")).toBeVisible();
    expect(received[1]?.["webhook-id"]).toBe(received[0]?.["webhook-id"]);

    await page.getByRole("button", { name: `Trocar segredo de ${url}` }).click();
    await expect(page.locator("pre")).toHaveText(/^whsec_/);
    expect(await page.locator("pre").innerText()).not.toBe(secret);
    await page.getByRole("button", { name: `Testar ${url}` }).click();
    await expect(page.getByText("Teste entregue")).toBeVisible();
    // The request is signed by the former and the new secret.
    expect(received[2]?.["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);
  } finally {
    await context.close();
    await shop.stop();
    receiver.close();
    await removeFolder(folder);
  }
});

test("the administrator changes the password and stays signed in", { tag: "@nightly" }, async ({
  page,
  shop,
  consoleErrors,
}) => {
  const password = await readPassword(shop);
  const change = async (from: string, to: string) => {
    await page.getByLabel("Senha atual").fill(from);
    await page.getByLabel("Nova senha").fill(to);
    await page.getByRole("button", { name: "Trocar senha" }).click();
  };
  await page.goto("/admin/account");
  await change(password, "curta");
  await expect(page.getByText(/pelo menos 10 caracteres\./)).toBeVisible();
  await change("errada", "uma-frase-comprida");
  await expect(page.getByText("Senha incorreta.")).toBeVisible();
  await change(password, "uma-frase-comprida");
  await expect(page.getByText("Senha alterada")).toBeVisible();
  await change("uma-frase-comprida", password);
  await expect(page.getByLabel("Nova senha")).toHaveValue("");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Conta" })).toBeVisible();
  await expectConsoleErrors(consoleErrors, /400/);
});
