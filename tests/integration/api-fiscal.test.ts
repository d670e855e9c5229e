import { eq } from "drizzle-orm";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { auditLogs } from "#app/domain/audit/table.ts";
import { products } from "#app/domain/catalogue/table.ts";
import { settings } from "#app/domain/company/table.ts";
import { customers } from "#app/domain/customers/table.ts";
import type { PlacedOrder } from "#app/domain/orders/schema.ts";
import { readFiscalGaps } from "#app/domain/reports/accounting/queries.server.ts";
import { readCashDay } from "#app/domain/reports/money/queries.server.ts";
import type { OrderInvoice } from "#app/domain/reports/order-invoices/schema.ts";
import type { Sales } from "#app/domain/reports/sales/schema.ts";
import { dayOf } from "#app/shared/days.ts";
import { sumCents, toCents } from "#app/shared/money.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender, memberCookie } from "./admin-session.ts";
import { createSender } from "./administrator.ts";
import { addProduct, customer, lineFor, sendOrder, startApi } from "./api-shop.ts";
import { createFileSender, rowsOf } from "./product-file.ts";
import { readProblem } from "./read-problem.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);
const today = dayOf(new Date());
const range = `from=${today}&until=${today}`;

type Row = Record<string, string>;
async function readFile(path: string): Promise<Row[]> {
  const response = await send("GET", path);
  expect(response.status).toBe(200);
  const text = (await response.text()).replace(/^\uFEFF/, "");
  return Papa.parse<Row>(text, { header: true, delimiter: ";", skipEmptyLines: true }).data;
}
const sumOf = (rows: Row[], heading: string) =>
  sumCents(rows.map((row) => toCents((row[heading] ?? "").replace(",", "."))));

async function place(quantity = 2, row = {}): Promise<PlacedOrder> {
  const product = await addProduct(database, row);
  const order = { customer, items: [lineFor(product, quantity)] };
  return (await sendOrder(url, order)).json();
}

async function deliver(order: PlacedOrder): Promise<void> {
  for (const [index, status] of ["confirmado", "entregue"].entries()) {
    const body = { status, version: index + 1 };
    expect((await send("PATCH", `/api/orders/${order.id}`, body)).status).toBe(200);
  }
}

const customerOf = async (order: PlacedOrder): Promise<string> =>
  (await (await send("GET", `/api/orders/${order.id}`)).json()).customer_id;

test("a product has fiscal codes, which visitors do not see", async () => {
  const { id } = await addProduct(database, { visible: true });
  const fiscal = { ncm: "2008.99.00", cfop: "5102", cest: "", unit: "un" };
  const saved = await send("PATCH", `/api/products/${id}`, { version: 1, fiscal });
  expect((await saved.json()).fiscal).toEqual({ ncm: "20089900", cfop: "5102", unit: "UN" });
  const publicList = await (await fetch(`${url}/api/products?ids=${id}`)).json();
  expect(publicList.items[0].id).toBe(id);
  expect(publicList.items[0]).not.toHaveProperty("fiscal");
  const wrong = { version: 2, fiscal: { ncm: "123", cfop: "1102" } };
  const problem = await readProblem(await send("PATCH", `/api/products/${id}`, wrong));
  expect(problem.errors).toEqual([
    { field: "fiscal.ncm", message: "NCM tem 8 números." },
    { field: "fiscal.cfop", message: "CFOP de saída começa com 5, 6 ou 7." },
  ]);
});

test("the product file changes only the codes that it names", async () => {
  const { id, slug } = await addProduct(database, {
    fiscal: { ncm: "20089900", cfop: "5102" },
  });
  const sendFile = createFileSender(database, url);
  const [imported] = await rowsOf(await sendFile(`Slug;NCM;CEST\n${slug};3055900;1701200\n`));
  expect(imported?.status).toBe("changed");
  const [row] = await database.select().from(products).where(eq(products.id, id));
  expect(row?.fiscal).toEqual({ ncm: "03055900", cfop: "5102", cest: "1701200" });
});

test("a row whose weight contradicts title and package is imported with a warning", async () => {
  const sendFile = createFileSender(database, url);
  const head = "Título;Preço;Unidade;Unidades por pacote;Peso líquido (g)\n";
  const [wrong, right] = await rowsOf(
    await sendFile(
      `${head}Polpa de umbu 100 g;30;pacote;12;100\nPolpa de caju 100 g;30;pacote;12;1200\n`,
    ),
  );
  expect(wrong).toMatchObject({
    status: "new",
    warnings: [
      { column: "Peso líquido (g)", message: expect.stringContaining("1,2 kg por pacote") },
    ],
  });
  expect(right?.status).toBe("new");
  expect(right).not.toHaveProperty("warnings");
});

