import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { signInWithRequest } from "#tests/support/administrator.ts";
import {
  actOnRow,
  changeRow,
  createRow,
  moveByKeyboard,
  notices,
  uniqueName,
} from "#tests/support/goods.ts";
import { openLivePage } from "#tests/support/live.ts";
import { templateFolder } from "#tests/support/prepare-shop.ts";
import { orderLink, sendOrder } from "#tests/support/sent-order.ts";
import { saveSettings } from "#tests/support/settings-tabs.ts";
import {
  removeFolder,
  type ShopProcess,
  startShop,
  temporaryFolder,
} from "#tests/support/shop-process.ts";
import { allowConsoleErrors, expect, expectConsoleErrors, test } from "#tests/support/test.ts";

/** A change made elsewhere is visible within this time. */
const maxDelayMs = 2_000;

test.beforeEach(async ({ context, shop }) => {
  await signInWithRequest(context, shop);
});

const last6 = ({ id }: { id: string }) => `#${id.slice(-6)}`;
const last8 = ({ id }: { id: string }) => `#${id.slice(-8)}`;
const rows = (page: Page) => page.locator("tbody tr");
/** One for each notice, also of those behind the newest. */
const closeButtons = (within: Page | Locator) => within.getByLabel("Fechar notificação");

async function countInTitle(page: Page): Promise<number> {
  return Number(/^\((\d+)\) /.exec(await page.title())?.[1] ?? 0);
}

/** The order's status, set in another session. */
async function setStatus(
  request: APIRequestContext,
  shop: ShopProcess,
  id: string,
  status: string,
) {
  await signInWithRequest({ request }, shop);
  const response = await request.patch(`/api/orders/${id}`, { data: { status, version: 1 } });
  expect(response.status()).toBe(200);
}

/** Counts the tones that the page has started. */
async function countTones(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const { start } = AudioScheduledSourceNode.prototype;
    AudioScheduledSourceNode.prototype.start = function (...times) {
      performance.mark("tone");
      start.apply(this, times);
    };
  });
  return () => page.evaluate(() => performance.getEntriesByName("tone").length);
}

test("a new order appears first with a notice and a sound, and is marked until it is opened", async ({
  page,
  request,
}) => {
  const tones = await countTones(page);
  await openLivePage(page, "/admin/orders");
  await page.getByRole("heading", { name: "Pedidos" }).click();
  const before = await countInTitle(page);
  const order = await sendOrder(request, "Quiteria Live");
  await expect(rows(page).first()).toContainText(last8(order), { timeout: maxDelayMs });
  await expect(rows(page).first()).toContainText("Novo");
  await expect(notices(page)).toContainText("Novo pedido");
  await expect(notices(page)).toContainText(`Pedido ${last6(order)} foi criado.`);
  await expect.poll(() => countInTitle(page)).toBe(before + 1);
  await expect.poll(tones).toBe(2);

  await page.reload();
  await expect(rows(page).first()).toContainText("Novo");
  await expect(page).toHaveTitle(new RegExp(`^\\(${before + 1}\\) Pedidos`));
  const link = page.getByRole("link", { name: /^Pedidos/ }).filter({ visible: true });
  await expect(link).toHaveAccessibleName(`Pedidos ${before + 1} esperando resposta`);
  await orderLink(page, order).click();
  await page.keyboard.press("Escape");
  await expect(rows(page).first()).not.toContainText("Novo");
  expect(await countInTitle(page)).toBe(before + 1);
});

test("the sound can be switched off for a device and needs a first click", {
  tag: "@nightly",
}, async ({ page, request }) => {
  const tones = await countTones(page);
  // Playwright evaluates as if the user had just clicked.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "userActivation", { value: { hasBeenActive: false } });
  });
  await openLivePage(page, "/admin/orders");
  await sendOrder(request, "Olga Unheard");
  await expect(notices(page)).toContainText("Novo pedido");
  expect(await tones()).toBe(0);
  const sound = page.getByRole("switch", { name: "Som de novo pedido" });
  await sound.uncheck();
  const second = await sendOrder(request, "Noemi Unheard");
  await expect(notices(page)).toContainText(`Pedido ${last6(second)} foi criado.`);
  expect(await tones()).toBe(0);
  await page.reload();
  await expect(sound).not.toBeChecked();
  await sound.check();
  await expect.poll(tones).toBe(2);
});

