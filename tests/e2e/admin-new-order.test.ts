import type { Page } from "@playwright/test";
import type { OrderDetail } from "#app/domain/orders/schema.ts";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { createRow, uniqueName } from "#tests/support/goods.ts";
import { stubPostalCodes } from "#tests/support/purchase.ts";
import type { ShopProcess } from "#tests/support/shop-process.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeEach(async ({ context, shop }) => {
  await signInWithRequest(context, shop);
});

/** A pulp of R$ 45,90, from ten on R$ 42,90, and for customers of a new price table R$ 30,00. */
async function createPricedPulp(page: Page, shop: ShopProcess) {
  const option = { unit: "pacote", price: 45.9, contains: 1, minimum: 1, step: 1 };
  const pulp = await createRow(page, shop, "products", {
    ...uniqueName("Polpa de Cajá"),
    visible: true,
    stock: 500,
    price: 45.9,
    sale_options: [{ ...option, tiers: [{ from: 10, price: 42.9 }] }],
  });
  const table = await createTable(page, "Bares", pulp.id, 30);
  return { pulp, table };
}

async function createTable(page: Page, name: string, product_id: string, price: number) {
  const data = { name, prices: [{ product_id, unit: "pacote", price }] };
  const response = await page.request.post("/api/price-tables", { data });
  expect(response.status()).toBe(201);
  return response.json();
}

async function createCustomer(page: Page, fields: object) {
  const response = await page.request.post("/api/customers", { data: fields });
  expect(response.status()).toBe(201);
  return response.json();
}

const address = {
  zipCode: "01310100",
  street: "Avenida Paulista",
  number: "1000",
  neighborhood: "Bela Vista",
  city: "São Paulo",
  state: "SP",
};

async function readNewest(page: Page): Promise<OrderDetail> {
  const { items } = await (await page.request.get("/api/orders?limit=1")).json();
  return items[0];
}

test("a quantity that was typed before the customer was known is sold at the prices of the customer's table", async ({
  page,
  shop,
}) => {
  const { pulp, table } = await createPricedPulp(page, shop);
  const document = "19.131.243/0001-97";
  const phone = "1133224455";
  const customer = await createCustomer(page, {
    ...{ name: "Bar da Vila", document, phone, address, price_table: table.id },
  });
  await stubPostalCodes(page);
  await page.goto("/admin/orders/new");
  await page.getByLabel("Lista do cliente").fill(`4 ${pulp.title}`);
  await page.getByRole("button", { name: "Ler lista" }).click();
  await page.getByLabel(`Quantidade de ${pulp.title}`).fill("12");
  const price = page.getByLabel(`Preço de ${pulp.title}`);
  await expect(price).toHaveValue("42,90");
  await page.getByLabel("CPF ou CNPJ").fill(document);
  await expect(price).toHaveValue("30,00");
  const fields = { ...address, name: "Bar da Vila", phone };
  for (const [name, text] of Object.entries(fields))
    await page.locator(`[name=${name}]`).fill(text);

  // Another table since the prices were shown.
  const { id } = await createTable(page, "Feiras", pulp.id, 33);
  await page.request.patch(`/api/customers/${customer.id}`, {
    data: { price_table: id, version: customer.version },
  });
  await page.getByRole("button", { name: "Anotar pedido" }).click();
  await expect(page.getByText("Este cliente compra pela Tabela Feiras")).toBeVisible();
  await expect(page.getByText("Itens: R$ 396,00")).toBeVisible();
  await page.getByRole("button", { name: "Anotar pedido" }).click();
  await expect(page).toHaveURL(/pedido=/);
  const saved = await readNewest(page);
  expect(saved).toMatchObject({ price_table: "Feiras", itens: [{ price: 33, total: 396 }] });
});
