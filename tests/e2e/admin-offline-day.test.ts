import { generateCpf } from "@brazilian-utils/brazilian-utils";
import type { APIRequestContext, Page } from "@playwright/test";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type { DayView } from "#app/domain/day/schema.ts";
import { addDays, dayOf } from "#app/shared/days.ts";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { waitForServiceWorker } from "#tests/support/offline.ts";
import { offlinePhone } from "#tests/support/screens.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import { allowConsoleErrors, expect, expectConsoleErrors, test } from "#tests/support/test.ts";
import { isNightly } from "#tests/support/test-run.ts";

test.use(offlinePhone);

/** The date is read by each test: a nightly run passes midnight. */
let date: string;
/** The number of orders: at night as many as a busy day has. */
const orderCount = isNightly ? 30 : 6;

test.beforeEach(async ({ page }) => {
  date = dayOf(new Date());
  await page.clock.install();
});

const isFish = ({ specs, stock }: Product) => specs.variable_weight === true && stock > 20;

/** Orders of one day; those that are not confirmed yet are the last ones. */
async function placeOrders(request: APIRequestContext, count: number, pending: number) {
  for (let index = 0; index < count; index += 1) {
    const name = `Cliente ${String.fromCharCode(65 + (index % 26))}${index}`;
    const { id } = await sendOrder(
      request,
      name,
      "",
      index < 3 ? isFish : undefined,
      generateCpf(),
    );
    const edit = { delivery_date: date, version: 1 };
    const edited = await request.patch(`/api/orders/${id}`, { data: edit });
    expect(edited.status()).toBe(200);
    if (index >= count - pending) continue;
    const { version } = await edited.json();
    await request.patch(`/api/orders/${id}`, { data: { status: "confirmado", version } });
  }
}

async function readDay(request: APIRequestContext): Promise<DayView> {
  return (await request.get(`/api/day?date=${date}`)).json();
}

const view = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
const queued = (page: Page) =>
  page.getByRole("status").filter({ hasText: /aç(?:ão|ões) neste aparelho/ });

/** Waits until the queued actions are sent, once they cannot be undone any more. */
async function expectSent(page: Page): Promise<void> {
  await page.clock.fastForward(10_000);
  await expect(queued(page)).toHaveCount(0);
  await expect(page.getByText(/^Salvando/)).toHaveCount(0);
}

