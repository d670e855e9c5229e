import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { mainOption } from "#app/domain/catalogue/options/sale-options.ts";
import { products } from "#app/domain/catalogue/table.ts";
import { refreshSales } from "#app/domain/reports/sales/sums.server.ts";
import { salesSums } from "#app/domain/reports/sales/table.ts";
import { stockMovements } from "#app/domain/stock/table.ts";
import { lineTotal, toCents } from "#app/shared/money.ts";
import { readOrderFields } from "#app/shared/order-fields.ts";
import { createRandom } from "#demo/random.ts";
import { insertOrders, productRow } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { isNightly, testSeed } from "#tests/support/test-run.ts";
import { changeOrderStatus } from "./commands.server.ts";
import { editOrder, listOrderHistory } from "./edit.server.ts";
import { draftEdit } from "./edit.ts";
import { editedTotal, findWeightDoubt } from "./lines.ts";
import { findOrder } from "./queries.server.ts";
import type { OrderDetail, OrderItem } from "./schema.ts";

const { database } = await openTestDatabase();
const ana = "ana@example.com";
const now = new Date("2026-11-24T12:00:00Z");

type Goods = { id: string; unit: "kg" | "caixa"; price: number };
let goods: Goods[] = [];

/** Three kinds of fish by the kilo, a box of fish of 10 kg, and three kinds of ice by the box. */
async function addGoods(): Promise<Goods[]> {
  const rows = Array.from({ length: 6 }, (_, index) => {
    const isFish = index < 3;
    const fishOptions = [mainOption("kg", 30 + index), box(index)];
    return productRow({
      title: `${isFish ? "Peixe" : "Gelo"} ${index}`,
      slug: `produto-${index}`,
      stock: 500,
      sale_options: isFish ? fishOptions : [mainOption("caixa", 20 + index)],
      specs: isFish ? { variable_weight: true } : {},
    });
  });
  const stored = await database.insert(products).values(rows).returning();
  return stored.flatMap(({ id, sale_options }) =>
    sale_options.map(({ unit, price }) => ({ id, unit: unit as Goods["unit"], price })),
  );
}

const box = (index: number) => ({
  ...mainOption("caixa", 280 + index),
  contains: 10,
});

async function orderOf(lines: (Goods & { quantity: number })[]): Promise<string> {
  const itens = lines.map(({ id, unit, price, quantity }) => ({
    product_id: id,
    product_name: "Produto",
    unit,
    price,
    quantity,
    total: lineTotal(price, quantity) / 100,
    ...(price >= 30 && { variable_weight: true }),
    ...(price >= 280 && { contains: 10 }),
  }));
  const cents = itens.reduce((sum, { total }) => sum + Math.round(total * 100), 0);
  const [row] = await insertOrders(database, { itens, valor_total: String(cents / 100) });
  return row?.id ?? "";
}

async function read(id: string): Promise<OrderDetail> {
  const order = await findOrder(database, id);
  if (!order) throw new Error("the order is missing");
  return order;
}

/** The lines as a request repeats them. */
const requestOf = (itens: readonly OrderItem[]) =>
  itens.map(({ product_id, unit, quantity, price, weight, swap_of }) => ({
    product_id,
    unit,
    quantity,
    price,
    weight,
    swap_of,
  }));

const stocks = async () => {
  const rows = await database.select().from(products).orderBy(products.slug);
  return rows.map(({ stock }) => stock);
};

async function setStatus(id: string, status: "confirmado" | "entregue" | "cancelado") {
  const { version } = await read(id);
  await changeOrderStatus(database, ana, id, { status, version });
}

type Change = Omit<Parameters<typeof editOrder>[4], "version">;

async function edit(id: string, change: Change) {
  const { version } = await read(id);
  return editOrder(database, now, ana, id, { ...change, version });
}

beforeEach(async () => {
  goods = await addGoods();
});

