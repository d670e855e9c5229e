import type { Page } from "@playwright/test";
import { strip } from "#tests/support/offline.ts";
import {
  addToCart,
  cartButton,
  cartDialog,
  fillCheckout,
  openCheckout,
  readOrderNumber,
  send,
  stubPostalCodes,
} from "#tests/support/purchase.ts";
import { expect, expectConsoleErrors, test } from "#tests/support/test.ts";

const acai = "Polpa de açaí 100 g";
const acerola = "Polpa de acerola 100 g";
const orders = "**/api/orders";
const unclear = "Não recebemos a confirmação";

test.beforeEach(({ page }) => stubPostalCodes(page));

async function fillOrder(page: Page) {
  await page.goto("/produtos/polpas-de-frutas");
  await addToCart(page, acai, acerola);
  const checkout = await openCheckout(page);
  await fillCheckout(checkout);
  return checkout;
}

/** Sends an order whose response is dropped; `number` returns its number once the server has answered. */
async function loseAnswer(page: Page) {
  const checkout = await fillOrder(page);
  let number = 0;
  await page.route(
    orders,
    async (route) => {
      const answer = await route.fetch();
      number = ((await answer.json()) as { numero_pedido: number }).numero_pedido;
      await route.abort("connectionreset");
    },
    { times: 1 },
  );
  await send(checkout);
  return { checkout, number: () => number };
}

test("a double click sends one order", { tag: "@nightly" }, async ({ page }) => {
  const checkout = await fillOrder(page);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/orders"))
      sent.push(request.headers()["idempotency-key"] ?? "");
  });
  await checkout.getByRole("button", { name: "Enviar pedido" }).dblclick({ delay: 0 });
  await readOrderNumber(page);
  expect(new Set(sent).size).toBe(1);
});

test("a visitor who closes the checkout while the order is being sent still sees its number", {
  tag: "@nightly",
}, async ({ page }) => {
  const checkout = await fillOrder(page);
  let letThrough = () => {};
  const closed = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(orders, async (route) => {
    await closed;
    await route.continue();
  });
  await send(checkout);
  await page.keyboard.press("Escape");
  await expect(checkout).toBeHidden();
  letThrough();
  await readOrderNumber(page);
});

test("after a lost answer the failure is shown, and sending again shows the existing order", async ({
  page,
  consoleErrors,
}) => {
  const { checkout, number } = await loseAnswer(page);
  await expect(page.getByText("Erro ao enviar pedido")).toBeVisible();
  await expect(
    page.getByText("Ocorreu um erro ao enviar seu pedido. Tente novamente."),
  ).toBeVisible();
  await expect(checkout.getByText(unclear)).toBeVisible();
  await send(checkout);
  expect(await readOrderNumber(page)).toBe(number());
  consoleErrors.length = 0;
});

test("after a lost answer and a reload there is one order, whose number is shown", {
  tag: "@nightly",
}, async ({ page, consoleErrors }) => {
  const { checkout, number } = await loseAnswer(page);
  await expect(checkout.getByText(unclear)).toBeVisible();
  await page.goto("/produtos/pescados");
  await expect(strip(page, `Pedido nº ${number()} recebido`)).toBeVisible({ timeout: 30_000 });
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, vazio");
  consoleErrors.length = 0;
});

test("after a lost answer a changed cart does not become a second order unasked", {
  tag: "@nightly",
}, async ({ page, consoleErrors }) => {
  const { checkout, number } = await loseAnswer(page);
  await expect(checkout.getByText(unclear)).toBeVisible();
  await checkout.getByRole("button", { name: "Voltar ao carrinho" }).click();
  const more = page.getByRole("button", { name: `Aumentar quantidade de ${acai}` });
  await cartDialog(page).locator(more).click();
  await cartDialog(page).getByRole("button", { name: "Finalizar Pedido" }).click();
  await send(checkout);
  await expect(checkout.getByText(`é o pedido nº ${number()}`)).toBeVisible();
  await checkout.getByRole("button", { name: "Enviar também este" }).click();
  expect(await readOrderNumber(page)).toBeGreaterThan(number());
  consoleErrors.length = 0;
});

test("the earlier order can stay the only one", { tag: "@nightly" }, async ({
  page,
  consoleErrors,
}) => {
  const { checkout, number } = await loseAnswer(page);
  await expect(checkout.getByText(unclear)).toBeVisible();
  await checkout.getByLabel("Complemento").fill("Casa 2");
  await send(checkout);
  await checkout.getByRole("button", { name: `Ficar só com o nº ${number()}` }).click();
  expect(await readOrderNumber(page)).toBe(number());
  await expect(page.getByText("Pedido enviado!")).toHaveCount(0);
  consoleErrors.length = 0;
});

