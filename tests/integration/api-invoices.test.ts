import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { mainOption } from "#app/domain/catalogue/options/sale-options.ts";
import { products } from "#app/domain/catalogue/table.ts";
import type { InvoicePreview } from "#app/domain/stock/invoices/schema.ts";
import { dayOf, formatDay } from "#app/shared/days.ts";
import { buildInvoice, type InvoiceParts } from "#tests/support/invoices.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender, memberCookie, sessionCookie } from "./admin-session.ts";
import { addProduct, startApi } from "./api-shop.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);
const read = async (path: string) => (await send("GET", `/api/${path}`)).json();

const ean = "7891000315507";
let product: typeof products.$inferSelect;
let cookie = "";
beforeEach(async () => {
  cookie = await sessionCookie(database);
  product = await addProduct(database, {
    stock: 0,
    sale_options: [
      { ...mainOption("unidade", 4), ean },
      { ...mainOption("caixa", 40), contains: 12 },
    ],
  });
});

const today = dayOf(new Date());
let number = 100;
/** Writes an invoice with a number of its own. */
function invoiceOf(parts: InvoiceParts): string {
  number += 1;
  return buildInvoice({ number, issued: `${today}T08:00:00-03:00`, ...parts });
}

type Choice = { position: number; product_id: string; factor: number };
async function upload(path: string, xml: string | Uint8Array<ArrayBuffer>, choices?: Choice[]) {
  const body = new FormData();
  body.append("file", new File([xml], "nota.xml", { type: "text/xml" }));
  if (choices) body.append("items", JSON.stringify(choices));
  const headers = { Cookie: cookie, Origin: url };
  const response = await fetch(`${url}/api/${path}`, { method: "POST", body, headers });
  return { status: response.status, body: await response.json() };
}
async function preview(xml: string): Promise<InvoicePreview> {
  const { status, body } = await upload("invoices/preview", xml);
  expect(status).toBe(200);
  return body;
}
const receive = (xml: string, ...choices: Choice[]) => upload("invoices", xml, choices);
const choiceOf = (factor: number, position = 1) => ({ position, product_id: product.id, factor });
const countRows = async () => {
  const { rows } = await database.execute(sql`SELECT
    (SELECT count(*) FROM stock_movements) AS movements, (SELECT count(*) FROM stock_lots) AS lots,
    (SELECT count(*) FROM stock_receipts) AS receipts, (SELECT count(*) FROM supplier_invoices) AS invoices,
    (SELECT count(*) FROM supplier_codes) AS codes, (SELECT sum(stock) FROM products) AS stock`);
  return JSON.stringify(rows[0]);
};

test("an invoice brings quantities, lots, costs and its supplier, once", async () => {
  const lots = [
    { nLote: "A1", qLote: "1.000", dFab: "2026-10-01", dVal: "2036-10-01" },
    { nLote: "A2", qLote: "1.000", dVal: "2036-11-01" },
  ];
  const xml = invoiceOf({ products: [{ lots, vFrete: "8.00" }] });
  const { items } = await preview(xml);
  expect(items).toMatchObject([{ match: null, cost: 88, suggested_factor: 1 }]);
  const received = await receive(xml, choiceOf(12));
  expect(received).toMatchObject({
    status: 201,
    body: {
      items: [
        { quantity: 12, stock: 12 },
        { quantity: 12, stock: 24 },
      ],
    },
  });
  expect(await read(`product-costs/${product.id}`)).toMatchObject({
    average_cost: 3.6667,
    receipts: [
      { supplier: "Frutas do Vale Ltda", quantity: 12, cost: 44 },
      { supplier: "Frutas do Vale Ltda", quantity: 12, cost: 44 },
    ],
  });
  const { items: movements } = await read(`stock-movements?product=${product.id}`);
  expect(movements).toMatchObject([
    { lots: [{ code: "A2", expires_on: "2036-11-01", quantity: 12 }] },
    { note: "Fabricado em 01/10/2026", lots: [{ code: "A1", quantity: 12 }] },
  ]);
  const before = await countRows();
  for (const again of [await upload("invoices/preview", xml), await receive(xml, choiceOf(12))]) {
    expect(again).toMatchObject({
      status: 409,
      body: { title: `Esta nota já foi recebida em ${formatDay(today)}` },
    });
  }
  expect(await countRows()).toBe(before);
});

