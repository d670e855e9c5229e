import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { RouterContextProvider } from "react-router";
import { beforeEach, describe, expect, test } from "vitest";
import { administratorContext, shopContext } from "#app/context.ts";
import { mainOption } from "#app/domain/catalogue/options/sale-options.ts";
import { products } from "#app/domain/catalogue/table.ts";
import { changeOrderStatus } from "#app/domain/orders/commands.server.ts";
import { memberRoles } from "#app/domain/people/roles.ts";
import type { LiveSession } from "#app/domain/people/sessions.server.ts";
import { planPurchase } from "#app/domain/stock/purchase-list.ts";
import { loader as loadProducts } from "#app/routes/admin/catalogue/products.tsx";
import { loader as loadSales } from "#app/routes/admin/reports/sales/sales.tsx";
import { loader as loadProductStock } from "#app/routes/admin/stock/product-stock.tsx";
import { loader as loadStock } from "#app/routes/admin/stock/stock.tsx";
import { dayOf } from "#app/shared/days.ts";
import type { OrderStatus } from "#app/shared/order-status.ts";
import { createShop } from "#app/shop.ts";
import { createMemoryPictures } from "#tests/support/memory-pictures.ts";
import { insertOrders, orderItem } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender, memberCookie } from "./admin-session.ts";
import { createSender } from "./administrator.ts";
import { addProduct, startApi } from "./api-shop.ts";
import { readProblem } from "./read-problem.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);
const read = async (path: string) => (await send("GET", `/api/${path}`)).json();

let product: typeof products.$inferSelect;
beforeEach(async () => {
  product = await addProduct(database, {
    stock: 0,
    sale_options: [mainOption("unidade", 4), { ...mainOption("caixa", 40), contains: 12 }],
  });
});

type Line = { quantity: number } & Record<string, unknown>;
async function enter(reason: string, line: Line, supplier?: string): Promise<number> {
  const lines = [{ product_id: product.id, ...line }];
  const response = await send("POST", "/api/stock-movements", { reason, supplier, lines });
  expect(response.status).toBe(201);
  return (await response.json()).items[0].movement_id;
}
const undo = (movement: number) => send("POST", `/api/stock-movements/${movement}/undo`, {});
const costOf = async () => (await read(`product-costs/${product.id}`)).average_cost;

async function order(quantity: number, price = 4) {
  const total = quantity * price;
  const item = orderItem({ product_id: product.id, quantity, price, total, unit: "unidade" });
  const [row] = await insertOrders(database, { itens: [item], valor_total: String(total) });
  if (!row) throw new Error("an insert returns its row");
  return row.id;
}
async function setStatus(id: string, status: OrderStatus) {
  const { rows } = await database.execute<{ version: number }>(
    sql`SELECT version FROM pedidos WHERE id = ${id}`,
  );
  const version = rows[0]?.version ?? 0;
  expect(
    await changeOrderStatus(database, "ana@example.com", id, { status, version }),
  ).toMatchObject({ ok: true });
}

test("a receipt has a supplier and a cost per purchase unit, and moves the average", async () => {
  expect(await costOf()).toBeNull();
  await enter("entrada", { quantity: 1, unit: "caixa", cost: 10 }, "Frutas do Vale");
  // 12 pieces for R$ 10,00.
  expect(await costOf()).toBe(0.8333);
  await enter("entrada", { quantity: 12, cost: 1 }, "Sítio Bom");
  expect(await costOf()).toBe(0.9167);
  await enter("perda", { quantity: 6, note: "Caixa molhada" });
  await enter("contagem", { quantity: 20 });
  await enter("entrada", { quantity: 5 });
  expect(await costOf()).toBe(0.9167);
  expect(await read(`product-costs/${product.id}`)).toMatchObject({
    receipts: [
      { supplier: "Sítio Bom", quantity: 12, cost: 12, unit_cost: 1, is_undone: false },
      { supplier: "Frutas do Vale", quantity: 12, cost: 10, unit_cost: 0.8333 },
    ],
  });
  expect((await read("suppliers")).items).toEqual([
    { name: "Frutas do Vale" },
    { name: "Sítio Bom" },
  ]);
  const { items } = await read(`stock-movements?product=${product.id}`);
  expect(items.map(({ supplier }: { supplier: string | null }) => supplier)).toEqual([
    ...[null, null, null],
    ...["Sítio Bom", "Frutas do Vale"],
  ]);
  expect(JSON.stringify(items)).not.toContain("cost");
});