test("a change that the server reports is shown old and new, accepted and sent", {
  tag: "@nightly",
}, async ({ page, consoleErrors }) => {
  await page.route("**/api/products?ids=*", (route) => route.abort());
  await page.goto("/produtos/polpas-de-frutas");
  await addToCart(page, acai, acerola);
  await page.evaluate(() => {
    const stored = localStorage.getItem("pomar.cart") ?? "";
    localStorage.setItem("pomar.cart", stored.replace('"price":45.9', '"price":39.9'));
  });
  await page.goto("/produtos/polpas-de-frutas");
  const checkout = await openCheckout(page);
  await fillCheckout(checkout);
  await send(checkout);
  const rejection = checkout.getByRole("alert");
  await expect(rejection).toContainText(acai);
  await expect(rejection).toContainText("De R$ 39,90 por R$ 45,90");
  await expect(rejection).toBeFocused();
  await expect(page.getByText("Erro ao enviar pedido")).toBeVisible();
  await rejection.getByRole("button", { name: "Aceitar mudanças" }).click();
  await expect(rejection).toHaveCount(0);
  await expect(checkout.getByRole("button", { name: "Enviar pedido" })).toBeFocused();
  await send(checkout);
  await readOrderNumber(page);
  consoleErrors.length = 0;
});

test("the server's messages appear at their fields", { tag: "@nightly" }, async ({
  page,
  consoleErrors,
}) => {
  const checkout = await fillOrder(page);
  await page.route(
    orders,
    (route) =>
      route.fulfill({
        status: 400,
        contentType: "application/problem+json",
        json: {
          title: "Dados inválidos",
          errors: [{ field: "customer.street", message: "Rua é obrigatória" }],
        },
      }),
    { times: 1 },
  );
  await send(checkout);
  await expect(checkout.getByText("Rua é obrigatória")).toBeVisible();
  await expect(checkout.getByLabel("Rua")).toBeFocused();
  await expect(page.getByText("Erro ao enviar pedido")).toBeVisible();
  await send(checkout);
  await readOrderNumber(page);
  consoleErrors.length = 0;
});

test("after too many orders the reason is shown and a later attempt succeeds", {
  tag: "@nightly",
}, async ({ page, consoleErrors }) => {
  const checkout = await fillOrder(page);
  await page.route(
    orders,
    (route) =>
      route.fulfill({
        status: 429,
        contentType: "application/problem+json",
        json: { title: "Muitos pedidos em pouco tempo", detail: "Tente novamente em 3 minutos." },
      }),
    { times: 1 },
  );
  await send(checkout);
  await expect(page.getByText("Erro ao enviar pedido")).toBeVisible();
  await expect(checkout.getByText("Tente novamente em 3 minutos.")).toBeVisible();
  await send(checkout);
  await readOrderNumber(page);
  consoleErrors.length = 0;
});

test("after a transient server error exactly one outcome is shown at last: the order's number", {
  tag: "@nightly",
}, async ({ page, consoleErrors }) => {
  await page.clock.install();
  const checkout = await fillOrder(page);
  const keys: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/orders")) keys.push(request.headers()["idempotency-key"]);
  });
  await page.route(orders, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await send(checkout);
  await expect(checkout.getByText(unclear)).toBeVisible();
  await expect(page.getByText("Erro ao enviar pedido")).toBeVisible();
  expect(keys).toHaveLength(1);
  await page.clock.fastForward(31_000);
  await readOrderNumber(page);
  await expect(checkout).toBeHidden();
  await expect(page.getByText("Pedido enviado!")).toBeVisible();
  await expect(page.getByText("Erro ao enviar pedido")).toHaveCount(0);
  await expect(strip(page, /^Pedido nº/)).toHaveCount(0);
  expect(new Set(keys).size).toBe(1);
  expect(keys).toHaveLength(2);
  await page.keyboard.press("Escape");
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, vazio");
  await expectConsoleErrors(consoleErrors, /status of 500|the order was not placed: unclear/);
});

for (const [moment, isFetched] of [
  ["before the service worker was fetched", false],
  ["before the service worker controls the page", true],
] as const) {
  test(`an order without connection, lost ${moment}, is queued and sent later`, {
    tag: "@nightly",
  }, async ({ page, context, consoleErrors }) => {
    const worker = "**/service-worker.js";
    // Filling the order may take longer than the page waits before it fetches the worker.
    const ready = isFetched
      ? page.waitForResponse(worker)
      : page.route(worker, (route) => route.abort());
    const checkout = await fillOrder(page);
    await ready;
    await context.setOffline(true);
    await send(checkout);
    await expect(page.getByRole("dialog", { name: "Pedido guardado" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("heading", { level: 1, name: "Polpas de Frutas" })).toBeVisible();
    await expect(cartButton(page)).toHaveAccessibleName("Carrinho, 2 itens");
    // The time after which the page shows its queued orders.
    await page.waitForTimeout(isFetched ? 0 : 3500);
    await context.setOffline(false);
    await expect(strip(page, /^Pedido nº \d+ recebido pela loja\./)).toBeVisible();
    await expect(cartButton(page)).toHaveAccessibleName("Carrinho, vazio");
    consoleErrors.length = 0;
  });
}
