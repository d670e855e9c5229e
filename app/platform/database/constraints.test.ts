import { eq } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { describe, expect, it } from "vitest";
import { auditLogs } from "#app/domain/audit/table.ts";
import { mainOption } from "#app/domain/catalogue/options/sale-options.ts";
import { categories, products } from "#app/domain/catalogue/table.ts";
import { settings } from "#app/domain/company/table.ts";
import { postalCodes } from "#app/domain/delivery/table.ts";
import { payments, receipts } from "#app/domain/orders/payments/table.ts";
import { orderLines, pedidos } from "#app/domain/orders/table.ts";
import { recipes } from "#app/domain/recipes/table.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import {
  insertOrders,
  type NewOrder,
  orderItem,
  orderRow,
  productRow,
  recipeRow,
} from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";

const { database } = await openTestDatabase();

const insert = (table: PgTable, row: object) => database.insert(table).values(row as never);

const lineProduct = orderItem().product_id;
const lines = (changes: object) => ({ itens: [{ ...orderItem(), ...changes }] });
const terms = { minimum: 1, step: 1, tiers: [] };
const tier = (from: number, price: number) => ({ from, price });
const option = (unit: string, fields: object = {}) => ({
  unit,
  price: 20,
  contains: 4,
  ...terms,
  ...fields,
});
const optionsCheck = "products_sale_options_check";
/** A product's only option, sold by the piece, with these fields. */
const main = (fields: object = {}) => ({ ...mainOption("unidade", 12.5), ...fields });
const sold = (fields: object) => ({ sale_options: [main(fields)] });

describe("a product", () => {
  it.each([
    ["a negative price", sold({ price: -0.01 }), optionsCheck],
    ["a price that is not a number", sold({ price: "NaN" }), optionsCheck],
    ["a price over ten million", sold({ price: 10_000_000 }), optionsCheck],
    ["a price with a fraction of a cent", sold({ price: 1.005 }), optionsCheck],
    ["no sale option", { sale_options: [] }, optionsCheck],
    ["a main option that contains 2", sold({ contains: 2 }), optionsCheck],
    ["a main option that was withdrawn", sold({ active: false }), optionsCheck],
    ["an unknown category", { category: "sorvetes" }, "products_category_fkey"],
    ["an empty title", { title: "" }, "products_title_check"],
    ["a title of 301 characters", { title: "a".repeat(301) }, "products_title_check"],
    ["an empty slug", { slug: "" }, "products_slug_check"],
    ["a negative position", { position: -1 }, "products_position_check"],
    ["an unknown unit", sold({ unit: "litro" }), optionsCheck],
    ["no unit", sold({ unit: undefined }), optionsCheck],
    ["a unit that is null", sold({ unit: null }), optionsCheck],
    ["a unit in its specs", { specs: { unit: "kg" } }, "products_specs_check"],
    ["specs that are a list", { specs: ["kg"] }, "products_specs_check"],
    ["a rating of six stars", { specs: { rating: 6 } }, "products_specs_check"],
    ["a rating as text", { specs: { rating: "5" } }, "products_specs_check"],
    [
      "half a unit in a pack",
      { specs: { packageInfo: { unitsPerPackage: 1.5 } } },
      "products_specs_check",
    ],
    ["a step of 0", sold({ ...terms, step: 0 }), optionsCheck],
    ["half a minimum", sold({ ...terms, minimum: 1.5 }), optionsCheck],
    ["a minimum between steps", sold({ ...terms, minimum: 7, step: 6 }), optionsCheck],
    ["terms without tiers", sold({ tiers: undefined }), optionsCheck],
    [
      "six tiers",
      sold({ ...terms, tiers: [2, 3, 4, 5, 6, 7].map((from) => tier(from, 10 - from)) }),
      optionsCheck,
    ],
    ["a tier between steps", sold({ minimum: 6, step: 6, tiers: [tier(8, 1)] }), optionsCheck],
    ["tiers that do not ascend", sold({ ...terms, tiers: [tier(8, 2), tier(8, 1)] }), optionsCheck],
    ["a tier at the normal price", sold({ tiers: [tier(8, 12.5)] }), optionsCheck],
    ["a tier with a fraction of a cent", sold({ ...terms, tiers: [tier(8, 1.005)] }), optionsCheck],
    ["a tier without a price", sold({ ...terms, tiers: [{ from: 8 }] }), optionsCheck],
    ["the main unit twice", { sale_options: [main(), option("unidade")] }, optionsCheck],
    [
      "a further unit twice",
      { sale_options: [main(), option("caixa"), option("caixa")] },
      optionsCheck,
    ],
    [
      "an option that contains 0",
      { sale_options: [main(), option("kg", { contains: 0 })] },
      optionsCheck,
    ],
    [
      "an option that contains 1.5",
      { sale_options: [main(), option("kg", { contains: 1.5 })] },
      optionsCheck,
    ],
    [
      "an option with a negative price",
      { sale_options: [main(), option("kg", { price: -1 })] },
      optionsCheck,
    ],
    [
      "an option whose tier is not cheaper",
      { sale_options: [main(), option("kg", { tiers: [tier(2, 20)] })] },
      optionsCheck,
    ],
    [
      "an option with a flag that is null",
      { sale_options: [main(), option("kg", { active: null })] },
      optionsCheck,
    ],
    ["options that are no list", { sale_options: {} }, optionsCheck],
    ["a weighed piece", { specs: { variable_weight: true } }, "products_variable_weight_check"],
    [
      "a weight that is text",
      { specs: { variable_weight: "true" }, ...sold({ unit: "kg" }) },
      "products_variable_weight_check",
    ],
    ["an empty group", { group: "" }, "products_group_check"],
    ["a padded group", { group: " Sachês" }, "products_group_check"],
    ["a long group", { group: "x".repeat(41) }, "products_group_check"],
    ["pictures that are no list", { images: { 0: "/a.png" } }, "products_images_check"],
    ["a picture that is not text", { images: ["/a.png", 7] }, "products_images_check"],
  ])("with %s is rejected", async (_, wrong, reason) => {
    const work = insert(products, { ...productRow(), ...wrong });
    expect(await rejectionOf(work)).toContain(reason);
  });

  it("may be sold in four units with minimums, steps and five quantity prices", async () => {
    const tiers = [12, 18, 24, 30, 36].map((from) => tier(from, 12 - from / 6));
    const further = [option("pacote"), option("caixa", { active: false }), option("kg")];
    const sale_options = [main({ minimum: 12, step: 6, tiers }), ...further];
    await insert(products, { ...productRow(), sale_options });
  });

  it("may have price zero, negative stock, no category and full package data", async () => {
    const specs = {
      rating: 4.5,
      packageInfo: { packagesPerBox: 4, unitsPerBox: 30 },
    };
    await insert(products, { ...productRow({ price: 0 }), stock: -3, category: null, specs });
  });

  it("with an existing slug is rejected", async () => {
    await insert(products, productRow());
    expect(await rejectionOf(insert(products, productRow()))).toContain("products_slug_key");
  });

  it("prevents the deletion of its category", async () => {
    await insert(products, productRow());
    const removal = database.delete(categories).where(eq(categories.slug, "polpas"));
    expect(await rejectionOf(removal)).toContain("products_category_fkey");
  });
});

