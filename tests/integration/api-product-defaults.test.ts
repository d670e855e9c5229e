import { describe, expect, test } from "vitest";
import { quote } from "#app/domain/catalogue/options/quote.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { products } from "#app/domain/catalogue/table.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { startApi } from "./api-shop.ts";
import { createFileSender, rowsOf } from "./product-file.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);
const post = createFileSender(database, url);

async function create(body: object): Promise<Product> {
  const response = await send("POST", "/api/products", body);
  expect(response.status).toBe(201);
  return response.json();
}

const usual = { unitsPerPackage: 12, packagesPerBox: 4, unitsPerBox: 30 };
const pack = { unit: "pacote", price: 10, contains: 10 };
const box = { unit: "caixa", price: 90, contains: 24 };

describe("a new product", () => {
  test.each([
    ["nothing", {}, { rating: 4.5, packageInfo: usual }],
    [
      "some of it",
      { specs: { rating: 3, packageInfo: { unitsPerPackage: 6 } } },
      { rating: 3, packageInfo: { ...usual, unitsPerPackage: 6 } },
    ],
    [
      "that there is none",
      {
        specs: {
          rating: null,
          packageInfo: { unitsPerPackage: null, packagesPerBox: null, unitsPerBox: null },
        },
      },
      { packageInfo: {} },
    ],
    [
      "options with other contents",
      { sale_options: [{ unit: "unidade", price: 1 }, pack, box] },
      { rating: 4.5, packageInfo: { packagesPerBox: 4 } },
    ],
  ])("whose rating and package say %s", async (_, sent, entered) => {
    const body = { title: "Cajá", slug: "caja", category: "pescados", ...sent };
    expect(await create(body)).toMatchObject({ entered });
    const [row] = await database.select().from(products);
    expect(row?.specs).toEqual(entered);
  });

  test.each([
    ["pacote", "polpas", "pacote com 12"],
    ["caixa", "polpas", "caixa com 48"],
    ["caixa", "pescados", "caixa com 30"],
    ["unidade", "polpas", "por unidade"],
    ["kg", "pescados", "por kg"],
  ])("by %s in %s is sold as '%s'", async (unit, category, unitText) => {
    const body = { title: "Cajá", slug: "caja", category, specs: { unit } };
    const product = await create(body);
    expect(quote(product, product.specs.unit, 1)).toMatchObject({ unitText });
  });
});

test("a default of the package gives way to options that are added later, a sent content does not", async () => {
  const { id, version } = await create({ title: "Cajá", slug: "caja" });
  const change = (body: object) => send("PATCH", `/api/products/${id}`, { version, ...body });
  const sale_options = [{ unit: "unidade", price: 1 }, pack];
  const sent = await change({ sale_options, specs: { packageInfo: { unitsPerPackage: 12 } } });
  expect(sent.status).toBe(400);
  const changed: Product = await (await change({ sale_options })).json();
  expect(changed.entered.packageInfo).toEqual({ packagesPerBox: 4, unitsPerBox: 30 });
});

test("a product of a file has what the file says", async () => {
  await rowsOf(await post("Produto;Preço;Unidade\nCajá;5,00;pct\n"));
  const [row] = await database.select().from(products);
  expect(row?.specs).toEqual({ packageInfo: {} });
});