test("an order placed while offline shows a notice and is counted after reconnecting", {
  tag: "@nightly",
}, async ({ page, context, request, consoleErrors }) => {
  await openLivePage(page, "/admin/recipes");
  const before = await countInTitle(page);
  await context.setOffline(true);
  await expect(notices(page)).toContainText("Conexão perdida");
  const order = await sendOrder(request, "Nair Missed");
  await context.setOffline(false);
  await expect(notices(page)).toContainText(`Pedido ${last6(order)} foi criado.`);
  await expect.poll(() => countInTitle(page)).toBe(before + 1);
  allowConsoleErrors(consoleErrors, /ERR_INTERNET_DISCONNECTED/);
});

test("a status set elsewhere shows in the list and beside an unsaved choice", {
  tag: "@nightly",
}, async ({ page, request, shop }) => {
  const order = await sendOrder(request, "Marta Elsewhere");
  await openLivePage(page, "/admin/orders?q=marta");
  await orderLink(page, order).click();
  const details = page.getByRole("dialog", { name: `Detalhes do Pedido ${last8(order)}` });
  await details.getByLabel("Status").selectOption("Cancelado");
  await setStatus(request, shop, order.id, "confirmado");
  await expect(notices(page)).toContainText("Pedido atualizado");
  await expect(notices(page)).toContainText(`Status do pedido ${last6(order)} foi alterado.`);
  await expect(rows(page).first()).toContainText("Confirmado", { timeout: maxDelayMs });
  await expect(details.getByText("Em outro lugar mudou para Confirmado.")).toBeVisible();
  await expect(details.getByLabel("Status")).toHaveValue("cancelado");
});

test("a price and a title changed elsewhere show in the list", {
  tag: "@nightly",
}, async ({ page, shop }) => {
  const product = await createRow(page, shop, "products", uniqueName("Polpa de bacuri"));
  await openLivePage(page, `/admin/products?q=${encodeURIComponent(product.title)}`);
  await changeRow(page, shop, "products", product, { price: 30 });
  await expect(rows(page)).toContainText("R$ 30,00", { timeout: maxDelayMs });
  const renamed = { title: `${product.title} do Pará` };
  const second = { ...product, version: product.version + 1 };
  await changeRow(page, shop, "products", second, renamed);
  await expect(rows(page)).toContainText(renamed.title, { timeout: maxDelayMs });
});

test("the values of an open form are preserved while its product changes in the list behind it", {
  tag: "@nightly",
}, async ({ page, shop, request }) => {
  await signInWithRequest({ request }, shop);
  const product = await createRow(page, shop, "products", uniqueName("Polpa de mangaba"));
  await openLivePage(page, `/admin/products?q=${encodeURIComponent(product.title)}`);
  await actOnRow(page, "Editar", product.title);
  const dialog = page.getByRole("dialog", { name: "Editar Produto" });
  const price = dialog.getByLabel("Preço");
  await price.fill("10");
  await changeRow(page, shop, "products", product, { price: 30 });
  await expect(notices(page)).toContainText("Produto atualizado");
  await expect(notices(page)).toContainText(product.title);
  await expect(rows(page)).toContainText("R$ 30,00", { timeout: maxDelayMs });
  await expect(dialog.getByText("Isto mudou em outro lugar. Ao salvar,")).toBeVisible();
  await expect(price).toHaveValue("10");
  await expect(price).toBeFocused();

  await price.fill("0,00");
  await dialog.getByRole("button", { name: "Mostrar a versão salva" }).click();
  await expect(price).toHaveValue("30,00");
  await request.delete(`/api/products/${product.id}`);
  await expect(notices(page)).toContainText("Produto removido");
  await expect(dialog.getByText("Isto foi excluído em outro lugar.")).toBeVisible();
  await expect(dialog).toBeVisible();
});