test("a weighed line costs its weight, and the stock changes by the difference", async () => {
  const [fish] = goods as [Goods];
  const id = await orderOf([{ ...fish, quantity: 8 }]);
  await setStatus(id, "confirmado");
  const saved = await edit(id, {
    itens: [{ product_id: fish.id, unit: "kg", quantity: 8, price: 30, weight: 7.355 }],
    reason: "Pesado",
  });
  expect(saved).toMatchObject({
    ok: true,
    row: {
      valor_total: 220.65,
      itens: [{ quantity: 8, weight: 7.355, total: 220.65, stock: 492.645 }],
      original: { valor_total: 240, itens: [{ quantity: 8, total: 240 }] },
      edited_at: now.toISOString(),
      edit_reason: "Pesado",
    },
  });
  const movements = await database.select().from(stockMovements).orderBy(stockMovements.id);
  expect(movements.at(-1)).toMatchObject({ quantity: 0.645, reason: "edição", order_id: id });
});

test("a line that is left out stays with quantity 0, a swap is added, and the first edit keeps the original", async () => {
  const [fish, , other] = goods as [Goods, Goods, Goods];
  const id = await orderOf([{ ...fish, quantity: 2 }]);
  await edit(id, {
    itens: [{ product_id: other.id, unit: "kg", quantity: 2, price: 31, swap_of: fish.id }],
    discount: 2,
  });
  await edit(id, { delivery_fee: 10 });
  expect(await read(id)).toMatchObject({
    valor_total: 70,
    discount: 2,
    delivery_fee: 10,
    itens: [
      { product_id: fish.id, quantity: 0, total: 0 },
      { product_id: other.id, quantity: 2, total: 62, swap_of: fish.id },
    ],
    original: { valor_total: 60, delivery_fee: 0, itens: [{ quantity: 2 }] },
  });
});

test("the line of a deleted product stays editable", async () => {
  const [fish] = goods as [Goods];
  const id = await orderOf([{ ...fish, quantity: 2 }]);
  await setStatus(id, "confirmado");
  await database.delete(products).where(eq(products.id, fish.id));
  const saved = await edit(id, {
    itens: [{ product_id: fish.id, unit: "kg", quantity: 3, price: 30 }],
  });
  expect(saved).toMatchObject({ ok: true, row: { valor_total: 90, itens: [{ stock: null }] } });
});

test("an edit that changes nothing stores nothing", async () => {
  const id = await orderOf([{ ...(goods[0] as Goods), quantity: 2 }]);
  const { itens } = await read(id);
  expect(await edit(id, { itens: requestOf(itens), discount: 0 })).toMatchObject({
    ok: true,
    row: { version: 1, edited_at: null, original: null },
  });
});

const kilos = fc.integer({ min: 1, max: 9_999_999 }).map((grams) => grams / 1000);

test.each([
  ["kg", 8, 1, 8, undefined],
  ["kg", 8, 1, 10.399, undefined],
  ["kg", 8, 1, 10.4, { ordered: 8 }],
  ["kg", 8, 1, 5.5, { ordered: 8 }],
  ["kg", 8, 1, 8120, { ordered: 8, suggested: 8.12, typo: "Gramas no lugar de quilos?" }],
  ["kg", 8, 1, 81.2, { ordered: 8, suggested: 8.12, typo: "Vírgula no lugar errado?" }],
  ["kg", 8, 1, 0.812, { ordered: 8, suggested: 8.12, typo: "Vírgula no lugar errado?" }],
  ["caixa", 2, 10, 19.6, undefined],
  ["caixa", 2, 10, 196, { ordered: 20, suggested: 19.6, typo: "Vírgula no lugar errado?" }],
] as const)(
  "of %s × %d with %d kg the weight %d is usual or asks",
  (unit, quantity, contains, weight, doubt) => {
    expect(findWeightDoubt({ unit, quantity, contains }, weight)).toEqual(doubt);
  },
);

