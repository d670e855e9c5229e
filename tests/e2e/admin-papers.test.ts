import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { addDays, dayOf, formatDay } from "#app/shared/days.ts";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { visitor } from "#tests/support/purchase.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeEach(async ({ context, shop }) => {
  await signInWithRequest(context, shop);
});

const millimetre = 72 / 25.4;

/** The pages that the browser prints: width and height of each, in millimetres. */
async function printPages(page: Page): Promise<[width: number, height: number][]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
  return boxes.map(([, width, height]) => [
    Math.round(Number(width) / millimetre),
    Math.round(Number(height) / millimetre),
  ]);
}

/** Returns whether something of the paper is wider than the paper. */
const isCut = (page: Page, paper: string) =>
  page
    .locator(paper)
    .evaluateAll((elements) =>
      elements.some((element) => element.scrollWidth > element.clientWidth + 1),
    );

async function findProduct(page: Page, slug: string): Promise<Product> {
  const { items } = await (await page.request.get(`/api/products?slug=${slug}&all=1`)).json();
  return items[0];
}

test("labels have lot, expiry, declarations and barcode, in both sizes", async ({ page }) => {
  const product = await findProduct(page, "bolinho-de-bacalhau");
  const expires_on = addDays(dayOf(new Date()), 90);
  const line = { product_id: product.id, quantity: 5, lot: "L-2026-11", expires_on };
  const data = { reason: "entrada", lines: [line] };
  expect((await page.request.post("/api/stock-movements", { data })).ok()).toBe(true);
  const [main, ...others] = product.sale_options;
  const { version } = await findProduct(page, product.slug);
  const sale_options = [{ ...main, ean: "7891000315507" }, ...others];
  const saved = await page.request.patch(`/api/products/${product.id}`, {
    data: {
      version,
      sale_options,
      title: "Bolinho de bacalhau com ervas finas e um nome que não acaba nunca mais 1 kg",
    },
  });
  expect(saved.status()).toBe(200);
  await page.goto(`/admin/stock/products/${product.id}`);
  await page.getByRole("link", { name: "Etiquetas" }).click();
  const label = page.locator(".product-label");
  await expect(label).toContainText(`Val. ${formatDay(expires_on)}`);
  await expect(label).toContainText("Lote L-2026-11");
  await expect(label).toContainText("CONTÉM TRIGO, OVOS E PEIXES");
  await expect(label).toContainText("SIF 2417");
  await expect(page.getByRole("img", { name: "Código de barras 7891000315507" })).toBeVisible();
  await page.getByLabel("Quantas").fill("3");
  await page.getByRole("button", { name: "Mostrar" }).click();
  await expect(label).toHaveCount(3);
  expect(await printPages(page)).toEqual(Array(3).fill([100, 50]));
  expect(await isCut(page, ".product-label")).toBe(false);
  await page.getByLabel("Tamanho").selectOption("60 × 40 mm");
  await page.getByRole("button", { name: "Mostrar" }).click();
  await expect(page.locator('[data-size="60x40"]')).toHaveCount(3);
  expect(await printPages(page)).toEqual(Array(3).fill([60, 40]));
  expect(await isCut(page, ".product-label")).toBe(false);
});

test("an order of 40 lines prints on the roll of a thermal printer with nothing cut, and names the lots", async ({
  page,
}) => {
  const { items }: { items: Product[] } = await (
    await page.request.get("/api/products?limit=100")
  ).json();
  const sold = items.filter(({ stock, sale_options }) => stock > (sale_options[0]?.minimum ?? 1));
  const lines = sold.slice(0, 40).map(({ id, price, specs, sale_options }) => ({
    product_id: id,
    unit: specs.unit,
    quantity: sale_options[0]?.minimum ?? 1,
    price,
  }));
  expect(lines).toHaveLength(40);
  const name = "Supermercado Irmãos Vasconcelos de Albuquerque e Companhia Limitada Filial 27";
  const placed = await page.request.post("/api/orders", {
    headers: { "Idempotency-Key": randomUUID() },
    data: { customer: { ...visitor, name, state: "SP", note: "Portão azul" }, items: lines },
  });
  expect(placed.status()).toBe(201);
  const order = await placed.json();
  const confirmed = await page.request.patch(`/api/orders/${order.id}`, {
    data: { status: "confirmado", version: 1 },
  });
  expect(confirmed.status()).toBe(200);
  await page.goto(`/admin/orders/${order.id}/print`);
  await page.getByRole("link", { name: "Bobina 58 mm" }).click();
  for (const width of [58, 80]) {
    const roll = page.locator(".thermal");
    await expect(roll).toHaveAttribute("data-paper", String(width));
    for (const { title } of sold.slice(0, 40)) await expect(roll).toContainText(title);
    await expect(roll).toContainText(name);
    await page.emulateMedia({ media: "print" });
    expect(await isCut(page, ".thermal")).toBe(false);
    const pages = await printPages(page);
    expect(new Set(pages.map(([paper]) => paper))).toEqual(new Set([width]));
    await page.emulateMedia({ media: "screen" });
    if (width === 58) await page.getByRole("link", { name: "Bobina 80 mm" }).click();
  }
});
