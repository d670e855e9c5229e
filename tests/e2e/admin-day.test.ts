import { generateCnpj, generateCpf } from "@brazilian-utils/brazilian-utils";
import type { APIRequestContext, Page } from "@playwright/test";
import type { DayOrder, DayView } from "#app/domain/day/schema.ts";
import { formatDeliveryDate } from "#app/domain/delivery/texts.ts";
import { addDays, dayOf } from "#app/shared/days.ts";
import { formatTypedAmount } from "#app/shared/typed-numbers.ts";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { dragOnto, moveByKeyboard } from "#tests/support/goods.ts";
import { openLivePage } from "#tests/support/live.ts";
import { countPresses } from "#tests/support/presses.ts";
import { phoneScreen } from "#tests/support/screens.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import { expect, expectConsoleErrors, test } from "#tests/support/test.ts";

/** The day is read by each test: a nightly run passes midnight. */
let today: string;
let printed: string;
const orderCount = 200;

test.beforeEach(async ({ context, shop }) => {
  today = dayOf(new Date());
  printed = addDays(today, 5);
  await signInWithRequest(context, shop);
});

/** A pending order of the date, of a customer of its own: those of one customer are one stop. */
async function pendingOrderFor(
  request: APIRequestContext,
  date: string,
  name: string,
  document = generateCpf(),
  method?: string,
) {
  const order = await sendOrder(request, name, "", undefined, document, method);
  const data = { delivery_date: date, version: 1 };
  const { version } = await (await request.patch(`/api/orders/${order.id}`, { data })).json();
  return { ...order, version: version as number };
}

/** A confirmed order of the date. */
async function orderFor(
  request: APIRequestContext,
  date: string,
  name: string,
  document?: string,
  method?: string,
) {
  const order = await pendingOrderFor(request, date, name, document, method);
  const data = { status: "confirmado", version: order.version };
  const { version } = await (await request.patch(`/api/orders/${order.id}`, { data })).json();
  return { ...order, version: version as number };
}

async function printSheet(page: Page, sheet: string) {
  const path = sheet === "labels" ? "labels" : `print?folha=${sheet}`;
  await page.goto(`/admin/day/${printed}/${path}`);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  const [box = ""] = pdf.match(/\/MediaBox[^\]]*\]/) ?? [];
  return { pages: pdf.match(/\/Type\s*\/Page\b/g)?.length, box };
}

test("200 orders print without a cut row, each slip on its own page, labels of 100 × 50 mm", {
  tag: "@nightly",
}, async ({ page }) => {
  test.setTimeout(300_000);
  // The width of A4 between its margins, in which the rows are measured.
  await page.setViewportSize({ width: 680, height: 1000 });
  for (let index = 0; index < orderCount; index += 1) {
    const surname = index === 0 ? "Papelaria".repeat(9) : `Papel-${index}`;
    await orderFor(page.request, printed, `Pedro ${surname}`);
  }
  const slips = await printSheet(page, "romaneios");
  expect(slips.pages).toBe(orderCount);
  const labels = await printSheet(page, "labels");
  expect(labels.pages).toBe(orderCount);
  // 100 × 50 mm in points.
  expect(labels.box).toMatch(/\/MediaBox \[0 0 28[23](\.\d+)? 14[12](\.\d+)?\]/);
  for (const sheet of ["rota", "separar"]) {
    await printSheet(page, sheet);
    await page.emulateMedia({ media: "print" });
    const tooWide = await page
      .locator(".order-sheet")
      .evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth);
    expect(tooWide, "pixels by which a long name widens the sheet").toBeLessThanOrEqual(0);
    const rows = await page.locator("tbody tr").evaluateAll((all) =>
      all.map((row) => ({
        height: row.getBoundingClientRect().height,
        breaks: getComputedStyle(row).breakInside,
      })),
    );
    // A product that runs out is replaced by another one in the further orders; twenty customers have one row.
    if (sheet === "rota") expect(rows.length).toBe(orderCount);
    else expect(rows.length).toBeGreaterThanOrEqual(orderCount / 20);
    for (const { height, breaks } of rows) {
      expect(breaks).toBe("avoid");
      expect(height).toBeLessThan(500);
    }
    await page.emulateMedia({ media: null });
  }
});