describe("a category", () => {
  it("has a slug of its own that no other address has", async () => {
    const row = { name: "Sorvetes", position: 4 };
    for (const slug of ["Sorvetes", "sorvetes_", "polpas-de-frutas", ""]) {
      expect(await rejectionOf(insert(categories, { ...row, slug }))).toContain("slug_check");
    }
    expect(await rejectionOf(insert(categories, { ...row, slug: "polpas" }))).toContain("slug_key");
  });

  it("has a name and a position of at least 0", async () => {
    expect(await rejectionOf(database.update(categories).set({ position: -1 }))).toContain(
      "position_check",
    );
    expect(await rejectionOf(database.update(categories).set({ name: "" }))).toContain(
      "name_check",
    );
  });
});

describe("a recipe", () => {
  it.each([
    ["an unknown difficulty", { difficulty: "Impossível" }, "recipes_difficulty_check"],
    ["a negative time", { prep_time: -1 }, "recipes_prep_time_check"],
    ["fewer than no servings", { servings: -1 }, "recipes_servings_check"],
    [
      "ingredients that are no list of text",
      { ingredients: [{ name: "caju" }] },
      "recipes_ingredients_check",
    ],
    ["an empty slug", { slug: "" }, "recipes_slug_check"],
  ])("with %s is rejected", async (_, wrong, reason) => {
    expect(await rejectionOf(insert(recipes, { ...recipeRow(), ...wrong }))).toContain(reason);
  });

  it("with an existing slug is rejected", async () => {
    await insert(recipes, recipeRow());
    expect(await rejectionOf(insert(recipes, recipeRow()))).toContain("recipes_slug_key");
  });
});