test("two requests with the same invoice at the same time receive it once", async () => {
  const xml = invoiceOf({});
  const answers = await Promise.all([1, 2, 3].map(() => receive(xml, choiceOf(12))));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  expect((await read(`stock-movements?product=${product.id}`)).items).toHaveLength(1);
});

test("an invoice of which all was undone may be received again", async () => {
  const xml = invoiceOf({ products: [{}, { cProd: "P-103" }] });
  const { body } = await receive(xml, choiceOf(12), choiceOf(6, 2));
  const undo = (index: number) =>
    send("POST", `/api/stock-movements/${body.items[index].movement_id}/undo`, {});
  expect((await undo(0)).status).toBe(204);
  expect((await upload("invoices/preview", xml)).status).toBe(409);
  expect((await undo(1)).status).toBe(204);
  expect((await read(`product-costs/${product.id}`)).average_cost).toBeNull();
  expect((await receive(xml, choiceOf(12))).status).toBe(201);
});

test("items are found by their barcode, and where code, quantity and unit say different factors the seller is asked", async () => {
  const boxEan = "17891000315504";
  await database.update(products).set({
    sale_options: [
      { ...mainOption("unidade", 4), ean },
      { ...mainOption("caixa", 40), contains: 12, ean: boxEan },
    ],
  });
  const none = "SEM GTIN";
  const readings = async (...parts: NonNullable<InvoiceParts["products"]>) =>
    (await preview(invoiceOf({ products: parts }))).items.map(({ match }) => match?.readings);
  const pieces = { qCom: "2.0000", qTrib: "24.0000" };
  const match = { product_id: product.id, title: product.title, unit: "unidade", by: "ean" };
  const { items } = await preview(
    invoiceOf({ products: [{ ...pieces, cEAN: none, cEANTrib: ean }, {}] }),
  );
  expect(items.map((item) => item.match)).toEqual([{ ...match, factor: 12, readings: [12] }, null]);
  expect(
    await readings(
      { cEAN: "0".concat(ean), cEANTrib: none, uCom: "UN" },
      { ...pieces, cEAN: boxEan, cEANTrib: ean },
      // The same code for both units: that of the pieces, or that of the box.
      { ...pieces, cEAN: ean, cEANTrib: ean },
      { ...pieces, cEAN: boxEan, cEANTrib: boxEan },
      // Pieces that are taxed by the kilo.
      { uCom: "UN", qCom: "10.0000", qTrib: "1.0000", cEAN: ean, cEANTrib: ean },
      { uCom: "CX12", qCom: "2.0000", cEAN: ean, cEANTrib: ean },
      { uCom: "CX12", ...pieces, cEAN: none, cEANTrib: ean },
    ),
  ).toEqual([[1], [12], [1, 12], [12, 144], [1, 0.1], [1, 12], [12]]);
});

test("the choice for a supplier's code is suggested in later invoices of this supplier and unit", async () => {
  await receive(invoiceOf({}), choiceOf(12));
  const match = { product_id: product.id, title: product.title, unit: "unidade", by: "code" };
  const matchOf = async (parts: InvoiceParts) => (await preview(invoiceOf(parts))).items[0]?.match;
  expect(await matchOf({})).toEqual({ ...match, factor: 12, readings: [12] });
  expect(await matchOf({ cpf: "52998224725" })).toBeNull();
  expect(await matchOf({ products: [{ uCom: "UN" }] })).toBeNull();
  expect(await matchOf({ products: [{ cProd: "P-103" }] })).toBeNull();
  await receive(invoiceOf({}), choiceOf(10));
  expect(await matchOf({ products: [{ cEANTrib: ean }] })).toEqual({
    ...match,
    factor: 10,
    readings: [10],
  });
  const another = await addProduct(database, { sale_options: [mainOption("unidade", 9)] });
  await receive(invoiceOf({}), { ...choiceOf(1), product_id: another.id });
  // The barcode says more than the code, which was chosen for another product.
  expect(await matchOf({ products: [{ cEANTrib: ean }] })).toMatchObject({ by: "ean" });
});

