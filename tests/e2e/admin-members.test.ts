import type { Browser, Page } from "@playwright/test";
import { type MemberRole, roleTexts } from "#app/domain/people/roles.ts";
import { screens, screensFor } from "#app/routes/admin/screens.ts";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { waitForHydration } from "#tests/support/purchase.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import { expect, test } from "#tests/support/test.ts";

const password = "goiaba-branca-madura";
const timezoneId = "America/Sao_Paulo";

test.beforeEach(async ({ context, shop }) => {
  await signInWithRequest(context, shop);
});

/** A browser of somebody else. */
async function openOther(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, timezoneId, serviceWorkers: "block" });
  return context.newPage();
}

/** Tests act faster than users. */
async function visit(page: Page, path: string) {
  const response = await page.goto(path);
  await waitForHydration(page);
  return response;
}

/** A member's browser, after the invitation. */
async function enterAs(owner: Page, browser: Browser, baseURL: string, role: MemberRole) {
  const data = { name: `Pessoa ${role}`, email: `${role}@loja.example`, role };
  const { link } = await (await owner.request.post("/api/members", { data })).json();
  const page = await openOther(browser, baseURL);
  const token = String(link).split("/").at(-1);
  const accepted = await page.request.post(`/api/invitations/${token}`, { data: { password } });
  expect(accepted.status()).toBe(200);
  return page;
}

async function listMembers(owner: Page): Promise<{ id: string; version: number; email: string }[]> {
  return (await (await owner.request.get("/api/members")).json()).items;
}

test("the owner invites a member, who confirms an order, opens no settings, and is out when deactivated", async ({
  page,
  browser,
  shop,
}) => {
  const order = await sendOrder(page.request, "Bar Zeca");
  await page.goto("/admin/account");
  const form = page.locator("form").filter({ has: page.getByRole("button", { name: "Convidar" }) });
  await form.getByRole("button", { name: "Convidar" }).click();
  await expect(form.getByText("Nome é obrigatório")).toBeVisible();
  await form.getByLabel("Nome").fill("Ana Lima");
  await form.getByLabel("E-mail").fill("ana@loja.example");
  await form.getByLabel("Acesso").selectOption("equipe");
  await form.getByRole("button", { name: "Convidar" }).click();
  const link = await page.locator("pre").innerText();
  const chat = page.getByRole("link", { name: "Enviar por WhatsApp" });
  const message = new URL((await chat.getAttribute("href")) ?? "").searchParams.get("text");
  expect(message).toBe(`Seu convite para a loja, Ana Lima: ${link}`);
  await expect(page.getByRole("row", { name: /Ana Lima.*Equipe.*Convite até/ })).toBeVisible();

  const theirs = await openOther(browser, shop.url);
  const invitation = await visit(theirs, new URL(link).pathname);
  expect(invitation?.headers()["referrer-policy"]).toBe("no-referrer");
  expect(invitation?.headers()["cache-control"]).toContain("no-store");
  await expect(theirs.getByRole("heading", { name: "Olá, Ana Lima" })).toBeVisible();
  await theirs.getByLabel("Senha", { exact: true }).fill("curta");
  await theirs.getByRole("button", { name: "Criar senha e entrar" }).click();
  await expect(theirs.getByText(/pelo menos 10 caracteres/)).toBeVisible();
  await theirs.getByLabel("Senha", { exact: true }).fill(password);
  await theirs.getByRole("button", { name: "Criar senha e entrar" }).click();
  await expect(theirs).toHaveURL("/admin/orders");
  await visit(theirs, new URL(link).pathname);
  await expect(theirs.getByRole("heading", { name: "Este convite não vale mais" })).toBeVisible();

  await visit(theirs, `/admin/orders?pedido=${order.id}`);
  await theirs.getByRole("button", { name: "Confirmar pedido" }).last().click();
  await expect(theirs.getByText("Status atualizado")).toBeVisible();
  await expect(theirs.getByRole("link", { name: "Exportar CSV" })).toHaveCount(0);

  const settings = await visit(theirs, "/admin/settings");
  expect(settings?.status()).toBe(403);
  await expect(theirs.getByText(roleTexts.ownerOnly)).toBeVisible();
  await visit(theirs, "/admin/orders");
  await expect(theirs.getByRole("link", { name: "Configurações" })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("row", { name: /Ana Lima.*Entrou em/ })).toBeVisible();
  await page.getByRole("button", { name: "Mais: Ana Lima" }).click();
  await page.getByRole("button", { name: "Desativar" }).click();
  await expect(theirs).toHaveURL(/\/admin\/login/);
  await theirs.context().close();
});