test("a customer's registration and city code are checked, and erased with the customer", async () => {
  const order = await place();
  const id = await customerOf(order);
  const path = `/api/customers/${id}`;
  const { version } = await (await send("GET", path)).json();
  const wrong = { version, state_registration: "123", city_code: "3550309" };
  expect((await readProblem(await send("PATCH", path, wrong))).errors).toHaveLength(2);
  const body = { version, state_registration: "110.042.490.114", city_code: "3550308" };
  expect(await (await send("PATCH", path, body)).json()).toMatchObject({
    state_registration: "110042490114",
    city_code: "3550308",
  });
  const [row] = await readFile("/api/customers/export.csv");
  expect(row).toMatchObject({ "Inscrição estadual": "110042490114", "Código IBGE": "3550308" });
  await send("POST", `/api/orders/${order.id}/anonymize`, {});
  expect(await database.$count(customers)).toBe(0);
  expect(JSON.stringify(await database.select().from(auditLogs))).not.toContain("110042490114");
});

test("an order is shown as an invoice to readers of orders, and stores the link of the invoice", async () => {
  const order = await place(2, { fiscal: { ncm: "20089900" } });
  const path = `/api/orders/${order.id}/invoice`;
  const invoice: OrderInvoice = await (await send("GET", path)).json();
  expect(toCents(invoice.total.ICMSTot.vNF)).toBe(toCents(order.valor_total));
  expect(invoice.det[0]?.prod).toMatchObject({ NCM: "20089900", uCom: "CX", qCom: 2 });
  expect(invoice.missing).toEqual(
    expect.arrayContaining(["emit.CNPJ", "det[0].prod.CFOP", "dest.enderDest.cMun"]),
  );
  await database.update(settings).set({ fiscal: { cfop: "5101" } });
  const again: OrderInvoice = await (await send("GET", path)).json();
  expect(again.det[0]?.prod.CFOP).toBe("5101");
  const metadata = { invoice_key: "35".padEnd(44, "0"), invoice_url: "https://notas.example/1" };
  await send("PATCH", `/api/orders/${order.id}`, { metadata, version: 1 });
  const [row] = await readFile(`/api/sales/orders.csv?${range}&figure=placed`);
  expect(row?.["Chave da nota"]).toBe(metadata.invoice_key);
  expect((await fetch(url + path)).status).toBe(401);
  const unknown = "/api/orders/7b1f1f6e-4c0a-4d0e-9f0b-2f6a1c9d3e55/invoice";
  expect((await send("GET", unknown)).status).toBe(404);
  await send("POST", `/api/orders/${order.id}/anonymize`, {});
  const erased: OrderInvoice = await (await send("GET", path)).json();
  expect(erased.missing).toEqual(expect.arrayContaining(["dest.CPF", "dest.xNome"]));
});

test("the four files of a period reconcile with sales and cash, and are the owner's", async () => {
  const orders = [await place(2, { fiscal: { ncm: "20089900" } }), await place(3)];
  for (const order of orders) await deliver(order);
  const payment = { method: "PIX", amount: 20.5 };
  await send("POST", `/api/orders/${orders[0]?.id}/payments`, payment);
  const sales: Sales = await (await send("GET", `/api/sales?${range}`)).json();
  const files = {
    orders: await readFile(`/api/sales/orders.csv?${range}`),
    lines: await readFile(`/api/sales/lines.csv?${range}`),
    customers: await readFile(`/api/sales/customers.csv?${range}`),
    receipts: await readFile(`/api/payments/export.csv?${range}`),
  };
  const total = sumOf(files.orders, "Total (R$)");
  expect(total).toBe(toCents(sales.total.amount));
  expect(
    sumOf(files.lines, "Total (R$)") +
      sumOf(files.orders, "Entrega (R$)") -
      sumOf(files.orders, "Desconto (R$)"),
  ).toBe(total);
  const cash = await readCashDay(database, today);
  const received = sumCents(
    cash.methods.map((method) => toCents(method.received + method.refunded)),
  );
  expect(sumOf(files.receipts, "Valor (R$)")).toBe(received);
  expect(files.customers.map((row) => row.Nome)).toEqual([customer.name]);
  expect(files.receipts[0]?.["CPF/CNPJ"]).toBe(files.customers[0]?.["CPF/CNPJ"]);
  expect(files.lines.map((row) => row.NCM).sort()).toEqual(["", "20089900"]);

  const file = { from: today, until: today, figure: "delivered" } as const;
  const gaps = await readFiscalGaps(database, file);
  expect(gaps.ncm.total).toBe(1);
  expect(gaps.cityCode.rows.map(({ name }) => name)).toEqual([customer.name]);
  for (const role of ["equipe", "consulta"] as const) {
    const asMember = createSender(url, { Cookie: await memberCookie(database, role) });
    const status = async (path: string) => (await asMember("GET", path)).status;
    expect(await status(`/api/sales/customers.csv?${range}`)).toBe(403);
    expect(await status(`/api/orders/${orders[0]?.id}/invoice`)).toBe(200);
  }
});
