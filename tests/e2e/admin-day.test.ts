import type { APIRequestContext, Page } from "@playwright/test";
import { addDays, dayOf } from "#app/shared/days.ts";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import { expect, expectAccessible, test } from "#tests/support/test.ts";

const today = dayOf(new Date());
const printed = addDays(today, 5);
const orderCount = 200;

test.beforeEach(async ({ context, shop }) => {
  await signInWithRequest(context, shop);
});

/** A confirmed order of the date. */
async function orderFor(request: APIRequestContext, date: string, name: string) {
  const order = await sendOrder(request, name);
  const patch = async (data: object) =>
    (await request.patch(`/api/orders/${order.id}`, { data })).json();
  const { version } = await patch({ delivery_date: date, version: 1 });
  const confirmed = await patch({ status: "confirmado", version });
  return { ...order, version: confirmed.version as number };
}

async function printSheet(page: Page, sheet: string) {
  const path = sheet === "labels" ? "labels" : `print?folha=${sheet}`;
  await page.goto(`/admin/day/${printed}/${path}`);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  const [box = ""] = pdf.match(/\/MediaBox[^\]]*\]/) ?? [];
  return { pages: pdf.match(/\/Type\s*\/Page\b/g)?.length, box };
}

test("200 orders print without a cut row, each slip on its own page, labels of 100 × 50 mm", async ({
  page,
}) => {
  test.setTimeout(300_000);
  for (let index = 0; index < orderCount; index += 1) {
    await orderFor(page.request, printed, `Pedro Papel-${index}`);
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
    await page.emulateMedia({ media: "screen" });
  }
});

test("the dashboard shows today and tomorrow, and leads to the day", async ({ page }) => {
  await orderFor(page.request, today, "Hugo Hoje");
  await page.goto("/admin");
  const panel = page.getByRole("region", { name: "Hoje" });
  await expect(panel).toContainText("1 parada");
  await expect(panel).toContainText("1 produto por separar");
  await panel.getByRole("link", { name: "Abrir o dia" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Hoje, / })).toBeVisible();
  await page
    .getByRole("button", { name: /: separado$/ })
    .first()
    .click();
  await expect(page.getByText("1 de 1 produtos separados")).toBeVisible();
  await expectAccessible(page);
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
  await page.keyboard.press("ArrowDown");
  await expect(page.getByText("Bruna Rota está na posição 2 de 2.")).toBeAttached();
  await page.keyboard.press("Space");
  await expect(names).toHaveText([/Caio/, /Bruna/]);
  await expect(async () => {
    const { orders } = await (await page.request.get(`/api/day?date=${date}`)).json();
    expect(orders[0].name).toBe("Caio Rota");
  }).toPass();
  await page.getByRole("button", { name: "Ordenar por CEP" }).click();
  await expect(names).toHaveText([/Bruna/, /Caio/]);
});

test("the seller makes and revokes a helper's link", async ({ page }) => {
  await page.goto(`/admin/day?date=${today}`);
  await page.getByRole("button", { name: "Mais", exact: true }).first().click();
  await page.getByRole("button", { name: "Links para ajudantes" }).click();
  const dialog = page.getByRole("dialog", { name: "Links para ajudantes" });
  await dialog.getByLabel("Nome").fill("João");
  await dialog.getByRole("button", { name: "Criar link" }).click();
  await expect(dialog.getByText(/\/dia\/[\w-]{43}/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Revogar o link de João" }).click();
  await expect(dialog.getByText("João · Motorista")).toHaveCount(0);
});

test("a stop is marked as delivered and paid with two presses", async ({ page }) => {
  const date = addDays(today, 7);
  const { id } = await orderFor(page.request, date, "Dirce Dois-toques");
  await page.goto(`/admin/day?date=${date}#rota`);
  await page.getByRole("button", { name: "Entregue", exact: true }).click();
  await page.getByRole("button", { name: "Dinheiro", exact: true }).click();
  await expect(page.getByText("1 de 1 entregues")).toBeVisible();
  // Until then it can be undone.
  await expect
    .poll(async () => (await (await page.request.get(`/api/orders/${id}`)).json()).status, {
      timeout: 30_000,
    })
    .toBe("entregue");
  const day = await (await page.request.get(`/api/day?date=${date}`)).json();
  const [{ stop }] = day.orders;
  expect(day.receipts).toEqual([]);
  expect(stop.received).toBe(stop.valor_total);
});

test("erased data of a customer are on no sheet, label or helper's page", async ({ page }) => {
  const date = addDays(today, 8);
  const { id } = await orderFor(page.request, date, "Elza Esquecida");
  const data = { date, role: "motorista", name: "João" };
  const { link } = await (await page.request.post("/api/day/links", { data })).json();
  const paths = [
    ...["separar", "romaneios", "rota"].map((sheet) => `/admin/day/${date}/print?folha=${sheet}`),
    `/admin/day/${date}/labels`,
    new URL(link).pathname,
  ];
  const personal = /Elza|Paulista|98765/;
  for (const path of paths) {
    await page.goto(path);
    await expect(page.locator("main")).toContainText(personal);
  }
  const erased = await page.request.post(`/api/orders/${id}/anonymize`, { data: {} });
  expect(erased.ok()).toBe(true);
  for (const path of paths) {
    await page.goto(path);
    await expect(page.locator("main")).toContainText("Dados apagados");
    await expect(page.locator("main")).not.toContainText(personal);
  }
});