test("an undone receipt leaves no trace in the average, also when others followed", async () => {
  const first = await enter("entrada", { quantity: 10, cost: 2 });
  const second = await enter("entrada", { quantity: 10, cost: 4 });
  await enter("entrada", { quantity: 20, cost: 5 });
  expect(await costOf()).toBe(4);
  expect((await undo(second)).status).toBe(204);
  // 10 for 2 and 20 for 5.
  expect(await costOf()).toBe(4);
  expect((await undo(first)).status).toBe(204);
  expect(await costOf()).toBe(5);
  const { receipts } = await read(`product-costs/${product.id}`);
  expect(receipts.map(({ is_undone }: { is_undone: boolean }) => is_undone)).toEqual([
    false,
    true,
    true,
  ]);
});

test("what was sold before it was received does not weigh, and another main unit has no cost yet", async () => {
  await enter("entrada", { quantity: 10, cost: 2 });
  const id = await order(30);
  await setStatus(id, "confirmado");
  await enter("entrada", { quantity: 40, cost: 3 });
  expect(await costOf()).toBe(3);
  const sale_options = [mainOption("kg", 30)];
  await database.update(products).set({ sale_options }).where(eq(products.id, product.id));
  expect(await costOf()).toBeNull();
  expect((await read("product-costs")).items).toEqual([]);
});

test("costs are amounts of receipts", async () => {
  const post = (reason: string, line: Line, supplier?: string) =>
    send("POST", "/api/stock-movements", {
      reason,
      supplier,
      lines: [{ product_id: product.id, ...line }],
    });
  for (const [reason, line, supplier, field] of [
    ["contagem", { quantity: 1, cost: 2 }, undefined, "lines.0.cost"],
    ["entrada", { quantity: 1, cost: -1 }, undefined, "lines.0.cost"],
    ["entrada", { quantity: 1, cost: 0.00001 }, undefined, "lines.0.cost"],
    ["perda", { quantity: 1, note: "Vencido" }, "Sítio Bom", "supplier"],
  ] as const) {
    const problem = await readProblem(await post(reason, line, supplier));
    expect(problem.errors).toMatchObject([{ field }]);
  }
});

/** The model of the property test: exact quotients of big integers, rounded once per receipt. */
type Entry = { at: number; quantity: number; cost?: number | undefined; before: number };
function averageNaively(entries: readonly Entry[]): number | null {
  let average: bigint | null = null;
  for (const { quantity, cost, before } of entries) {
    if (cost === undefined) continue;
    const [stockBefore, received, unitCost] = [BigInt(before), BigInt(quantity), BigInt(cost)];
    const value: bigint =
      average === null || stockBefore <= 0n
        ? unitCost * received
        : average * stockBefore + unitCost * received;
    const weight: bigint =
      average === null || stockBefore <= 0n ? received : stockBefore + received;
    average = (2n * value + weight) / (2n * weight);
  }
  return average === null ? null : Number(average) / 10_000;
}

test("after random receipts, sales, losses, counts and undone entries the average is the naive one", {
  tags: ["nightly"],
  timeout: 600_000,
}, async () => {
  const quantity = fc.integer({ min: 1, max: 50 });
  const step = fc.oneof(
    fc.record({
      kind: fc.constant("receive" as const),
      quantity,
      cost: fc.integer({ min: 0, max: 500_000 }),
    }),
    fc.record({ kind: fc.constant("receive" as const), quantity }),
    fc.record({ kind: fc.constantFrom("sell" as const, "count" as const), quantity }),
    fc.record({ kind: fc.constant("undo" as const), quantity }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      product = await addProduct(database, { stock: 0, sale_options: [mainOption("unidade", 4)] });
      const ledger = { stock: 0, entries: [] as Entry[] };
      for (const step of steps) await take(ledger, step);
      expect(await costOf()).toBe(averageNaively(ledger.entries));
    }),
  );
});