test(`a whole day with ${orderCount} orders on a phone, partly offline, ends with the closing sheet`, async ({
  page,
  context,
  shop,
  consoleErrors,
}) => {
  test.setTimeout(300_000);
  await signInWithRequest(context, shop);
  await placeOrders(page.request, orderCount, 2);
  await page.goto(`/admin/day?date=${date}`);
  await waitForServiceWorker(page);
  await page.reload();
  await expect(page.getByText("Este dia abre sem internet neste aparelho.")).toBeAttached({
    timeout: 30_000,
  });

  // Confirm what is pending.
  await expect(page.getByRole("heading", { name: "2 pedidos pendentes" })).toBeVisible();
  await page.getByRole("button", { name: "Confirmar todos" }).click();
  await expect(page.getByRole("heading", { name: /pedidos? pendentes?/ })).toHaveCount(0);
  await expectSent(page);

  // Pick in the cold store, without a connection.
  await context.setOffline(true);
  for (const button of await page.getByRole("button", { name: /: separado$/ }).all()) {
    if (await button.isVisible()) await button.click();
  }
  await expect(page.getByText(/^(\d+) de \1 produtos separados$/)).toBeVisible();
  await expect(queued(page)).toBeVisible();
  // The page opens without a connection, with what was done.
  await page.reload();
  await expect(page.getByText(/^(\d+) de \1 produtos separados$/)).toBeVisible();

  // Pack: weigh three orders, still offline. A press on the weight, its digits, Enter, and Enter on 'Embalado'.
  await view(page, "Embalar").click();
  const packing = page.getByRole("status").filter({ hasText: "pedidos embalados" });
  for (const [index, weight] of ["7,9", "8,15", "8,02"].entries()) {
    const form = page
      .getByRole("form")
      .filter({ has: page.locator("[data-weight]") })
      .first();
    await form.getByLabel(/^Peso de /).click();
    await page.keyboard.type(weight);
    await page.keyboard.press("Enter");
    await expect(form.getByRole("button", { name: "Embalado" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(packing).toHaveText(`${index + 1} de ${orderCount} pedidos embalados`);
  }
  await context.setOffline(false);
  await expectSent(page);
  for (let packed = 3; packed < orderCount; packed += 1) {
    await page.getByRole("button", { name: "Embalado" }).first().click();
    await expect(packing).toHaveText(`${packed + 1} de ${orderCount} pedidos embalados`);
  }
  await expectSent(page);
  const packedDay = await readDay(page.request);
  expect(packedDay.orders.every(({ packed }) => packed)).toBe(true);
  expect(
    packedDay.orders.flatMap(({ itens }) => itens.flatMap(({ weight }) => weight ?? [])).sort(),
  ).toEqual([7.9, 8.02, 8.15]);

  // On the road, offline: two presses per paid stop.
  await view(page, "Rota").click();
  await page.getByRole("button", { name: "Ordenar por CEP" }).click();
  await expectSent(page);
  await context.setOffline(true);
  const open = page.getByRole("button", { name: "Entregue", exact: true });
  for (let delivered = 0; delivered < orderCount - 2; delivered += 1) {
    await open.first().click();
    await page.getByRole("button", { name: delivered % 2 ? "PIX" : "Dinheiro" }).click();
    await expect(open).toHaveCount(orderCount - 1 - delivered);
  }
  await open.first().click();
  await page.getByRole("button", { name: "Não recebi" }).click();
  await expect(open).toHaveCount(1);
  await page.getByRole("button", { name: "Não entregue" }).click();
  await page.getByRole("button", { name: "Marcar como não entregue" }).click();
  await expect(open).toHaveCount(0);
  await context.setOffline(false);
  await expectSent(page);

  // The closing sheet.
  await view(page, "Fechar").click();
  const day = await readDay(page.request);
  expect(day.orders).toHaveLength(orderCount - 1);
  expect(day.failed).toMatchObject([{ reason: "Ninguém em casa" }]);
  expect(day.receipts.map(({ method }) => method).sort()).toEqual(["Dinheiro", "PIX"]);
  const figure = (label: string) =>
    page.locator("dl > div").filter({ has: page.getByText(label, { exact: true }) });
  await expect(figure("Entregues")).toContainText(String(orderCount - 1));
  await expect(page.getByText("Falta receber")).toHaveCount(1);
  await expect(page.getByText("Ninguém em casa")).toBeVisible();

  // The cash is counted, and one real is missing.
  const cash = day.receipts.find(({ method }) => method === "Dinheiro")?.amount ?? 0;
  await page.getByLabel("Dinheiro contado").fill((cash - 1).toFixed(2).replace(".", ","));
  await page.getByRole("button", { name: "Gravar" }).click();
  await expect(figure("Diferença do dinheiro")).toContainText("faltam R$ 1,00");
  await expectSent(page);
  const csv = await (await page.request.get(`/api/day/closing.csv?date=${date}`)).text();
  expect(csv).toContain('"Diferença do dinheiro";"";"";"-1,00"');

  // Nothing of the day stays on the device after the sign-out, nor of an answer that arrives later.
  const [requested, signedOut] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await context.route(
    "**/admin/day.data*",
    async (route) => {
      const response = await route.fetch();
      requested.resolve();
      await signedOut.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await placeOrders(page.request, 1, 1);
  await requested.promise;
  await page
    .getByRole("navigation", { name: "Principal" })
    .getByRole("button", { name: "Mais" })
    .click();
  await page.getByRole("button", { name: "Sair" }).click();
  await expect(page).toHaveURL(/login/);
  const hasDay = () => page.evaluate(() => caches.has("pomar-day"));
  await expect.poll(hasDay).toBe(false);
  const answered = context.waitForEvent("requestfinished", (late) =>
    late.url().includes("day.data"),
  );
  signedOut.resolve();
  await answered;
  await page.reload();
  expect(await hasDay()).toBe(false);
  consoleErrors.length = 0;
});

test("an order that was cancelled meanwhile is shown as a conflict and not overwritten", {
  tag: "@nightly",
}, async ({ page, context, shop, playwright, consoleErrors }) => {
  await signInWithRequest(context, shop);
  const { id } = await sendOrder(page.request, "Carla Conflito");
  const edited = await page.request.patch(`/api/orders/${id}`, {
    data: { delivery_date: addDays(date, 1), version: 1 },
  });
  const { version } = await edited.json();
  await page.request.patch(`/api/orders/${id}`, { data: { status: "confirmado", version } });
  await page.goto(`/admin/day?date=${addDays(date, 1)}#rota`);
  await expect(page.getByRole("heading", { name: /Carla Conflito/ })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Entregue", exact: true }).click();
  await page.getByRole("button", { name: "Dinheiro" }).click();
  const other = await playwright.request.newContext({ baseURL: shop.url });
  await signInWithRequest({ request: other }, shop);
  await other.patch(`/api/orders/${id}`, { data: { status: "cancelado", version: version + 1 } });
  await context.setOffline(false);
  await expect(page.getByRole("alert")).toContainText("mudou enquanto isso", { timeout: 30_000 });
  expect((await (await other.get(`/api/orders/${id}`)).json()).status).toBe("cancelado");
  await expect(page.getByRole("button", { name: "Aplicar mesmo assim" })).toHaveCount(0);
  await page.getByRole("button", { name: "Descartar" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await other.dispose();
  consoleErrors.length = 0;
});

test("a conflict shows what differs, and is applied again or dropped", async ({
  page,
  context,
  shop,
  playwright,
  consoleErrors,
}) => {
  await signInWithRequest(context, shop);
  const { id } = await sendOrder(page.request, "Davi Difere");
  const day = addDays(date, 2);
  const patch = async (data: object) =>
    (await page.request.patch(`/api/orders/${id}`, { data })).json();
  const { version } = await patch({ delivery_date: day, version: 1 });
  const confirmed = await patch({ status: "confirmado", version });
  const other = await playwright.request.newContext({ baseURL: shop.url });
  await signInWithRequest({ request: other }, shop);
  await page.goto(`/admin/day?date=${day}#embalar`);
  const form = page.getByRole("form", { name: "Embalar Davi Difere" });
  await expect(form).toBeVisible();

  // Packed with three volumes offline, while another device packs it with two.
  await context.setOffline(true);
  for (const _ of [2, 3]) await form.getByRole("button", { name: "Mais um volume" }).click();
  await form.getByRole("button", { name: "Embalado" }).click();
  await other.patch(`/api/orders/${id}`, { data: { discount: 1, version: confirmed.version } });
  const { orders } = await (await other.get(`/api/day?date=${day}`)).json();
  const pack = { kind: "pack", order: id, version: orders[0].version };
  const packed = await other.post("/api/day/actions", {
    data: { ...pack, volumes: 2, from_volumes: 1, packed: true },
  });
  expect(packed.status()).toBe(200);
  await context.setOffline(false);
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("mudou enquanto isso", { timeout: 30_000 });
  await expect(alert).toContainText(/Davi Difere · nº \d+/);
  await expect(alert).toContainText("Volumes: agora 2; o seu: 3");
  const stored = async () =>
    (await (await other.get(`/api/day?date=${day}`)).json()).orders[0].volumes;
  expect(await stored()).toBe(2);
  await alert.getByRole("button", { name: "Aplicar mesmo assim" }).click();
  await expect(alert).toHaveCount(0);
  await expect.poll(stored).toBe(3);
  await expect(page.getByText("Tudo salvo.")).toBeVisible();
  await other.dispose();
  consoleErrors.length = 0;
});

test("a helper's link opens the route of its day without an account", { tag: "@nightly" }, async ({
  page,
  context,
  shop,
  playwright,
  consoleErrors,
}) => {
  const seller = await playwright.request.newContext({ baseURL: shop.url });
  await signInWithRequest({ request: seller }, shop);
  const created = await seller.post("/api/day/links", {
    data: { date: addDays(date, 1), role: "motorista", name: "João" },
  });
  const { id, link } = await created.json();
  await context.clearCookies();
  await page.goto(new URL(link).pathname);
  await expect(page.getByText("Motorista · João")).toBeVisible();
  await seller.delete(`/api/day/links/${id}`);
  await page.goto(new URL(link).pathname);
  await expect(page.getByRole("heading", { name: "Este link não vale mais" })).toBeVisible();
  await seller.dispose();
  await expectConsoleErrors(consoleErrors, /404/);
});

test("a member's day is queued without a connection and sent under their name", {
  tag: "@nightly",
}, async ({ page, context, shop, consoleErrors }) => {
  await signInWithRequest(context, shop);
  const { id } = await sendOrder(page.request, "Bar Zeca");
  const edit = { delivery_date: date, version: 1 };
  const { version } = await (await page.request.patch(`/api/orders/${id}`, { data: edit })).json();
  const member = { name: "Ana Lima", email: "ana@loja.example", role: "equipe" };
  const { link } = await (await page.request.post("/api/members", { data: member })).json();
  const token = String(link).split("/").at(-1);
  const data = { password: "goiaba-branca-madura" };
  // From here on the browser has the member's session.
  expect((await page.request.post(`/api/invitations/${token}`, { data })).status()).toBe(200);
  await page.goto(`/admin/day?date=${date}`);
  await waitForServiceWorker(page);
  await page.reload();
  await expect(page.getByText("Este dia abre sem internet neste aparelho.")).toBeAttached({
    timeout: 30_000,
  });
  await context.setOffline(true);
  await page
    .getByRole("button", { name: /^Confirmar pedido nº/ })
    .last()
    .click();
  await expect(queued(page)).toBeVisible();
  await page.reload();
  await expect(queued(page)).toBeVisible();
  await context.setOffline(false);
  await expectSent(page);
  allowConsoleErrors(consoleErrors, /ERR_INTERNET_DISCONNECTED/);
  const order = await (await page.request.get(`/api/orders/${id}`)).json();
  expect(order).toMatchObject({ status: "confirmado", version: version + 1 });
  // The open page would ask for changes with the member's session, which the next sign-in replaces.
  await page.goto("about:blank");
  await signInWithRequest(context, shop);
  const logs = await page.request.get(`/api/audit-logs?table_name=orders&record_id=${id}`);
  expect((await logs.json()).items[0].user_email).toBe("Ana Lima (ana@loja.example)");
});