/** The names of buttons that change nothing: searches, filters, views, menus, links of the shop. */
const harmless =
  /^(Recolher menu|Expandir menu|Buscar|Ctrl K|Atalhos|Sair|Mais|Fechar|Menu|Mostrar senha|Limpar|Som |Mostrar mais|Ordenar |Copiar|Imprimir|Ver |Carregar|Hoje|Ontem|Semana|Avisar no WhatsApp)/;

test("who may only read sees every screen but the owner's, and nothing to change anything with", {
  tag: "@nightly",
}, async ({ page, browser, shop }) => {
  test.setTimeout(120_000);
  const { id } = await sendOrder(page.request, "Bar Zeca");
  const theirs = await enterAs(page, browser, shop.url, "consulta");
  const failures: string[] = [];
  theirs.on("response", (response) => {
    if (response.status() >= 400) failures.push(`${response.status()} ${response.url()}`);
  });
  await visit(theirs, "/admin");
  await expect(theirs.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  const paths = screensFor("consulta").map(({ to }) => to);
  expect(screens.map(({ to }) => to).filter((to) => !paths.includes(to))).toEqual([
    "/admin/price-tables",
    "/admin/accounting",
    "/admin/settings",
  ]);
  const shown: Record<string, string[]> = {};
  for (const path of [...paths, `/admin/orders?pedido=${id}`]) {
    if (path === "/admin/account") continue;
    await visit(theirs, path);
    const buttons = await theirs
      .locator("main button:visible:not([data-row-open], th button), dialog button:visible")
      .all();
    const names = await Promise.all(
      buttons.map(
        async (button) =>
          (await button.getAttribute("aria-label")) ?? (await button.innerText()).trim(),
      ),
    );
    const disabled = await Promise.all(buttons.map((button) => button.isDisabled()));
    const left = names.filter((name, index) => !disabled[index] && !harmless.test(name));
    if (left.length > 0) shown[path] = [...new Set(left)];
  }
  expect(shown).toEqual({});
  expect(failures).toEqual([]);
  await visit(theirs, "/admin/account");
  await expect(theirs.getByRole("heading", { name: "Senha" })).toBeVisible();
  await expect(theirs.getByRole("heading", { name: "Tokens de API" })).toHaveCount(0);
  await theirs.context().close();
});

test("a role that changes takes effect at once, and the shortcuts lead to no forbidden screen", {
  tag: "@nightly",
}, async ({ page, browser, shop }) => {
  const theirs = await enterAs(page, browser, shop.url, "equipe");
  await visit(theirs, "/admin");
  await expect(theirs).toHaveURL("/admin/orders");
  await theirs.keyboard.press("g");
  await theirs.keyboard.press("c");
  await theirs.keyboard.press("?");
  await expect(theirs.getByRole("dialog", { name: "Atalhos do teclado" })).toBeVisible();
  await expect(theirs.getByText("Ir para Configurações")).toHaveCount(0);
  await expect(theirs).toHaveURL("/admin/orders");
  const member = (await listMembers(page)).find(({ email }) => email === "equipe@loja.example");
  const data = { role: "consulta", version: member?.version };
  expect((await page.request.patch(`/api/members/${member?.id}`, { data })).status()).toBe(200);
  const written = await theirs.request.post("/api/customers", { data: { name: "Bar" } });
  expect((await written.json()).detail).toBe(roleTexts.readOnly);
  await theirs.reload();
  await expect(theirs.getByRole("link", { name: "Novo pedido" })).toBeHidden();
  await theirs.context().close();
});