type Step = { kind: "receive" | "sell" | "count" | "undo"; quantity: number } & {
  cost?: number | undefined;
};
type Ledger = { stock: number; entries: Entry[] };

async function take(ledger: Ledger, { kind, quantity, cost }: Step): Promise<void> {
  if (kind === "receive") {
    const amount = cost === undefined ? undefined : cost / 10_000;
    const at = await enter("entrada", { quantity, cost: amount });
    ledger.entries.push({ at, quantity, cost, before: ledger.stock });
    ledger.stock += quantity;
  } else if (kind === "sell") {
    await setStatus(await order(quantity), "confirmado");
    ledger.stock -= quantity;
  } else if (kind === "count") {
    await enter("contagem", { quantity });
    ledger.stock = quantity;
  } else await undoOne(ledger, quantity);
}

async function undoOne(ledger: Ledger, chosen: number): Promise<void> {
  const undone = ledger.entries[chosen % Math.max(ledger.entries.length, 1)];
  if (!undone || (await undo(undone.at)).status !== 204) return;
  ledger.stock -= undone.quantity;
  ledger.entries = ledger.entries
    .filter((entry) => entry !== undone)
    .map((entry) =>
      entry.at > undone.at ? { ...entry, before: entry.before - undone.quantity } : entry,
    );
}

describe("the cost of what is sold", () => {
  const today = dayOf(new Date());
  const query = `from=${today}&until=${today}&figure=placed`;

  test("is the average when the order was confirmed, until it is canceled", async () => {
    const early = await order(5);
    await enter("entrada", { quantity: 100, cost: 1 });
    await setStatus(early, "confirmado");
    await enter("entrada", { quantity: 5, cost: 100 });
    const late = await order(10);
    await setStatus(late, "confirmado");
    const { total, rows } = await read(`sales/margins?${query}`);
    // 100 for (95 × 1 + 5 × 100) / 100 = 5.95 each.
    expect(total).toEqual({ costed_amount: 60, cost: 64.5, margin: -7.5 });
    expect(rows).toEqual([{ key: product.id, ...total }]);
    await setStatus(early, "entregue");
    expect((await read(`sales/margins?${query}`)).total.cost).toBe(64.5);
    await setStatus(late, "cancelado");
    expect((await read(`sales/margins?${query}`)).total).toEqual({
      costed_amount: 20,
      cost: 5,
      margin: 75,
    });
    const csv = await (await send("GET", `/api/sales/lines.csv?${query}`)).text();
    const [head = "", ...lines] = csv.trim().split("\r\n");
    expect(head).toContain('"Total (R$)";"Custo (R$)";"Margem (%)"');
    expect(lines.some((line) => line.includes('"20,00";"5,00";"75"'))).toBe(true);
    expect(lines.some((line) => line.includes('"40,00";"";"";'))).toBe(true);
  });

  test("is filled in at the delivery, if it was not known before", async () => {
    const id = await order(5);
    await setStatus(id, "confirmado");
    await enter("entrada", { quantity: 10, cost: 2 });
    await setStatus(id, "entregue");
    expect((await read(`sales/margins?${query}`)).total).toMatchObject({ cost: 10, margin: 50 });
  });

  test("of a customer and all other dimensions has the same total", async () => {
    await enter("entrada", { quantity: 10, cost: 2.5 });
    await setStatus(await order(4), "confirmado");
    for (const by of ["product", "category", "customer", "method", "zone", "channel"]) {
      const { total, rows } = await read(`sales/margins?${query}&by=${by}`);
      expect(
        rows.map(({ key, ...row }: { key: string }) => row),
        by,
      ).toEqual([total]);
    }
  });
});