describe("an order", () => {
  const amounts = "pedidos_amounts_check";
  const received = { paid_amount: "0.3" };
  const total = "pedidos_total_is_items_plus_fee_minus_discount";
  const request = "pedidos_request_check";
  const paid = "pedidos_paid_check";
  it.each([
    ["an unknown status", { status: "perdido" }, "pedidos_status_check"],
    ["a negative total", { valor_total: "-0.30" }, amounts],
    ["a total that is not a number", { valor_total: "NaN" }, amounts],
    ["a total that differs from its items", { valor_total: "0.31" }, total],
    ["a fee missing from the total", { delivery_fee: "5" }, total],
    ["a negative fee", { delivery_fee: "-0.1", valor_total: "0.2" }, amounts],
    ["no items", { itens: [], valor_total: "0" }, total],
    ["a line with a wrong total", lines({ quantity: 2 }), "order_lines_total_check"],
    ["a line with a wrong price", lines({ price: -0.1, total: -0.3 }), "order_lines_total_check"],
    ["a negative quantity", lines({ quantity: -1, total: -0.1 }), "order_lines_quantity_check"],
    ["a weight of what is not weighed", lines({ weight: 3 }), "order_lines_weight_check"],
    [
      "a weight of what is not sent",
      lines({ unit: "kg", quantity: 0, weight: 3 }),
      "order_lines_weight_check",
    ],
    [
      "the total of another weight",
      lines({ unit: "kg", weight: 2.5, total: 0.3 }),
      "order_lines_total_check",
    ],
    ["a line that replaces itself", lines({ swap_of: lineProduct }), "order_lines_swap_check"],
    ["a discount missing from the total", { discount: "0.1" }, total],
    ["a negative discount", { discount: "-0.1", valor_total: "0.4" }, "pedidos_discount_check"],
    [
      "an original without an edit",
      { original: { itens: [], delivery_fee: 0, valor_total: 1 } },
      "pedidos_edit_check",
    ],
    ["a change that is no object", { changed_from: [] as never }, "pedidos_changed_from_check"],
    ["an amount paid without its payment", { paid_amount: "1" }, "pedidos_paid_amount_check"],
    ["a negative amount paid", { paid_amount: "-1" }, "pedidos_paid_amount_check"],
    ["an unknown kind of delivery", { delivery_kind: "drone" }, "pedidos_delivery_kind_check"],
    ["a shift without a date", { delivery_shift: "Manhã" }, "pedidos_delivery_shift_check"],
    ["an empty zone", { delivery_zone: "" }, "pedidos_delivery_zone_check"],
    ["half a quantity", lines({ quantity: 0.5, price: 0.6 }), "order_lines_quantity_check"],
    ["an unknown unit", lines({ unit: "litro" }), "order_lines_unit_check"],
    ["a line without a name", lines({ product_name: undefined }), "not-null constraint"],
    ["half a contained unit", lines({ contains: 1.5 }), "invalid input syntax"],
    ["no contained unit", lines({ contains: 0 }), "order_lines_quantity_check"],
    ["a customer that is not an object", { cliente_info: ["Ana"] }, "pedidos_cliente_info_check"],
    [
      "a customer of excessive length",
      { cliente_info: { name: "a".repeat(20_001) } },
      "pedidos_cliente_info_check",
    ],
    ["an empty note", { cliente_info: { note: "" } }, "pedidos_note_check"],
    ["a note of 501 letters", { cliente_info: { note: "a".repeat(501) } }, "pedidos_note_check"],
    ["a note that is a number", { cliente_info: { note: 7 } }, "pedidos_note_check"],
    ["an unknown wish", { cliente_info: { if_missing: "doar" } }, "pedidos_if_missing_check"],
    ["an empty key", { idempotency_key: "" }, request],
    ["a key of 256 characters", { idempotency_key: "a".repeat(256) }, request],
    ["a hash of 129 characters", { request_hash: "a".repeat(129) }, request],
    ["a link version of 0", { link_version: 0 }, "pedidos_link_check"],
    ["a reason of 201 letters", { cancel_reason: "a".repeat(201) }, "pedidos_link_check"],
    ["a payment without a method", { ...received, paid_at: new Date(0) }, paid],
    ["a method without a payment", { paid_method: "Pix" }, paid],
    ["an empty method", { ...received, paid_at: new Date(0), paid_method: "" }, paid],
  ])("with %s is rejected", async (_, wrong, reason) => {
    expect(await rejectionOf(insertOrders(database, wrong as NewOrder))).toContain(reason);
    expect(await database.$count(orderLines)).toBe(0);
  });

  it.each([
    ["nothing", { amount: "0" }, "receipts_amount_check"],
    ["a refund without a note", { amount: "-1" }, "receipts_note_check"],
    ["an adjustment without a note", { amount: "1", kind: "adjustment" }, "receipts_note_check"],
    ["more returned than received", { amount: "-1", note: "Troco" }, "pedidos_paid_amount_check"],
    ["no method", { amount: "1", method: "" }, "receipts_method_check"],
    ["an unknown kind", { amount: "1", kind: "cheque" }, "receipts_kind_check"],
    ["more than its receipt", { amount: "1", paid: "2" }, "receipts_allocated_check"],
  ])("with a payment of %s is rejected", async (_, row, reason) => {
    const { paid, ...wrong }: { amount: string; paid?: string } = row;
    const [order] = await insertOrders(database);
    const id = crypto.randomUUID();
    const receipt = { id, method: "PIX", kind: "pix", received_at: new Date(), ...wrong };
    const pay = () =>
      database.transaction(async (tx) => {
        await tx.insert(receipts).values(receipt as typeof receipts.$inferInsert);
        const amount = paid ?? receipt.amount;
        await tx.insert(payments).values({ order_id: order?.id ?? "", receipt_id: id, amount });
      });
    expect(await rejectionOf(pay())).toContain(reason);
  });

  it("with money that was returned without a credit is rejected", async () => {
    const refund = { amount: "-1", method: "PIX", kind: "pix", note: "Troco" } as const;
    expect(await rejectionOf(insert(receipts, { ...refund, received_at: new Date() }))).toContain(
      "receipts_credit_check",
    );
  });

  it("with a used key is rejected", async () => {
    await insertOrders(database, { idempotency_key: "a" });
    expect(await rejectionOf(insertOrders(database, { idempotency_key: "a" }))).toContain(
      "idempotency_key_key",
    );
  });

  it("gets a number from the database, starting with 1001", async () => {
    const rows = await insertOrders(database, {}, {});
    expect(rows.map((row) => row.numero_pedido)).toEqual([1001, 1002]);
    const chosen = insert(pedidos, { ...orderRow(), numero_pedido: 7 });
    expect(await rejectionOf(chosen)).toContain("cannot insert a non-DEFAULT value");
  });

  it("is pending at first", async () => {
    const [row] = await insertOrders(database);
    expect(row?.status).toBe("pendente");
  });
});