test("stops are put in order by keyboard and by CEP", async ({ page }) => {
  const date = addDays(today, 6);
  for (const name of ["Bruna Rota", "Caio Rota"]) await orderFor(page.request, date, name);
  await page.goto(`/admin/day?date=${date}#rota`);
  const names = page.locator("ol h2");
  await expect(names).toHaveText([/Bruna/, /Caio/]);
  await page.getByRole("button", { name: "Mover Bruna Rota" }).focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("Bruna Rota foi pego na posição 1 de 2.")).toBeAttached();
  await moveByKeyboard(page, "Bruna Rota", 2, 2);
  await page.keyboard.press("Space");
  await expect(names).toHaveText([/Caio/, /Bruna/]);
  await expect(async () => {
    const { orders } = await (await page.request.get(`/api/day?date=${date}`)).json();
    expect(orders[0].name).toBe("Caio Rota");
  }).toPass();
  await page.getByRole("button", { name: "Ordenar por CEP" }).click();
  await expect(names).toHaveText([/Bruna/, /Caio/]);
});

test("stops are dragged with the pointer, and a reload preserves their order", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1600 });
  const date = addDays(today, 9);
  for (const name of ["Ada Rota", "Beto Rota", "Cora Rota"])
    await orderFor(page.request, date, name);
  await page.goto(`/admin/day?date=${date}#rota`);
  const names = page.locator("ol h2");
  await expect(names).toHaveText([/Ada/, /Beto/, /Cora/]);
  const handle = (name: string) => page.getByRole("button", { name: `Mover ${name} Rota` });
  // A page that still scrolls moves the stops under the pointer: drag again.
  await expect(async () => {
    await dragOnto(page, handle("Cora"), handle("Ada"), "1 de 3");
    await expect(names).toHaveText([/Cora/, /Ada/, /Beto/], { timeout: 2_000 });
  }).toPass();
  await expect
    .poll(async () => {
      const { orders } = await (await page.request.get(`/api/day?date=${date}`)).json();
      return orders.map(({ name }: { name: string }) => name);
    })
    .toEqual(["Cora Rota", "Ada Rota", "Beto Rota"]);
  await page.reload();
  await expect(names).toHaveText([/Cora/, /Ada/, /Beto/]);
});

test("the seller makes and revokes a helper's link", { tag: "@nightly" }, async ({ page }) => {
  await page.goto(`/admin/day?date=${today}`);
  await page.getByRole("button", { name: "Mais", exact: true }).first().click();
  await page.getByRole("button", { name: "Links para ajudantes" }).click();
  const dialog = page.getByRole("dialog", { name: "Links para ajudantes" });
  await dialog.getByLabel("Nome").fill("João");
  await dialog.getByRole("button", { name: "Criar link" }).click();
  const link = await dialog.getByText(/\/dia\/[\w-]{43}/).innerText();
  const chat = dialog.getByRole("link", { name: "Enviar por WhatsApp" });
  const message = new URL((await chat.getAttribute("href")) ?? "").searchParams.get("text");
  expect(message).toBe(`Seu link do dia, ${formatDeliveryDate(today)}: ${link}`);
  await dialog.getByRole("button", { name: "Desativar o link de João" }).click();
  await expect(dialog.getByText("João · Motorista")).toHaveCount(0);
});

