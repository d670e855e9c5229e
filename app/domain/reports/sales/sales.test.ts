import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { products } from "#app/domain/catalogue/table.ts";
import { anonymizeCustomer } from "#app/domain/customers/privacy/commands.server.ts";
import { customers } from "#app/domain/customers/table.ts";
import { type CursorPosition, cursorSchema } from "#app/domain/kernel/paging/schema.ts";
import { readDashboard } from "#app/domain/reports/dashboard/queries.server.ts";
import { addDays } from "#app/shared/days.ts";
import { noQuantities, type Quantities } from "#app/shared/quantities.ts";
import { type SaleUnit, saleUnits } from "#app/shared/units.ts";
import { computeNaively, type Facts, readFacts } from "#tests/support/naive-sales.ts";
import {
  addGoods,
  addOrders,
  author,
  changeOrders,
  createDraws,
  firstDay,
  lastDay,
  now,
} from "#tests/support/random-sales.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { isNightly, testSeed } from "#tests/support/test-run.ts";
import { streamSalesLines, streamSalesOrders } from "./csv.server.ts";
import { listSalesOrders, readSales } from "./queries.server.ts";
import {
  extrasKey,
  noKey,
  periodOf,
  type SalesDimension,
  type SalesFigure,
  type SalesOrder,
  salesDimensions,
  salesFigures,
  toBars,
} from "./rules.ts";
import type { SalesQuery } from "./schema.ts";

const { database } = await openTestDatabase();
/** Enough for every state, status and unit; the nightly run has a size at which the plans change. */
const orderCount = isNightly ? 5000 : 400;

const round = (value: number, by: number) => Math.round(value * by);
const toGrams = (quantities: Quantities) =>
  Object.fromEntries(saleUnits.map((unit) => [unit, round(quantities[unit], 1000)]));
const dimensionsOf = (figure: SalesFigure) =>
  (Object.keys(salesDimensions) as SalesDimension[]).filter(
    (by) => figure !== "received" || salesDimensions[by].ofPayments,
  );

async function expectNaive(facts: Facts, period: { from: string; until: string }) {
  for (const figure of Object.keys(salesFigures) as SalesFigure[]) {
    for (const by of dimensionsOf(figure)) {
      const query = { ...period, figure, by };
      const sales = await readSales(database, query);
      const naive = computeNaively(facts, query);
      const shown = sales.rows.filter(({ orders }) => orders > 0);
      expect(
        Object.fromEntries(
          shown.map(({ key, orders, quantities, amount }) => [
            key,
            { orders, grams: toGrams(quantities), amount: round(amount, 100) },
          ]),
        ),
        `${figure} by ${by}`,
      ).toEqual(Object.fromEntries(naive));
      const [total = { orders: 0, grams: toGrams(noQuantities), amount: 0 }] = computeNaively(
        facts,
        {
          ...query,
          by: "total",
        },
      ).values();
      expect(sales.total.orders).toBe(total.orders);
      expect(round(sales.total.amount, 100)).toBe(total.amount);
      expect(toGrams(sales.total.quantities)).toEqual(total.grams);
      expect(shown.reduce((sum, { amount }) => sum + round(amount, 100), 0)).toBe(total.amount);
      expect(toBars(sales, "week").reduce((sum, { amount }) => sum + round(amount, 100), 0)).toBe(
        total.amount,
      );
    }
  }
}

async function readCsv(pieces: AsyncGenerator<string>): Promise<Record<string, string>[]> {
  let text = "";
  for await (const piece of pieces) text += piece;
  const [head = "", ...lines] = text.slice(1).trimEnd().split("\r\n");
  const cells = (line: string) => line.slice(1, -1).split('";"');
  const names = cells(head);
  return lines.map((line) =>
    Object.fromEntries(cells(line).map((cell, at) => [names[at] ?? "", cell])),
  );
}

const centsOf = (text = "") => Math.round(Number(text.replace(",", ".")) * 100);

/** All pages of the orders behind a row, each once. */
async function listAllOrders(query: SalesQuery, key: string) {
  const found = new Map<string, SalesOrder>();
  for (let cursor: CursorPosition | undefined; ; ) {
    const page = await listSalesOrders(database, query, key, cursor);
    for (const one of page.items) found.set(one.id, one);
    if (page.next_cursor === null) return [...found.values()];
    cursor = cursorSchema.parse(page.next_cursor);
  }
}

