import { describe, expect, test } from "vitest";
import { mainOption } from "#app/domain/catalogue/options/sale-options.ts";
import { priceTableFormSchema } from "#app/domain/catalogue/price-tables/schema.ts";
import { formOfOption, productFormSchema } from "#app/domain/catalogue/product-form.ts";
import { customerFormSchema } from "#app/domain/customers/schema.ts";
import { zoneFormSchema } from "#app/domain/delivery/schema.ts";
import { readZone, usualSchedule, writeSchedule } from "#app/domain/delivery/zone-form.ts";
import { readLine } from "#app/domain/orders/line-draft.ts";
import { paymentFormSchema } from "#app/domain/orders/payments/schema.ts";
import { entryFormSchema } from "#app/domain/stock/schema.ts";
import { emptyProduct } from "#app/routes/admin/catalogue/editor/product-form.ts";
import { priceColumn } from "#app/routes/admin/catalogue/sheet/cell-columns.ts";

const title = { title: "Polpa", slug: "polpa" };
const table = {
  name: "Lanchonetes",
  active: true,
  percentages: [],
  prices: [],
  minimum_order: "",
  valid_from: "",
  valid_until: "",
  lower_tier: false,
};
const zone = {
  name: "Zona Sul",
  active: true,
  cep_ranges: "04000-000 a 04999-999",
  places: "",
  fee: "0",
  minimum_order: "0",
  free_delivery_minimum: "0",
  ...writeSchedule(usualSchedule),
};
const pack = { ...formOfOption(mainOption("pacote", 1)), contains: "2" };
const readZoneText = (typed: object) => zoneFormSchema.parse(readZone({ ...zone, ...typed }));
const readOptions = (option: object) =>
  productFormSchema().parse({
    ...emptyProduct,
    ...title,
    sale_options: [...emptyProduct.sale_options, { ...pack, ...option }],
  }).sale_options[1];
const readTable = (typed: object) => priceTableFormSchema.parse({ ...table, ...typed });

/** Every field of a form in which an amount is typed: what it reads, or it throws. */
const fields: Record<string, (typed: string) => unknown> = {
  "credit limit of a customer": (credit_limit) =>
    customerFormSchema.partial().parse({ credit_limit }).credit_limit,
  "price of an option": (price) => readOptions({ price })?.price,
  "price from a quantity on": (price) =>
    readOptions({ price: "9.000.000", tiers: [{ from: "2", price }] })?.tiers[0]?.price,
  "price in the list": (text) => {
    const cell = priceColumn.read(text);
    if ("error" in cell) throw new Error(cell.error);
    return cell.value;
  },
  "payment of an order": (amount) =>
    paymentFormSchema.parse({ amount, method: "PIX", day: "2026-08-03", note: "" }).amount,
  "fixed price of a table": (price) =>
    readTable({
      prices: [{ product_id: "0197f6a0-0000-7000-8000-000000000001", unit: "kg", price }],
    }).prices[0]?.price,
  "minimum order of a table": (minimum_order) => readTable({ minimum_order }).minimum_order,
  "fee of a zone": (fee) => readZoneText({ fee }).fee,
  "minimum order of a zone": (minimum_order) => readZoneText({ minimum_order }).minimum_order,
};

describe.each(Object.keys(fields))("the %s", (name) => {
  const read = (typed: string) => fields[name]?.(typed);

  test.each([
    ["1.500", 1500],
    ["1.500,00", 1500],
    ["2.000", 2000],
    ["r$ 15,00", 15],
    ["15,00 reais", 15],
    ["1 234,50", 1234.5],
    ["1\u00a0234,50", 1234.5],
    ["12.90", 12.9],
  ])("'%s' is %d", (typed, amount) => {
    expect(read(typed)).toBe(amount);
  });

  test.each(["caro", "12,50 ou 13", "1.50.000", "12,345"])("'%s' is an error", (typed) => {
    expect(() => read(typed)).toThrow();
  });
});

test.each([
  ["1.500", "r$ 15,00", 1.5, 15],
  ["1.234,5", "15,00 reais", 1234.5, 15],
  ["1 234,50", "1 234,50", 1234.5, 1234.5],
  ["nada", "caro", 5, 40],
  ["99.999,5", "99.999.999", 5, 40],
  ["", "", 5, 40],
])("a line of %s kg at '%s' is edited to %d kg at R$ %d", (quantity, price, kilos, amount) => {
  const item = { product_id: "1", product_name: "Camarão", quantity: 5, unit: "kg" as const };
  const line = { item: { ...item, price: 40, total: 200, stock: 9 }, quantity, price, weight: "" };
  expect(readLine(line)).toMatchObject({ quantity: kilos, price: amount });
});

test.each([
  ["unidade", "2.000", 2000],
  ["caixa", "1 500", 1500],
  ["kg", "1.250", 1.25],
  ["kg", "1,250", 1.25],
  ["pacote", "doze", undefined],
  ["pacote", "", undefined],
  ["pacote", "-1", undefined],
])("a stock entry in %s of '%s' is %s", (unit, quantity, read) => {
  const line = {
    unit,
    quantity,
    lot: "",
    expires_on: "",
    note: "",
    held: "",
    supplier: "",
    cost: "",
  };
  expect(entryFormSchema.safeParse(line).data?.quantity).toBe(read);
});
