import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { auditLogs } from "#app/domain/audit/table.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { products } from "#app/domain/catalogue/table.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { customer, sendOrder, startApi, storedOrders } from "./api-shop.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);

const unit = { unit: "unidade", price: 4, contains: 1, minimum: 1, step: 1, tiers: [] };
const pack = { unit: "pacote", price: 45, contains: 12, minimum: 1, step: 1, tiers: [] };
const box = {
  unit: "caixa",
  price: 170,
  contains: 48,
  minimum: 2,
  step: 2,
  tiers: [
    { from: 4, price: 160 },
    { from: 10, price: 149.9 },
  ],
};

let acai: Product;

beforeEach(async () => {
  const response = await send("POST", "/api/products", {
    title: "Polpa de açaí",
    slug: "polpa-de-acai",
    stock: 1000,
    sale_options: [unit, pack, box],
  });
  expect(response.status).toBe(201);
  acai = await response.json();
});

async function change(body: object): Promise<Response> {
  return send("PATCH", `/api/products/${acai.id}`, { version: acai.version, ...body });
}

test("an option that is said to be active is stored as one that says nothing", async () => {
  const options = [unit, { ...pack, active: true }];
  const body = { title: "Polpa de caju", slug: "polpa-de-caju", sale_options: options };
  const created = await send("POST", "/api/products", body);
  expect([created.status, (await created.json()).sale_options]).toEqual([201, [unit, pack]]);
  const changed = await change({ sale_options: options });
  expect([changed.status, (await changed.json()).sale_options]).toEqual([200, [unit, pack]]);
  const item = { slug: "polpa-de-caju", version: 1, sale_options: [{ ...unit, active: true }] };
  const batch = await send("POST", "/api/products/batch", { items: [item] });
  expect((await batch.json()).items).toMatchObject([{ status: "updated" }]);
});

async function rejectedFields(response: Response): Promise<Record<string, string>> {
  expect(response.status).toBe(400);
  const { errors } = (await response.json()) as { errors: { field: string; message: string }[] };
  return Object.fromEntries(errors.map(({ field, message }) => [field, message]));
}

const publicProduct = async (): Promise<Product> =>
  (await fetch(`${url}/api/products/${acai.id}`)).json();

