import { eq } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { describe, expect, it } from "vitest";
import { orderItem, orderRow, productRow, recipeRow } from "./fixtures.ts";
import {
  auditLogs,
  categories,
  pedidos,
  postalCodes,
  products,
  recipes,
  settings,
} from "./schema.ts";
import { openTestDatabase } from "./testing.ts";

const { database } = await openTestDatabase();

const insert = (table: PgTable, row: object) => database.insert(table).values(row as never);

/** The database's own answer, behind Drizzle's 'Failed query'. */
async function refusalOf(work: PromiseLike<unknown>): Promise<string> {
  const error = await Promise.resolve(work).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error)) throw new Error("the database accepted it");
  return cause.message;
}

describe("a product", () => {
  it.each([
    ["a negative price", { price: "-0.01" }, "products_price_check"],
    ["a price that is no number", { price: "NaN" }, "products_price_check"],
    ["a price beyond ten million", { price: "10000000" }, "products_price_check"],
    ["a price too long for its column", { price: "99999999999999" }, "numeric field overflow"],
    ["an unknown category", { category: "sorvetes" }, "products_category_fkey"],
    ["an empty title", { title: "" }, "products_title_check"],
    ["a title of a whole page", { title: "a".repeat(301) }, "products_title_check"],
    ["an empty slug", { slug: "" }, "products_slug_check"],
    ["a position before the first", { position: -1 }, "products_position_check"],
    ["an unknown unit", { specs: { unit: "litro" } }, "products_specs_check"],
    ["no unit", { specs: { rating: 4 } }, "products_specs_check"],
    ["a unit that is null", { specs: { unit: null } }, "products_specs_check"],
    ["specs that are a list", { specs: ["kg"] }, "products_specs_check"],
    ["a rating of six stars", { specs: { unit: "kg", rating: 6 } }, "products_specs_check"],
    ["a rating in words", { specs: { unit: "kg", rating: "5" } }, "products_specs_check"],
    [
      "half a unit in a pack",
      { specs: { unit: "kg", packageInfo: { unitsPerPackage: 1.5 } } },
      "products_specs_check",
    ],
    ["pictures that are no list", { images: { 0: "/a.png" } }, "products_images_check"],
    ["a picture that is no text", { images: ["/a.png", 7] }, "products_images_check"],
  ])("with %s is refused", async (_, wrong, reason) => {
    const work = insert(products, { ...productRow(), ...wrong });
    expect(await refusalOf(work)).toContain(reason);
  });

  it("may be free, sold out beyond zero, without a category and with full package data", async () => {
    const specs = {
      unit: "caixa",
      rating: 4.5,
      packageInfo: { packagesPerBox: 4, unitsPerBox: 30 },
    };
    await insert(products, { ...productRow(), price: "0", stock: -3, category: null, specs });
  });

  it("with another's slug is refused", async () => {
    await insert(products, productRow());
    expect(await refusalOf(insert(products, productRow()))).toContain("products_slug_key");
  });

  it("keeps its category from being removed", async () => {
    await insert(products, productRow());
    const removal = database.delete(categories).where(eq(categories.slug, "polpas"));
    expect(await refusalOf(removal)).toContain("products_category_fkey");
  });
});

describe("a category", () => {
  it("has one of the four slugs, once", async () => {
    const row = { name: "Sorvetes", position: 4 };
    expect(await refusalOf(insert(categories, { ...row, slug: "sorvetes" }))).toContain(
      "slug_check",
    );
    expect(await refusalOf(insert(categories, { ...row, slug: "polpas" }))).toContain("slug_key");
  });

  it("has a name and a position from 0 on", async () => {
    expect(await refusalOf(database.update(categories).set({ position: -1 }))).toContain(
      "position_check",
    );
    expect(await refusalOf(database.update(categories).set({ name: "" }))).toContain("name_check");
  });
});

describe("a recipe", () => {
  it.each([
    ["an unknown difficulty", { difficulty: "Impossível" }, "recipes_difficulty_check"],
    ["a time before it began", { prep_time: -1 }, "recipes_prep_time_check"],
    ["fewer than no servings", { servings: -1 }, "recipes_servings_check"],
    [
      "ingredients that are no list of text",
      { ingredients: [{ name: "caju" }] },
      "recipes_ingredients_check",
    ],
    ["an empty slug", { slug: "" }, "recipes_slug_check"],
  ])("with %s is refused", async (_, wrong, reason) => {
    expect(await refusalOf(insert(recipes, { ...recipeRow(), ...wrong }))).toContain(reason);
  });

  it("with another's slug is refused", async () => {
    await insert(recipes, recipeRow());
    expect(await refusalOf(insert(recipes, recipeRow()))).toContain("recipes_slug_key");
  });
});