test("two orders of a customer are one stop, delivered together with one payment", async ({
  page,
}) => {
  const date = addDays(today, 7);
  for (const [name, document] of [
    ["Cantina Norte", generateCpf()],
    ["Cantina Sul", generateCpf()],
  ] as const) {
    for (let count = 0; count < 2; count += 1) await orderFor(page.request, date, name, document);
  }
  await page.clock.install();
  await page.goto(`/admin/day?date=${date}#rota`);
  const stop = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  const payment = (name: string) => page.getByRole("group", { name: `Pagamento de ${name}` });
  const together = (name: string) =>
    stop(name).getByRole("button", { name: "Entregar os 2 juntos" });
  await expect(page.getByText("2 pedidos na mesma parada")).toHaveCount(2);
  await together("Cantina Norte").click();
  await payment("Cantina Norte").getByRole("button", { name: "Dinheiro" }).click();
  await expect(page.getByText("2 de 4 entregues")).toBeVisible();

  // A payment of both is not offered for the one that is left.
  await together("Cantina Sul").click();
  await expect(payment("Cantina Sul")).toHaveCount(1);
  await stop("Cantina Sul").getByRole("button", { name: "Entregue", exact: true }).first().click();
  await payment("Cantina Sul").last().getByRole("button", { name: "Não recebi" }).click();
  await expect(page.getByText("3 de 4 entregues")).toBeVisible();
  await expect(payment("Cantina Sul")).toHaveCount(0);

  // Until then it can be undone.
  await page.clock.fastForward(10_000);
  await expect
    .poll(async () => {
      const { orders }: DayView = await (await page.request.get(`/api/day?date=${date}`)).json();
      const isPaid = (order: DayOrder) => order.stop?.received === order.stop?.valor_total;
      return orders.map((order) => [order.name, order.status, isPaid(order)].join(" ")).toSorted();
    })
    .toEqual([
      "Cantina Norte entregue true",
      "Cantina Norte entregue true",
      "Cantina Sul confirmado false",
      "Cantina Sul entregue false",
    ]);
});

test.describe("on a phone", () => {
  test.use(phoneScreen);

  test("each delivery of the route takes two taps, the way that was agreed first, and change is no payment", async ({
    page,
  }) => {
    const date = addDays(today, 12);
    await orderFor(page.request, date, "Pia Pix", generateCpf(), "PIX");
    await orderFor(page.request, date, "Dino Dinheiro", generateCpf(), "Dinheiro");
    await orderFor(page.request, date, "Bar do Boleto", generateCnpj(), "Boleto");
    await orderFor(page.request, date, "Nuno Ausente");
    await page.goto(`/admin/day?date=${date}#rota`);
    const { counted, click, type } = countPresses(page);
    const stop = (name: string) => page.getByRole("listitem").filter({ hasText: name });
    const choices = (name: string) =>
      page.getByRole("group", { name: `Pagamento de ${name}` }).getByRole("button");
    const deliver = (name: string) =>
      click(stop(name).getByRole("button", { name: "Entregue", exact: true }));

    await expect(stop("Pia Pix")).toContainText("A receber R$");
    await deliver("Pia Pix");
    await expect(choices("Pia Pix").first()).toHaveText("PIX");
    await click(choices("Pia Pix").first());
    // A delivered stop leaves the place to those that are left.
    await expect(stop("Pia Pix").getByText("Pago")).toBeVisible();
    await expect(stop("Pia Pix").getByRole("link", { name: "Mapa" })).toBeHidden();
    expect(counted.presses).toBe(2);

    await deliver("Dino Dinheiro");
    await click(page.getByLabel("Valor recebido"));
    await type("500");
    await click(choices("Dino Dinheiro").filter({ hasText: /^Dinheiro, troco R\$/ }));
    await expect(stop("Dino Dinheiro").getByText("Pago")).toBeVisible();
    expect(counted).toMatchObject({ presses: 5, characters: 3 });

    await expect(stop("Bar do Boleto")).toContainText(/Fica na conta R\$.*Boleto, vence em/);
    await deliver("Bar do Boleto");
    await expect(choices("Bar do Boleto").first()).toHaveText("Fica na conta");
    await click(choices("Bar do Boleto").first());
    await expect(page.getByText("3 de 4 entregues")).toBeVisible();

    await click(stop("Nuno Ausente").getByRole("button", { name: "Não entregue" }));
    const failed = page.getByRole("button", { name: "Marcar como não entregue" });
    await expect(failed).toBeInViewport({ ratio: 1 });
    await click(failed);
    await expect(page.getByText("3 de 3 entregues")).toBeVisible();
    expect(counted).toMatchObject({ presses: 9, pages: 0 });

    // The main task of the closing is in the first view, and what was kept of the cash is expected there.
    await page.getByRole("link", { name: "Fechar", exact: true }).click();
    await expect(page.getByLabel("Dinheiro contado")).toBeInViewport({ ratio: 1 });
    await expect(page.getByText("A devolver")).toHaveCount(0);
    // An amount that is paid later as agreed is not missing.
    await expect(page.getByRole("listitem").filter({ hasText: "Bar do Boleto" })).toContainText(
      "Fica na conta",
    );
    await expect(page.getByText("Falta receber")).toHaveCount(0);
  });
});