test("the history shows who changed what, and what a recent edit replaced", async () => {
  const [fish, , other] = goods as [Goods, Goods, Goods];
  const id = await orderOf([{ ...fish, quantity: 2 }]);
  await setStatus(id, "confirmado");
  await edit(id, {
    itens: [
      { product_id: other.id, unit: "kg", quantity: 2, price: 31, weight: 2.1, swap_of: fish.id },
    ],
    discount: 2,
    reason: "Faltou",
  });
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  const [changed, confirmed, received, ...further] = await listOrderHistory(database, at(9), id);
  expect(further).toEqual([]);
  expect(changed).toMatchObject({
    author: ana,
    sentences: [
      "Produto: 2 kg → não enviado",
      "Peixe 1: acrescentado, 2,1 kg pesados, no lugar de Produto",
      "Desconto: R$ 0,00 → R$ 2,00",
      "Total: R$ 60,00 → R$ 63,10",
      "Motivo: Faltou",
    ],
    undo: { itens: [{ product_id: fish.id, quantity: 2 }], discount: 0, delivery_fee: 0 },
  });
  expect(confirmed).toMatchObject({ sentences: ["Status: Pendente → Confirmado"] });
  expect(received).toMatchObject({ author: "Sistema", sentences: ["Pedido recebido, R$ 60,00"] });
  const later = await listOrderHistory(database, at(11), id);
  expect(later[0]?.sentences).toEqual(changed?.sentences);
  expect(later.some(({ undo }) => undo)).toBe(false);
});

describe("the total of a line", () => {
  test("is what the database computes, half a cent up", async () => {
    const line = fc.record({
      price: fc.integer({ min: 0, max: 9_999_999 }).map((cents) => cents / 100),
      weight: kilos,
      contains: fc.integer({ min: 1, max: 48 }),
      unit: fc.constantFrom("kg" as const, "caixa" as const),
    });
    const lines = fc.sample(line, { numRuns: 500 });
    const { rows } = await database.execute<{ cents: string }>(sql`
      SELECT round(CASE WHEN unit = 'kg' THEN price * weight ELSE price * weight / contains END, 2) * 100 AS cents
      FROM json_to_recordset(${JSON.stringify(lines)}::json)
        AS line (unit text, price numeric, weight numeric, contains integer)`);
    const computed = lines.map((one) => editedTotal({ ...one, quantity: 1 }));
    expect(computed).toEqual(rows.map(({ cents }) => Number(cents)));
  });
});

describe("the total of an edit", () => {
  const cents = (max: number) => fc.integer({ min: 0, max });
  const line = fc
    .record({
      unit: fc.constantFrom("kg" as const, "caixa" as const),
      grams: fc.integer({ min: 1, max: 9_999_000 }),
      weighed: fc.option(fc.integer({ min: 1, max: 9_999_999 })),
      contains: fc.integer({ min: 1, max: 48 }),
      cents: cents(100_000_000),
    })
    .map(({ unit, grams, contains, ...drawn }) => {
      const isKilos = unit === "kg";
      const thousandths = isKilos ? grams : Math.ceil(grams / 1000) * 1000;
      return { ...drawn, unit, thousandths, contains: isKilos ? 1 : contains };
    });
  type Line = typeof line extends fc.Arbitrary<infer T> ? T : never;

  /** Price × quantity or weight in whole numbers, half a cent up. */
  function exactCents({ unit, cents: price, thousandths, weighed, contains }: Line): bigint {
    const amount = BigInt(price) * BigInt(weighed ?? thousandths);
    const per = 1000n * BigInt(weighed === null || unit === "kg" ? 1 : contains);
    return (2n * amount + per) / (2n * per);
  }

  test("is the sum of its lines and the fee minus the discount, in whole cents", () => {
    const amounts = fc.record({ fee: cents(999_999), discount: cents(999_999_999) });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), amounts, (lines, drawn) => {
        const itens = lines.map((one, index) => ({
          product_id: `product-${index}`,
          product_name: "Peixe",
          unit: one.unit,
          quantity: 1,
          price: 1,
          total: 1,
          contains: one.contains,
          variable_weight: true,
        }));
        const edited = lines.map((one, index) => ({
          product_id: `product-${index}`,
          unit: one.unit,
          price: one.cents / 100,
          quantity: one.thousandths / 1000,
          ...(one.weighed !== null && { weight: one.weighed / 1000 }),
        }));
        const draft = draftEdit(
          {
            ...readOrderFields({}),
            status: "confirmado",
            itens,
            original: null,
            delivery_kind: null,
          },
          { itens: edited, delivery_fee: drawn.fee / 100, discount: drawn.discount / 100 },
          new Map(),
          "2026-11-24",
        );
        const totals = lines.map(exactCents);
        expect(draft.itens.map(({ total }) => BigInt(toCents(total)))).toEqual(totals);
        const sum = totals.reduce((all, one) => all + one, 0n) + BigInt(drawn.fee - drawn.discount);
        expect(BigInt(draft.total)).toBe(sum);
        const expected = sum < 0n ? ["discount"] : [];
        expect(draft.errors.map(({ field }) => field)).toEqual(expected);
      }),
    );
  });
});