describe("the sale options of a product", () => {
  test("are stored and read back, the main option first", async () => {
    expect(acai).toMatchObject({ price: 4, specs: { unit: "unidade" } });
    expect(acai.sale_options).toEqual([unit, pack, box]);
    expect((await publicProduct()).sale_options).toEqual([unit, pack, box]);
  });

  test("are a single one by default, of price and unit", async () => {
    const body = { title: "Cajá", slug: "caja", price: 9.9, specs: { unit: "kg" } };
    const created: Product = await (await send("POST", "/api/products", body)).json();
    expect(created.sale_options).toEqual([{ ...unit, unit: "kg", price: 9.9 }]);
  });

  test("change with price and unit alone, or as a list, in one audit entry", async () => {
    const priced: Product = await (await change({ price: 4.5 })).json();
    expect(priced.sale_options).toEqual([{ ...unit, price: 4.5 }, pack, box]);
    acai = priced;
    const main = { ...unit, unit: "kg", price: 5, tiers: [{ from: 3, price: 4.9 }] };
    const listed: Product = await (await change({ sale_options: [main, box] })).json();
    expect(listed).toMatchObject({ price: 5, specs: { unit: "kg" }, version: 3 });
    expect(listed.sale_options).toEqual([main, box]);
    const entries = await database.select().from(auditLogs);
    expect(entries.filter(({ operation }) => operation === "UPDATE")).toHaveLength(2);
  });

  test("that were withdrawn are shown to the administrator only", async () => {
    await change({ sale_options: [unit, { ...pack, active: false }, box] });
    expect((await publicProduct()).sale_options).toEqual([unit, box]);
    const read = await send("GET", `/api/products/${acai.id}`);
    const { sale_options }: Product = await read.json();
    expect(sale_options).toEqual([unit, { ...pack, active: false }, box]);
    const list = await (await fetch(`${url}/api/products`)).json();
    expect(list.items[0].sale_options).toEqual([unit, box]);
  });

  test.each([
    ["fractions of a cent", [{ ...unit, price: 1.005 }], "sale_options.0.price"],
    [
      "fractions of a cent in a quantity price",
      [{ ...unit, price: 4.005, tiers: [{ from: 2, price: 3 }] }],
      "sale_options.0.price",
    ],
    ["a price as text", [{ ...unit, price: "4,50" }], "sale_options.0.price"],
    ["0 contained units", [unit, { ...pack, contains: 0 }], "sale_options.1.contains"],
    ["1.5 contained units", [unit, { ...pack, contains: 1.5 }], "sale_options.1.contains"],
    ["a minimum of 0", [{ ...unit, minimum: 0 }], "sale_options.0.minimum"],
    ["a minimum between steps", [{ ...unit, minimum: 9, step: 6 }], "sale_options.0.minimum"],
    [
      "six tiers",
      [{ ...unit, tiers: [2, 3, 4, 5, 6, 7].map((from) => ({ from, price: 4 - from / 10 })) }],
      "sale_options.0.tiers",
    ],
    [
      "a tier that is not cheaper",
      [unit, { ...pack, tiers: [{ from: 10, price: 45 }] }],
      "sale_options.1.tiers.0.price",
    ],
    [
      "tiers that do not ascend",
      [
        {
          ...unit,
          tiers: [
            { from: 10, price: 3 },
            { from: 10, price: 2 },
          ],
        },
      ],
      "sale_options.0.tiers.1.from",
    ],
    ["a unit twice", [unit, pack, { ...box, unit: "pacote" }], "sale_options.2.unit"],
    ["an unknown unit", [{ ...unit, unit: "litro" }], "sale_options.0.unit"],
    ["no option", [], "sale_options"],
    ["an unknown field", [{ ...unit, discount: 1 }], "sale_options.0.discount"],
  ])("with %s are rejected, and nothing is stored", async (_, sale_options, field) => {
    const errors = await rejectedFields(await change({ sale_options }));
    expect(Object.keys(errors)).toEqual([field]);
    const { metadata, fiscal, ...visible } = acai;
    expect({ metadata, fiscal }).toEqual({ metadata: {}, fiscal: {} });
    expect(await publicProduct()).toEqual(visible);
  });

  test("agree with the price, the unit and the package of the same product", async () => {
    const both = await change({ price: 5, specs: { unit: "kg" }, sale_options: [unit] });
    expect(Object.keys(await rejectedFields(both))).toEqual([
      "sale_options.0.price",
      "sale_options.0.unit",
    ]);
    const packed = await change({ specs: { packageInfo: { unitsPerPackage: 10 } } });
    expect(await rejectedFields(packed)).toEqual({
      "sale_options.1.contains": "A embalagem do produto diz que pacote contém 10",
    });
    const doubled = await change({ specs: { unit: "caixa" } });
    expect(await rejectedFields(doubled)).toEqual({
      "specs.unit": "Já existe uma opção em caixa",
    });
  });

  test("limit the price when only the price is sent", async () => {
    const tiers = [{ from: 10, price: 3.5 }];
    acai = await (await change({ sale_options: [{ ...unit, tiers }] })).json();
    expect(await rejectedFields(await change({ price: 3.5 }))).toEqual({
      price: "O preço a partir de 10 deve ser menor que o preço normal, R$ 3,50",
    });
  });

  test("are weighed only when the product is sold by kg", async () => {
    const errors = await rejectedFields(await change({ specs: { variable_weight: true } }));
    expect(errors).toEqual({
      "specs.variable_weight": "Só produtos vendidos por kg são pesados na entrega",
    });
    const weighed = await change({ specs: { unit: "kg", variable_weight: true } });
    expect(await weighed.json()).toMatchObject({ specs: { unit: "kg", variable_weight: true } });
  });
});