test("the shop's own way of paying in cash gives change at the door and counts as cash", async ({
  page,
}) => {
  const date = addDays(today, 14);
  const readSettings = async () => (await page.request.get("/api/settings")).json();
  const { payment_methods, payment_terms, version } = await readSettings();
  const own = { "Dinheiro na porta": { audience: "all", days: 0, kind: "cash" } };
  const changed = await page.request.patch("/api/settings", {
    data: { payment_methods: ["PIX", "Dinheiro na porta"], payment_terms: own, version },
  });
  expect(changed.ok()).toBe(true);
  await orderFor(page.request, date, "Celia Conta", generateCpf(), "Dinheiro na porta");
  await page.goto(`/admin/day?date=${date}#rota`);
  await page.getByRole("button", { name: "Entregue", exact: true }).click();
  await page.getByLabel("Valor recebido").fill("500");
  await page.getByRole("button", { name: /^Dinheiro na porta, troco R\$/ }).click();
  await expect(page.getByText("1 de 1 entregues")).toBeVisible();
  // The delivery is not sent yet: until then it can be undone.
  await page.getByRole("link", { name: "Fechar", exact: true }).click();
  const { orders }: DayView = await (await page.request.get(`/api/day?date=${date}`)).json();
  const total = formatTypedAmount(orders[0]?.stop?.valor_total ?? 0);
  await expect(page.getByLabel("Dinheiro contado")).toHaveAttribute("placeholder", total);
  const data = { payment_methods, payment_terms, version: (await readSettings()).version };
  await page.request.patch("/api/settings", { data });
});

test("a second press right after rows moved does not reach the row that took the place", {
  tag: "@nightly",
}, async ({ page }) => {
  const date = addDays(today, 10);
  for (const name of ["Paula Pendente", "Pedro Pendente", "Plinio Pendente"]) {
    await pendingOrderFor(page.request, date, name);
  }
  await page.goto(`/admin/day?date=${date}`);
  const confirm = page.getByRole("button", { name: /^Confirmar pedido nº/ });
  await expect(confirm).toHaveCount(3);
  const place = await confirm.first().evaluate((button) => {
    button.scrollIntoView({ block: "center" });
    const { x, y, width, height } = button.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
  /** The button that a press would reach in the moment in which the first row is gone. */
  const reached = await confirm.first().evaluateHandle(
    (button, at) => ({
      name: new Promise<string | null>((resolve) => {
        const observer = new MutationObserver(() => {
          if (button.isConnected) return;
          observer.disconnect();
          resolve(document.elementFromPoint(at.x, at.y)?.closest("button")?.ariaLabel ?? null);
        });
        observer.observe(document.body, { childList: true, subtree: true });
      }),
    }),
    place,
  );
  await page.mouse.click(place.x, place.y);
  expect(await reached.evaluate(({ name }) => name)).toBeNull();
  const nameThere = () =>
    page.evaluate(
      ({ x, y }) => document.elementFromPoint(x, y)?.closest("button")?.ariaLabel,
      place,
    );
  await expect.poll(nameThere).toMatch(/^Confirmar pedido nº/);
  await page.mouse.click(place.x, place.y);
  await expect(confirm).toHaveCount(1);
});

test("the day stays on the screen when the connection is lost during a refetch", {
  tag: "@nightly",
}, async ({ page, consoleErrors }) => {
  const date = addDays(today, 11);
  await orderFor(page.request, date, "Vicenta Volta");
  await openLivePage(page, `/admin/day?date=${date}#embalar`);
  const packed = page.getByRole("status").filter({ hasText: "pedidos embalados" });
  await expect(packed).toHaveText("0 de 1 pedidos embalados");
  await page.route("**/admin/day.data*", (route) => route.abort(), { times: 1 });
  const failed = page.waitForEvent("requestfailed");
  await orderFor(page.request, date, "Valter Volta");
  await failed;
  // It is repeated.
  await expect(packed).toHaveText("0 de 2 pedidos embalados");
  await expectConsoleErrors(consoleErrors, /ERR_FAILED/);
});