describe("prices for a margin", () => {
  test("are suggested, rounded and saved; a product without a cost keeps its prices", async () => {
    await enter("entrada", { quantity: 12, cost: 2.4 });
    const other = await addProduct(database, { sale_options: [mainOption("unidade", 9)] });
    const change = { margin: 40, round_to: "0.90" };
    const { version } = await read(`products/${product.id}`);
    const body = {
      ...change,
      products: [
        { id: product.id, version },
        { id: other.id, version: other.version },
      ],
    };
    const answer = await send("POST", "/api/products/prices", { ...body, dry_run: true });
    expect((await answer.json()).items).toMatchObject([
      {
        status: "changed",
        prices: [
          { unit: "unidade", before: 4, after: 3.9 },
          { unit: "caixa", before: 40, after: 47.9 },
        ],
      },
      { status: "rejected", message: expect.stringContaining("custo") },
    ]);
    await send("POST", "/api/products/prices", { ...body, round_to: undefined });
    expect(await read(`products/${product.id}`)).toMatchObject({
      sale_options: [{ price: 4 }, { price: 48 }],
    });
    const both = await send("POST", "/api/products/prices", { ...body, percent: 5 });
    expect(both.status).toBe(400);
  });
});

describe("the purchase list", () => {
  test("counts free stock, sales and minimum, and names the last supplier", async () => {
    await enter("entrada", { quantity: 20, cost: 1 }, "Sítio Bom");
    await setStatus(await order(6), "entregue");
    await order(4);
    await setStatus(await order(9), "cancelado");
    const path = `/api/stock-minimums/${product.id}`;
    expect((await send("PUT", path, { minimum: 8 })).status).toBe(204);
    expect((await read("purchase-list?days=28")).items).toEqual([
      {
        product_id: product.id,
        title: product.title,
        unit: "unidade",
        free: 10,
        minimum: 8,
        sold: 10,
        cover_days: 28,
        suggested: 8,
        supplier: "Sítio Bom",
      },
    ]);
    const csv = await (await send("GET", "/api/purchase-list.csv?days=28")).text();
    expect(csv).toContain(`"Sítio Bom";"${product.title}";"unidade";"10";"8";"10";"28";"8"`);
    expect((await send("PUT", path, { minimum: null })).status).toBe(204);
    expect((await read("purchase-list?days=7")).items).toMatchObject([
      { minimum: null, suggested: 0 },
    ]);
    const unknown = "/api/stock-minimums/0c9f5f0e-5a3e-4c1b-9b6b-0f6a3d2f1e99";
    expect((await send("PUT", unknown, { minimum: 1 })).status).toBe(404);
  });

  test("suggests what keeps the stock at the minimum after so many days, and no piece more", () => {
    const thousandths = (max: number) => fc.integer({ min: 0, max }).map((value) => value / 1000);
    fc.assert(
      fc.property(
        fc.integer({ min: -100_000, max: 1_000_000 }).map((value) => value / 1000),
        fc.option(thousandths(100_000)),
        thousandths(1_000_000),
        fc.constantFrom(7, 14, 28),
        (free, minimum, sold, days) => {
          const { cover_days, suggested } = planPurchase({ free, minimum, sold }, days);
          /** Computes the remaining stock in 28,000ths of a unit, which are whole. */
          const remaining = (bought: number) =>
            Math.round((free + bought) * 1000) * 28 - Math.round(sold * 1000) * days;
          const least = Math.round((minimum ?? 0) * 1000) * 28;
          expect(remaining(suggested)).toBeGreaterThanOrEqual(least);
          if (suggested > 0) expect(remaining(suggested - 1)).toBeLessThan(least);
          if (sold === 0) expect(cover_days).toBeNull();
          else if (free <= 0) expect(cover_days).toBe(0);
          else {
            const stock = Math.round(free * 1000) * 28;
            const daily = Math.round(sold * 1000);
            expect((cover_days ?? 0) * daily).toBeLessThanOrEqual(stock);
            expect(((cover_days ?? 0) + 1) * daily).toBeGreaterThan(stock);
          }
        },
      ),
    );
  });
});