describe("an order", () => {
  it.each([
    ["an unknown status", { status: "perdido" }, "pedidos_status_check"],
    ["a negative total", { valor_total: "-0.30" }, "violates check constraint"],
    ["a total that is no number", { valor_total: "NaN" }, "violates check constraint"],
    ["a total that is not its items", { valor_total: "0.31" }, "pedidos_total_is_items_plus_fee"],
    ["a fee left out of the total", { delivery_fee: "5" }, "pedidos_total_is_items_plus_fee"],
    ["a negative fee", { delivery_fee: "-0.1", valor_total: "0.2" }, "pedidos_delivery_fee_check"],
    ["no items", { itens: [], valor_total: "0" }, "pedidos_itens_check"],
    ["a line that does not add up", { itens: [orderItem({ quantity: 2 })] }, "pedidos_itens_check"],
    [
      "no quantity",
      { itens: [orderItem({ quantity: 0, total: 0 })], valor_total: "0" },
      "pedidos_itens_check",
    ],
    [
      "half a quantity",
      { itens: [orderItem({ quantity: 0.5, price: 0.6 })] },
      "pedidos_itens_check",
    ],
    ["an unknown unit", { itens: [{ ...orderItem(), unit: "litro" }] }, "pedidos_itens_check"],
    [
      "a nameless line",
      { itens: [{ ...orderItem(), product_name: undefined }] },
      "pedidos_itens_check",
    ],
    ["a customer who is no object", { cliente_info: ["Ana"] }, "pedidos_cliente_info_check"],
    [
      "a customer of a book's length",
      { cliente_info: { name: "a".repeat(20_001) } },
      "pedidos_cliente_info_check",
    ],
    ["an empty key", { idempotency_key: "" }, "pedidos_idempotency_key_check"],
  ])("with %s is refused", async (_, wrong, reason) => {
    expect(await refusalOf(insert(pedidos, { ...orderRow(), ...wrong }))).toContain(reason);
  });

  it("with a key that was used is refused", async () => {
    await insert(pedidos, orderRow({ idempotency_key: "a" }));
    expect(await refusalOf(insert(pedidos, orderRow({ idempotency_key: "a" })))).toContain(
      "idempotency_key_key",
    );
  });

  it("is numbered by the database, from 1001 on", async () => {
    const rows = await database.insert(pedidos).values([orderRow(), orderRow()]).returning();
    expect(rows.map((row) => row.numero_pedido)).toEqual([1001, 1002]);
    const chosen = insert(pedidos, { ...orderRow(), numero_pedido: 7 });
    expect(await refusalOf(chosen)).toContain("cannot insert a non-DEFAULT value");
  });

  it("starts pending", async () => {
    const [row] = await database.insert(pedidos).values(orderRow()).returning();
    expect(row?.status).toBe("pendente");
  });
});

describe("the settings", () => {
  it("are one row", async () => {
    expect(await refusalOf(insert(settings, { single_row: true }))).toContain(
      "settings_single_row_key",
    );
    expect(await refusalOf(insert(settings, { single_row: false }))).toContain(
      "settings_single_row_check",
    );
  });

  it("start without a fee or a minimum, and with payment methods never saved", async () => {
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
      "a fee in words",
      { delivery_settings: { ...delivery, delivery_fee: "5" } },
      "delivery_settings_check",
    ],
    [
      "a tenth of a cent",
      { delivery_settings: { ...delivery, delivery_fee: 0.001 } },
      "delivery_settings_check",
    ],
    ["a minimum left out", { delivery_settings: { delivery_fee: 1 } }, "delivery_settings_check"],
    ["payment methods that are no list", { payment_methods: "PIX" }, "payment_methods_check"],
    ["colours that are a list", { colors: ["#fff"] }, "colors_check"],
    ["about texts that are a list", { about_page_content: [] }, "about_page_content_check"],
  ])("with %s are refused", async (_, wrong, reason) => {
    expect(await refusalOf(database.update(settings).set(wrong as never))).toContain(reason);
  });
});

it("a postal code is eight digits", async () => {
  const address = { street: "", neighborhood: "", city: "Rio", state: "RJ" };
  expect(await refusalOf(insert(postalCodes, { cep: "20040-00", address }))).toContain("cep_check");
});

it("what the audit log says stays said", async () => {
  await insert(products, productRow());
  const edit = database.update(auditLogs).set({ user_email: "outra@example.com" });
  expect(await refusalOf(edit)).toContain("written once");
  expect(await refusalOf(database.delete(auditLogs))).toContain("written once");
});