test("the seller's own name of a unit is shown, exported, imported, and removed by an empty one", async () => {
  const pail = { ...unit, label: "balde 5 kg" };
  const { sale_options, version } = await (await change({ sale_options: [pail, pack] })).json();
  expect(sale_options).toEqual([pail, pack]);
  expect((await publicProduct()).sale_options).toEqual([pail, pack]);
  const file = await (await send("GET", "/api/products/export.csv")).text();
  expect(file).toContain("balde 5 kg");
  const priced = await send("PATCH", `/api/products/${acai.id}`, { version, price: 5 });
  expect((await priced.json()).sale_options[0]).toEqual({ ...pail, price: 5 });
  const items = [{ product_id: acai.id, unit: "unidade", quantity: 1, price: 5 }];
  expect((await sendOrder(url, { customer, items })).status).toBe(201);
  const [stored] = await storedOrders(database);
  expect(stored?.itens).toMatchObject([{ unit: "unidade", unit_label: "balde 5 kg" }]);
  const removed = await send("PATCH", `/api/products/${acai.id}`, {
    version: version + 1,
    sale_options: [{ ...pail, label: " " }],
  });
  expect((await removed.json()).sale_options).toEqual([unit]);
});

describe("an order of several options", () => {
  const line = (option: string, quantity: number, price: number) => ({
    product_id: acai.id,
    unit: option,
    quantity,
    price,
  });
  const order = (...items: ReturnType<typeof line>[]) => sendOrder(url, { customer, items });

  test("stores a line for each option and takes the contained units from the stock", async () => {
    expect((await order(line("unidade", 3, 4), line("caixa", 4, 160))).status).toBe(201);
    const [row] = await storedOrders(database);
    expect(row?.valor_total).toBe("652.00");
    expect(row?.itens).toMatchObject([
      { unit: "unidade", quantity: 3, price: 4, total: 12 },
      {
        unit: "caixa",
        unit_label: "Caixa · 48 un",
        contains: 48,
        quantity: 4,
        price: 160,
        total: 640,
      },
    ]);
    expect(row?.itens[0]).not.toHaveProperty("contains");
    expect(row?.itens[0]).not.toHaveProperty("unit_label");
    const confirmed = await send("PATCH", `/api/orders/${row?.id}`, {
      status: "confirmado",
      version: 1,
    });
    expect(confirmed.status).toBe(200);
    expect((await publicProduct()).stock).toBe(1000 - 3 - 4 * 48);
  });

  test("merges lines of the same option before the quantity decides the price", async () => {
    expect((await order(line("caixa", 2, 170), line("caixa", 8, 170))).status).toBe(409);
    expect((await order(line("caixa", 2, 149.9), line("caixa", 8, 149.9))).status).toBe(201);
    expect((await storedOrders(database))[0]?.itens).toMatchObject([
      { unit: "caixa", quantity: 10, price: 149.9, total: 1499 },
    ]);
  });

  test("with the price of another tier is answered with the current one", async () => {
    const response = await order(line("caixa", 4, 170));
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      type: "urn:pomar:lines-changed",
      lines: [{ reason: "price-changed", price_seen: 170, price_now: 160, option_now: box }],
    });
  });

  test("in a withdrawn option is answered with the main one", async () => {
    await change({ sale_options: [unit, { ...pack, active: false }, box] });
    expect(await (await order(line("pacote", 1, 45))).json()).toMatchObject({
      type: "urn:pomar:lines-changed",
      lines: [{ reason: "unit-changed", unit_now: "unidade", price_now: 4, available: true }],
    });
  });

  test("of which one is sold out is rejected for that line", async () => {
    await database.update(products).set({ stock: 95 }).where(eq(products.id, acai.id));
    expect(await (await order(line("caixa", 2, 170), line("pacote", 1, 45))).json()).toMatchObject({
      lines: [{ unit: "caixa", reason: "sold-out", available: false }],
    });
    expect((await order(line("pacote", 1, 45))).status).toBe(201);
  });

  test.each([
    [1, 170, [2, 4]],
    [3, 170, [2, 4]],
    [9999, 149.9, [9996, 9998]],
  ])(
    "with %i boxes in steps of two gets the two nearest quantities",
    async (quantity, price, nearest) => {
      const response = await order(line("caixa", quantity, price));
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({
        type: "urn:pomar:quantity-step",
        detail: `Polpa de açaí (caixa): peça ${nearest.join(" ou ")}.`,
        quantities: [
          { product_id: acai.id, unit: "caixa", quantity, minimum: 2, step: 2, nearest },
        ],
      });
      expect(await storedOrders(database)).toEqual([]);
    },
  );
});