test("members receive goods without costs, and see none", async () => {
  await enter("entrada", { quantity: 10, cost: 7391.57 }, "Sítio Bom");
  await setStatus(await order(2), "confirmado");
  const sendPlain = createSender(url);
  for (const role of ["equipe", "consulta"] as const) {
    const headers = { Cookie: await memberCookie(database, role), Origin: "https://loja.example" };
    const line = { product_id: product.id, quantity: 1 };
    const receive = (body: object) =>
      sendPlain("POST", "/api/stock-movements", { reason: "entrada", ...body }, headers);
    const withCost = await receive({ lines: [{ ...line, cost: 1 }] });
    expect(withCost.status).toBe(403);
    const withoutCost = await receive({ supplier: "Sítio Bom", lines: [line] });
    expect(withoutCost.status).toBe(role === "equipe" ? 201 : 403);
    for (const path of [
      ...["product-costs", `product-costs/${product.id}`],
      ...["sales/margins?from=2026-01-01&until=2026-12-31"],
      ...["sales/lines.csv?from=2026-01-01&until=2026-12-31", "audit-logs", "purchase-list.csv"],
    ]) {
      expect((await sendPlain("GET", `/api/${path}`, undefined, headers)).status, path).toBe(403);
    }
    for (const path of [
      ...["products?all=1", "orders", "purchase-list", "stock-lots"],
      ...[`stock-movements?product=${product.id}`, "suppliers"],
      ...["sales?from=2026-01-01&until=2026-12-31"],
    ]) {
      const response = await sendPlain("GET", `/api/${path}`, undefined, headers);
      if (response.status === 403 && role === "equipe" && path.startsWith("sales")) continue;
      expect(response.status, path).toBe(200);
      expect(await response.text(), path).not.toMatch(/7391\.57|739157|cost|margin/);
    }
  }
});

test("neither the audit log nor the outbox has a cost", async () => {
  await enter("entrada", { quantity: 10, cost: 7391.57 });
  await setStatus(await order(2), "confirmado");
  for (const table of ["audit_logs", "outbox", "stock_movements", "order_lines", "pedidos"]) {
    const { rows } = await database.execute<{ text: string }>(
      sql.raw(
        `SELECT coalesce(string_agg(row_to_json(${table})::text, ''), '') AS text FROM ${table}`,
      ),
    );
    expect(rows[0]?.text, table).not.toMatch(/7391\.57|739157/);
  }
});

test("the pages of the back office load costs for the administrator only", async () => {
  await enter("entrada", { quantity: 10, cost: 7391.57 });
  await setStatus(await order(2), "confirmado");
  const shop = createShop({
    database,
    postalCodes: { find: async () => ({ ok: false, reason: "unavailable" }) },
    pictures: createMemoryPictures(),
  });
  const pages: [path: string, load: (args: never) => Promise<unknown>][] = [
    [`/admin/products?editar=${product.id}`, loadProducts],
    ["/admin/sales?figura=placed", loadSales],
    [`/admin/stock/products/${product.id}`, loadProductStock],
    ["/admin/stock", loadStock],
    ["/admin/stock?tela=compras", loadStock],
  ];
  for (const role of ["dono", ...memberRoles] as const) {
    const context = new RouterContextProvider();
    context.set(shopContext, shop);
    context.set(administratorContext, { role } as LiveSession);
    const pathsWithCosts: string[] = [];
    for (const [path, load] of pages) {
      const url = new URL(path, "https://loja.example");
      const data = await load({ context, url, params: { id: product.id } } as never);
      if (/7391\.57|739157|"margin"|_cost"/.test(JSON.stringify(data))) pathsWithCosts.push(path);
    }
    expect(pathsWithCosts, role).toEqual(
      role === "dono" ? pages.slice(0, 3).map(([path]) => path) : [],
    );
  }
});