test("a save shows one notice, in its own tab, and a new order one in one of the tabs of a browser", {
  tag: "@nightly",
}, async ({ page, context, request, shop }) => {
  const order = await sendOrder(request, "Laura Saved");
  const product = await createRow(page, shop, "products", uniqueName("Polpa de seriguela"));
  const other = await context.newPage();
  await openLivePage(other, "/admin/recipes");
  await openLivePage(page, `/admin/products?q=${encodeURIComponent(product.title)}`);
  await actOnRow(page, "Ocultar", product.title);
  await expect(notices(page)).toContainText("Produto atualizado");
  await expect(closeButtons(page)).toHaveText([""]);

  // The same save changes the stock of its products.
  await page.goto(`/admin/orders?pedido=${order.id}`);
  await page.getByLabel("Status").last().selectOption("Confirmado");
  await page.getByRole("button", { name: "Salvar status" }).click();
  await expect(notices(page)).toContainText("Status atualizado");
  await expect(closeButtons(page)).toHaveCount(1);

  // Events keep their order: what the other tab was to show of the saves, it would show before.
  await sendOrder(request, "Laura Again");
  const arrived = (tab: Page) => notices(tab).getByText("Novo pedido");
  await expect
    .poll(async () => (await arrived(page).count()) + (await arrived(other).count()))
    .toBe(1);
  await expect(notices(other)).not.toContainText(product.title);
  await expect(notices(other)).not.toContainText("Pedido atualizado");
});

test("reordering products shows one notice in its own tab and none elsewhere", {
  tag: "@nightly",
}, async ({ page, context, shop }) => {
  const title = uniqueName("Fila").title;
  for (const place of ["um", "dois", "três"]) {
    const slug = `fila-${crypto.randomUUID()}`;
    await createRow(page, shop, "products", { title: `${title} ${place}`, slug });
  }
  const address = `/admin/products?q=${encodeURIComponent(title)}`;
  const other = await context.newPage();
  await openLivePage(other, address);
  await openLivePage(page, address);
  await page.getByRole("button", { name: `Mais: ${title} três` }).click();
  await page.getByRole("button", { name: "Mover para cima" }).click();
  await expect(rows(other)).toContainText(["um", "três", "dois"]);
  await expect(notices(page)).toContainText("Ordem atualizada");
  await expect(closeButtons(page)).toHaveCount(1);
  await expect(closeButtons(other)).toHaveCount(0);

  // A change during a drag appears after the drop.
  await page.getByRole("button", { name: `Mover ${title} dois`, exact: true }).focus();
  await page.keyboard.press("Space");
  // The first drag loads its code.
  await expect(page.getByText(`${title} dois foi pego na posição 3 de 3.`)).toBeAttached();
  const slug = `fila-${crypto.randomUUID()}`;
  await createRow(page, shop, "products", { title: `${title} zero`, slug });
  await expect(notices(page)).toContainText(`${title} zero`);
  await expect(rows(other)).toHaveCount(4);
  await expect(rows(page)).toHaveCount(3);
  await moveByKeyboard(page, `${title} dois`, 2, 3);
  await page.keyboard.press("Space");
  await expect(rows(page)).toContainText(["um", "dois", "três", "zero"]);
});

test("unsaved settings are preserved, and a burst of changes shows one notice", {
  tag: "@nightly",
}, async ({ page, shop, request }) => {
  await signInWithRequest({ request }, shop);
  const { version, policies, phone } = await (await request.get("/api/settings")).json();
  const goods = [];
  for (const fruit of ["umbu", "cajá", "ingá", "buriti", "bacuri", "araçá"]) {
    goods.push(await createRow(page, shop, "products", uniqueName(`Polpa de ${fruit}`)));
  }
  await openLivePage(page, "/admin/settings");
  const name = page.getByLabel("Nome do site");
  await name.fill("Pomar da Serra");
  const data = { policies: "Trocas em sete dias.", phone: "1133334444", version };
  expect((await request.patch("/api/settings", { data })).status()).toBe(200);
  await expect(notices(page)).toContainText("Configurações atualizadas");
  await expect(page.getByText("Isto mudou em outro lugar.")).toBeVisible();
  await expect(name).toHaveValue("Pomar da Serra");
  await page.getByRole("tab", { name: "Contato" }).click();
  await expect(page.getByLabel("Telefone")).toHaveValue("1133334444");
  for (const product of goods) await changeRow(page, shop, "products", product, { stock: 3 });
  await expect(notices(page)).toContainText("6 produtos mudaram.");

  await page.getByRole("tab", { name: "Geral" }).click();
  await page.getByRole("button", { name: "Descartar" }).click();
  await expect(page.getByLabel("Texto das políticas")).toHaveValue("Trocas em sete dias.");
  await request.patch("/api/settings", { data: { policies, phone, version: version + 1 } });
});