test("page, files and dashboard equal a naive computation over random orders", {
  timeout: 600_000,
}, async () => {
  const random = createDraws(testSeed);
  const goods = await addGoods(database);
  const ids = await addOrders(database, goods, random, orderCount);
  const all = { from: firstDay, until: lastDay };
  // The sums are computed once before the changes, which have to reach sums that exist.
  await expectNaive(await readFacts(database), all);
  await changeOrders(database, ids, random, 60);
  const [moved, removed] = goods;
  await database
    .update(products)
    .set({ category: "gelo-saborizado" })
    .where(eq(products.id, moved?.id ?? ""));
  await database.delete(products).where(eq(products.id, removed?.id ?? ""));
  const facts = await readFacts(database);
  await expectNaive(facts, all);
  await expectNaive(facts, periodOf("mes", lastDay));
  await expectNaive(facts, { from: "2026-09-10", until: "2026-09-10" });

  const query = { ...periodOf("mes", lastDay), figure: "delivered", by: "product" } as const;
  const delivered = await readSales(database, query);
  const orders = await readCsv(streamSalesOrders(database, query));
  const lines = await readCsv(streamSalesLines(database, query));
  expect(orders).toHaveLength(delivered.total.orders);
  const sumOf = (rows: Record<string, string>[], column: string) =>
    rows.reduce((sum, row) => sum + centsOf(row[column]), 0);
  expect(sumOf(orders, "Total (R$)")).toBe(round(delivered.total.amount, 100));
  const extras = delivered.rows.find(({ key }) => key === extrasKey)?.amount ?? 0;
  expect(sumOf(lines, "Total (R$)")).toBe(round(delivered.total.amount - extras, 100));
  const gramsOf = (unit: SaleUnit) =>
    lines
      .filter((row) => row["Unidade principal"] === unit)
      .map((row) => round(Number(row["Unidades principais"]?.replace(",", ".")), 1000))
      .reduce((sum, grams) => sum + grams, 0);
  expect(Object.fromEntries(saleUnits.map((unit) => [unit, gramsOf(unit)]))).toEqual(
    toGrams(delivered.total.quantities),
  );
  expect(Object.keys(delivered.total.quantities)).toEqual(
    expect.arrayContaining(["kg", "unidade"]),
  );

  const dashboard = await readDashboard(database, now);
  const placed = await readSales(database, { ...query, figure: "placed" });
  const received = await readSales(database, { ...query, figure: "received", by: "method" });
  expect(delivered.total.amount).toBe(dashboard.revenue.month);
  expect(placed.total).toMatchObject(dashboard.month);
  expect(received.total.amount).toBe(dashboard.received.month);

  for (const by of dimensionsOf("delivered")) {
    const sales = await readSales(database, { ...query, by });
    // The rarest row and the row without a key are checked too: pages of orders end on other days there.
    const others = sales.rows.filter(({ key }) => key === extrasKey || key === noKey);
    for (const row of [sales.rows[1], sales.rows.at(-1), ...others]) {
      const behind = await listAllOrders({ ...query, by }, row?.key ?? "");
      expect(behind.length, `${by} ${row?.key}`).toBe(row?.orders);
    }
  }
});

test("each bar has the amount of the same days before, also where weeks and months begin elsewhere", () => {
  const sums = (...days: string[]) => days.map((day) => ({ day, amount: 0.1, orders: 1 }));
  const period = { from: "2026-08-04", until: "2026-08-18", before_from: "2026-07-20" };
  const days = sums("2026-08-04", "2026-08-09", "2026-08-18");
  const days_before = sums("2026-07-20", "2026-07-26", "2026-08-03");
  const bars = toBars({ ...period, days, days_before }, "week");
  expect(bars).toEqual([
    { start: "2026-08-03", amount: 0.2, orders: 2, before: 0.1 },
    { start: "2026-08-10", amount: 0, orders: 0, before: 0.1 },
    { start: "2026-08-17", amount: 0.1, orders: 1, before: 0.1 },
  ]);
  expect(toBars({ ...period, days, days_before: [] }, "month")).toEqual([
    { start: "2026-08-01", amount: 0.3, orders: 3, before: 0 },
  ]);
});

test("the period before has the same length", async () => {
  const sales = await readSales(database, {
    from: "2026-08-11",
    until: "2026-08-20",
    figure: "placed",
    by: "method",
  });
  expect(sales.before_from).toBe(addDays("2026-08-11", -10));
});

test("customers are named by their row only, also after a merge", async () => {
  const goods = await addGoods(database);
  await addOrders(database, goods.slice(0, 1), createDraws(testSeed), 30);
  const query = { from: firstDay, until: lastDay, figure: "placed", by: "customer" } as const;
  const before = await readSales(database, query);
  const [into, merged] = before.rows;
  if (!into || !merged) throw new Error("two customers are needed");
  expect(await database.$count(sql`sales_sums AS row`, sql`row::text LIKE '%Cliente%'`)).toBe(0);
  await database
    .update(customers)
    .set({ merged_into: into.key, merged_at: now, root_id: into.key })
    .where(eq(customers.id, merged.key));
  const after = await readSales(database, query);
  expect(after.rows.find(({ key }) => key === into.key)).toMatchObject({
    label: into.label,
    orders: into.orders + merged.orders,
  });
  const behind = await listAllOrders(query, into.key);
  expect(behind).toHaveLength(into.orders + merged.orders);
  await anonymizeCustomer(database, now, author, behind[0]?.id ?? "");
  const { total } = await readSales(database, query);
  expect(total).toEqual(before.total);
});