describe("the settings", () => {
  it("are one row", async () => {
    expect(await rejectionOf(insert(settings, { single_row: true }))).toContain(
      "settings_single_row_key",
    );
    expect(await rejectionOf(insert(settings, { single_row: false }))).toContain(
      "settings_single_row_check",
    );
  });

  it("initially have no fee, no minimum and no saved payment methods", async () => {
    const [row] = await database.select().from(settings);
    expect(row?.delivery_settings).toEqual({
      delivery_fee: 0,
      minimum_order: 0,
      free_delivery_minimum: 0,
    });
    expect(row?.payment_methods).toBeNull();
  });

  const delivery = { delivery_fee: 0, minimum_order: 0, free_delivery_minimum: 0 };
  it.each([
    [
      "a negative fee",
      { delivery_settings: { ...delivery, delivery_fee: -1 } },
      "delivery_settings_check",
    ],
    [
      "a fee as text",
      { delivery_settings: { ...delivery, delivery_fee: "5" } },
      "delivery_settings_check",
    ],
    [
      "a tenth of a cent",
      { delivery_settings: { ...delivery, delivery_fee: 0.001 } },
      "delivery_settings_check",
    ],
    ["a missing minimum", { delivery_settings: { delivery_fee: 1 } }, "delivery_settings_check"],
    ["payment methods that are no list", { payment_methods: "PIX" }, "payment_methods_check"],
    ["colors that are a list", { colors: ["#fff"] }, "colors_check"],
    ["about texts that are a list", { about_page_content: [] }, "about_page_content_check"],
  ])("with %s are rejected", async (_, wrong, reason) => {
    expect(await rejectionOf(database.update(settings).set(wrong as never))).toContain(reason);
  });
});

it("a postal code is eight digits", async () => {
  const address = { street: "", neighborhood: "", city: "Rio", state: "RJ" };
  expect(await rejectionOf(insert(postalCodes, { cep: "20040-00", address }))).toContain(
    "cep_check",
  );
});

it("rows of the audit log cannot be changed or deleted", async () => {
  await insert(products, productRow());
  const edit = database.update(auditLogs).set({ user_email: "outra@example.com" });
  expect(await rejectionOf(edit)).toContain("written once");
  expect(await rejectionOf(database.delete(auditLogs))).toContain("written once");
});