test("a session that is ended elsewhere leads to the login, which explains it", {
  tag: "@nightly",
}, async ({ page, request, shop, consoleErrors }) => {
  await openLivePage(page, "/admin/orders");
  await signInWithRequest({ request }, shop);
  await request.delete("/api/auth/sessions");
  await expect(page).toHaveURL("/admin/login?next=%2Fadmin%2Forders");
  await expect(page.getByText("Sua sessão terminou. Entre de novo para continuar.")).toBeVisible();
  await expectConsoleErrors(consoleErrors, /401/);
});

test("unsaved changes survive a session that ends elsewhere", { tag: "@nightly" }, async ({
  page,
  context,
  request,
  shop,
  consoleErrors,
}) => {
  await openLivePage(page, "/admin/settings");
  await page.getByLabel("Nome do site").fill("Pomar do Vale");
  await signInWithRequest({ request }, shop);
  await request.delete("/api/auth/sessions");
  const question = page.getByRole("dialog", { name: "Sair sem salvar?" });
  await expect(question).toContainText("Sua sessão terminou");
  await question.getByRole("button", { name: "Cancelar" }).click();
  await expect(page.getByLabel("Nome do site")).toHaveValue("Pomar do Vale");
  await signInWithRequest(context, shop);
  await page.getByRole("button", { name: "Salvar", exact: true }).click();
  await expect(notices(page)).toContainText("As configurações foram atualizadas com sucesso.");
  await expectConsoleErrors(consoleErrors, /401/);
});

test("a mail that is switched off is not sent, and an order that is not opened for 15 minutes is announced again", {
  tag: "@nightly",
}, async ({ page, context }) => {
  // A mail is due after half a minute, a reminder is looked for every 20 seconds.
  test.setTimeout(180_000);
  const folder = await temporaryFolder(templateFolder);
  const clock = join(folder, "clock");
  const preload = new URL("../support/moved-clock.mjs", import.meta.url);
  const shop = await startShop(folder, {
    MOVED_CLOCK: clock,
    NODE_OPTIONS: `--import ${preload}`,
  });
  try {
    await signInWithRequest(context, shop);
    await openLivePage(page, `${shop.url}/admin/settings?tab=contact`);
    await page.getByRole("switch", { name: "Pedido confirmado" }).uncheck();
    await saveSettings(page);
    const place = (name: string) => sendOrder(context.request, name, shop.url);
    const [unopened, confirmed, delivered] = [
      await place("Rute Paz"),
      await place("Lia Reis"),
      await place("Noel Braga"),
    ];
    for (const [{ id }, status] of [
      [confirmed, "confirmado"] as const,
      [delivered, "entregue"] as const,
    ]) {
      const data = { status, version: 1 };
      const changed = await context.request.patch(`${shop.url}/api/orders/${id}`, { data });
      expect(changed.status()).toBe(200);
    }
    await writeFile(clock, String(16 * 60_000));
    // The first mail creates the folder.
    const listMails = () => readdir(join(folder, "outbox")).catch(() => []);
    const reminder = page.getByText(`Pedido ${last6(unopened)} ainda não foi aberto.`);
    await Promise.all([
      expect.poll(listMails, { timeout: 60_000 }).toContain(`${delivered.id}.entregue.eml`),
      expect(reminder).toBeVisible({ timeout: 120_000 }),
    ]);
    expect(await listMails()).not.toContain(`${confirmed.id}.confirmado.eml`);
  } finally {
    // An open page would reconnect its stream to the stopped shop.
    await page.goto("about:blank");
    await shop.stop();
    await removeFolder(folder);
  }
});