/** Random lines of an order: some changed, weighed or not sent, sometimes one replaced. */
function randomEdit(order: OrderDetail, random: ReturnType<typeof createRandom>): Change {
  const { next, oneOf, flip } = random;
  const below = (limit: number) => Math.floor(next() * limit);
  const itens = requestOf(order.itens).flatMap((line) => {
    if (below(6) === 0 && order.itens.length > 2) return [];
    const canBeWeighed = line.price >= 30;
    const quantity = line.unit === "kg" ? (1 + below(20_000)) / 1000 : 1 + below(20);
    const weight = canBeWeighed && flip() ? (1 + below(20_000)) / 1000 : undefined;
    return [{ ...line, quantity, weight, price: Math.round(line.price * 100 + below(3)) / 100 }];
  });
  const added = oneOf(goods);
  const isNew = !order.itens.some(
    (line) => line.product_id === added.id && line.unit === added.unit,
  );
  const swapped = oneOf(order.itens).product_id;
  if (isNew && flip()) {
    itens.push({
      product_id: added.id,
      unit: added.unit,
      quantity: 1 + below(9),
      price: added.price,
      weight: undefined,
      swap_of: swapped === added.id ? undefined : swapped,
    });
  }
  if (itens.length === 0)
    itens.push(...requestOf(order.itens.slice(0, 1)).map((line) => ({ ...line, quantity: 1 })));
  return {
    itens,
    discount: below(100) / 100,
    delivery_fee: below(2000) / 100,
    reason: "Conferência",
  };
}

test("random edits and their reversals restore stocks, totals and sums", {
  timeout: 600_000,
}, async () => {
  const random = createRandom(testSeed);
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    const lines = goods.filter(() => random.flip()).map((one) => ({ ...one, quantity: 3 }));
    const id = await orderOf(lines.length > 0 ? lines : [{ ...(goods[0] as Goods), quantity: 3 }]);
    if (count > 0) await setStatus(id, count > 3 ? "entregue" : "confirmado");
    ids.push(id);
  }
  const before = await readState(ids);
  const undone: { id: string; order: OrderDetail }[] = [];
  for (let done = 0; done < (isNightly ? 1000 : 40); done += 1) {
    const id = random.oneOf(ids);
    const order = await read(id);
    const saved = await edit(id, randomEdit(order, random));
    expect(saved).toMatchObject({ ok: true });
    undone.push({ id, order });
    const { itens, delivery_fee, discount, valor_total } = await read(id);
    const cents = itens.reduce((sum, { total }) => sum + toCents(total), 0);
    expect(toCents(valor_total)).toBe(cents + toCents(delivery_fee) - toCents(discount));
  }
  expect(await stocks()).not.toEqual(before.stocks);
  for (const { id, order } of undone.reverse()) {
    const { itens, delivery_fee, discount } = order;
    await edit(id, { itens: requestOf(itens), delivery_fee, discount, reason: "Desfeito" });
  }
  expect(await readState(ids)).toEqual(before);
  const { rows } = await database.execute(sql`
    SELECT product_id FROM stock_movements JOIN products ON products.id = product_id
    GROUP BY product_id, stock HAVING sum(quantity) <> stock`);
  expect(rows).toEqual([]);
});

async function readState(ids: string[]) {
  const orders = await Promise.all(ids.map(read));
  await refreshSales(database);
  const { rows: sums } = await database.execute(sql`
    SELECT dimension, key, figure, orders, unidade::float8, pacote::float8, caixa::float8, kg::float8, amount::float8 FROM ${salesSums}
    ORDER BY dimension, day, key, figure`);
  return {
    stocks: await stocks(),
    orders: orders.map(({ itens, valor_total }) => ({ itens, valor_total })),
    sums,
  };
}
