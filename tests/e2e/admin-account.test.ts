import { Secret, TOTP } from "otpauth";
import {
  openMenu,
  readPassword,
  signInWithForm,
  signInWithRequest,
} from "#tests/support/administrator.ts";
import { expect, expectAccessible, expectConsoleErrors, test } from "#tests/support/test.ts";

test.beforeEach(async ({ context, shop }) => {
  await signInWithRequest(context, shop);
});

test("the administrator enables two-step verification and signs in with a recovery code", async ({
  page,
  shop,
  consoleErrors,
}) => {
  const password = await readPassword(shop);
  await page.goto("/admin/account");
  await page.getByRole("button", { name: "Ativar", exact: true }).click();
  await page.getByLabel("Confirme sua senha").fill(password);
  await page.getByRole("button", { name: "Continuar" }).click();
  await expect(page.getByRole("img", { name: /Código QR/ })).toBeVisible();
  await expectAccessible(page);
  const secret = Secret.fromBase32((await page.locator("code").innerText()).replaceAll(" ", ""));
  await page.getByLabel("Código do aplicativo").fill(TOTP.generate({ secret }));
  await page.getByRole("button", { name: "Ativar", exact: true }).click();
  await expect(page.getByText("Guarde estes códigos de recuperação")).toBeVisible();
  const [recoveryCode = ""] = (await page.locator("pre").innerText()).split("\n");

  await openMenu(page);
  await page.getByRole("button", { name: "Sair" }).click();
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

test("the administrator ends an unknown session", async ({ page, request, shop }) => {
  await signInWithRequest({ request }, shop);
  await page.goto("/admin/account");
  const others = page.getByRole("button", { name: /^Encerrar a sessão/ });
  const before = await others.count();
  await others.first().click();
  await expect(page.getByText("Sessão encerrada")).toBeVisible();
  await expect(others).toHaveCount(before - 1);
});

test("the administrator creates an API token, sees it once and revokes it", async ({
  page,
  request,
  shop,
}) => {
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
  await page.getByRole("button", { name: "Revogar Planilha de estoque" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revogar", exact: true }).click();
  await expect(page.getByText("Token revogado")).toBeVisible();
  expect((await asProgram()).status()).toBe(401);
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