test("a wrong choice receives nothing", async () => {
  const expired = [{ nLote: "A", qLote: "2", dVal: "2020-01-01" }];
  const xml = invoiceOf({ products: [{}, { lots: expired }] });
  const before = await countRows();
  for (const [choices, field] of [
    [[], "items"],
    [[choiceOf(0)], "items.0.factor"],
    [[choiceOf(0.0001)], "items.0.factor"],
    [[choiceOf(0.25)], "items.1.quantity"],
    [[choiceOf(12), choiceOf(12)], "items"],
    [[choiceOf(12, 9)], "items.9.factor"],
    [[choiceOf(12), choiceOf(12, 2)], "items.2.expires_on"],
    [
      [{ ...choiceOf(12), product_id: "0c9f5f0e-5a3e-4c1b-9b6b-0f6a3d2f1e99" }],
      "items.1.product_id",
    ],
  ] as const) {
    const { status, body } = await receive(xml, ...choices);
    expect({ status, field: body.errors?.[0]?.field }).toEqual({ status: 400, field });
  }
  expect((await upload("invoices", xml)).status).toBe(400);
  expect(await countRows()).toBe(before);
  expect((await receive(xml, choiceOf(12))).status).toBe(201);
});

test("a file that is no invoice is rejected with the reason", async () => {
  for (const xml of ["<!DOCTYPE a><NFe/>", "", buildInvoice({ version: "3.10" })]) {
    for (const path of ["invoices", "invoices/preview"]) {
      const { status, body } = await upload(path, xml, [choiceOf(1)]);
      expect(status).toBe(400);
      expect(body).toMatchObject({
        type: "urn:pomar:invoice-rejected",
        errors: [{ field: "file" }],
      });
    }
  }
  const large = await upload("invoices/preview", new Uint8Array(1024 * 1024 + 1));
  expect(large).toMatchObject({
    status: 400,
    body: { errors: [{ message: expect.stringContaining("1 MB") }] },
  });
});

test("members neither see nor receive invoices, which show costs", async () => {
  for (const role of ["equipe", "consulta"] as const) {
    cookie = await memberCookie(database, role);
    expect((await upload("invoices/preview", invoiceOf({}))).status).toBe(403);
    expect((await receive(invoiceOf({}), choiceOf(12))).status).toBe(403);
  }
});

test("mutated files and choices never write anything without success", {
  timeout: 300_000,
}, async () => {
  const mutation = fc.record({
    at: fc.nat(2500),
    length: fc.nat(30),
    text: fc.oneof(
      fc.constantFrom("<", "&", "9".repeat(20), "-", "</det>"),
      fc.string({ maxLength: 8 }),
    ),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(mutation, { maxLength: 3 }),
      fc.double({ min: 0, max: 200_000, noNaN: true }),
      async (mutations, factor) => {
        const original = invoiceOf({ products: [{ lots: [{ nLote: "A", qLote: "2" }] }, {}] });
        const xml = mutations.reduce(
          (text, { at, length, text: added }) =>
            text.slice(0, at) + added + text.slice(at + length),
          original,
        );
        const before = await countRows();
        const { status } = await receive(
          xml,
          choiceOf(Math.round(factor * 10_000) / 10_000),
          choiceOf(1, 2),
        );
        expect([201, 400, 409]).toContain(status);
        if (status !== 201) expect(await countRows()).toBe(before);
      },
    ),
  );
});

// The last one: its connection ends before all is sent.
test("a file far above the limit is not read", async () => {
  const large = await upload("invoices/preview", new Uint8Array(3 * 1024 * 1024));
  expect(large.status).toBe(413);
});
