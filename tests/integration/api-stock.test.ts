import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { mainOption } from "#app/domain/catalogue/options/sale-options.ts";
import { products } from "#app/domain/catalogue/table.ts";
import { changeOrderStatus } from "#app/domain/orders/commands.server.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import { readOrderLots, readStockLevels } from "#app/domain/stock/queries.server.ts";
import { describeLot, stockFigures } from "#app/domain/stock/rules.ts";
import type { EntryResult } from "#app/domain/stock/schema.ts";
import { addDays, dayOf } from "#app/shared/days.ts";
import { orderStatuses } from "#app/shared/order-status.ts";
import { insertOrders, orderItem } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { addProduct, startApi } from "./api-shop.ts";
import { createFileSender, resultOf } from "./product-file.ts";
import { readProblem } from "./read-problem.ts";

const { database } = await openTestDatabase();
let clock = () => new Date();
const url = await startApi({ database, now: () => clock() });
const send = createAdminSender(database, url);
const sendFile = createFileSender(database, url);

const today = dayOf(new Date());
const soon = addDays(today, 10);
const later = addDays(today, 100);
const box = { ...mainOption("caixa", 40), contains: 12 };
let product: typeof products.$inferSelect;

beforeEach(async () => {
  product = await addProduct(database, {
    stock: 0,
    sale_options: [mainOption("unidade", 4), box],
  });
});

type Line = { quantity: number } & Record<string, unknown>;
const post = (reason: string, lines: Line[], key?: string) =>
  send(
    "POST",
    "/api/stock-movements",
    { reason, lines: lines.map((line) => ({ product_id: product.id, ...line })) },
    key ? { "Idempotency-Key": key } : {},
  );
async function enter(reason: string, ...lines: Line[]): Promise<EntryResult["items"]> {
  const response = await post(reason, lines);
  expect(response.status).toBe(201);
  return (await response.json()).items;
}
const read = async (path: string) => (await send("GET", `/api/${path}`)).json();
const listLots = async () =>
  (await read(`stock-lots?product=${product.id}`)).items.map(
    ({ code, balance }: { code: string; balance: number }) => [code, balance],
  );

async function order(quantity: number) {
  const item = orderItem({ product_id: product.id, quantity, price: 1, total: quantity });
  const [row] = await insertOrders(database, { itens: [item], valor_total: String(quantity) });
  if (!row) throw new Error("an insert returns its row");
  return row.id;
}
async function setStatus(id: string, status: (typeof orderStatuses)[number]) {
  const { rows } = await database.execute<{ version: number }>(
    sql`SELECT version FROM pedidos WHERE id = ${id}`,
  );
  const version = rows[0]?.version ?? 0;
  await changeOrderStatus(database, "ana@example.com", id, { status, version });
}

test("boxes are received as main units, once per key, all lines or none", async () => {
  const lines = [{ unit: "caixa", quantity: 2, lot: "A1", expires_on: soon }, { quantity: 3 }];
  for (const _ of [1, 2]) {
    const response = await post("entrada", lines, "entrada-1");
    expect((await response.json()).items.map(({ stock }: { stock: number }) => stock)).toEqual([
      24, 27,
    ]);
  }
  expect((await post("entrada", [{ quantity: 1 }], "entrada-1")).status).toBe(422);
  const rejected = await post("entrada", [
    { quantity: 5 },
    { quantity: 1, unit: "kg" },
    { quantity: 0.5 },
    { quantity: 1, expires_on: addDays(today, -1) },
    { quantity: 1, product_id: "0c9f5f0e-5a3e-4c1b-9b6b-0f6a3d2f1e99" },
  ]);
  expect(
    (await readProblem(rejected)).errors?.map(({ field }: { field: string }) => field),
  ).toEqual(["lines.1.unit", "lines.2.quantity", "lines.3.expires_on", "lines.4.product_id"]);
  const { items, next_cursor } = await read(`stock-movements?product=${product.id}&limit=1`);
  expect(items).toMatchObject([{ quantity: 3, reason: "entrada", lots: [] }]);
  const rest = await read(`stock-movements?product=${product.id}&cursor=${next_cursor}`);
  expect(rest).toMatchObject({
    items: [{ quantity: 24, lots: [{ code: "A1", expires_on: soon, quantity: 24 }] }],
    next_cursor: null,
  });
});

test("a count moves the difference, and a loss needs a note and goods", async () => {
  await enter("entrada", { quantity: 10, lot: "A1" }, { quantity: 5 });
  expect(await enter("contagem", { quantity: 12 })).toMatchObject([{ quantity: -3, stock: 12 }]);
  expect(await listLots()).toEqual([["A1", 10]]);
  expect(await enter("contagem", { quantity: 8, lot: "A1" })).toMatchObject([{ quantity: -2 }]);
  expect(await enter("contagem", { quantity: 10 })).toMatchObject([{ quantity: 0, stock: 10 }]);
  const lost = { quantity: 2, lot: "A1", note: "Caixa molhada" };
  expect(await enter("perda", lost)).toMatchObject([{ quantity: -2, stock: 8 }]);
  expect(await listLots()).toEqual([["A1", 6]]);
  for (const [line, field] of [
    [{ quantity: 1 }, "lines.0.note"],
    [{ ...lost, quantity: 7 }, "lines.0.quantity"],
    [{ ...lost, lot: "B" }, "lines.0.lot"],
    [{ ...lost, quantity: 0 }, "lines.0.quantity"],
  ] as const) {
    const problem = await readProblem(await post("perda", [line]));
    expect(problem.errors).toMatchObject([{ field }]);
  }
});

test("a stock changes from the least to the greatest that it may be, by one movement", async () => {
  const save = (stock: number) =>
    send("POST", "/api/products/batch", { items: [{ id: product.id, stock, overwrite: true }] });
  await database.update(products).set({ stock: -2_000_000_000 });
  expect((await (await save(1_000_000_000)).json()).items).toMatchObject([{ status: "updated" }]);
  const { items } = await read(`stock-movements?product=${product.id}`);
  expect(items[0]).toMatchObject({ quantity: 3_000_000_000 });
});

test("an order gets what expires first, a recall finds it, and a cancellation returns it", async () => {
  await enter(
    "entrada",
    { quantity: 5, lot: "late", expires_on: later },
    { quantity: 5, lot: "soon", expires_on: soon },
    { quantity: 5 },
  );
  const first = await order(7);
  const second = await order(6);
  await setStatus(first, "confirmado");
  await setStatus(second, "confirmado");
  expect(await listLots()).toEqual(
    [
      ["soon", 0],
      ["late", 0],
    ].toSorted((one, other) => String(other[0]).localeCompare(String(one[0]))),
  );
  const [soonLot, lateLot] = (await read(`stock-lots?product=${product.id}`)).items;
  const recallOf = async (lot: { id: string }) =>
    (await read(`stock-lots/${lot.id}/recall`)).orders.map(
      ({ id, quantity, phone }: { id: string; quantity: number; phone: string }) => [
        id,
        quantity,
        phone,
      ],
    );
  expect(await recallOf(soonLot)).toEqual([[first, 5, "11987654321"]]);
  expect(await recallOf(lateLot)).toEqual([
    [second, 3, "11987654321"],
    [first, 2, "11987654321"],
  ]);
  await setStatus(first, "cancelado");
  expect(await listLots()).toEqual([
    ["soon", 5],
    ["late", 2],
  ]);
  expect(await recallOf(soonLot)).toEqual([]);
  await order(4);
  const levels = await readStockLevels(database, product.id);
  expect(levels).toMatchObject({ balance: 9, pending: 4, confirmed: 6, unit: "unidade" });
  expect(levels && stockFigures(levels)).toEqual({ reserved: 10, free: 5, onShelf: 15 });
  expect((await send("GET", `/api/stock-lots/${product.id}/recall`)).status).toBe(404);
});

test("goods past their date are given out last", async () => {
  await enter("contagem", { quantity: 5, lot: "old", expires_on: addDays(today, -1) });
  await enter("entrada", { quantity: 5, lot: "new", expires_on: soon });
  await setStatus(await order(6), "confirmado");
  expect(new Map(await listLots())).toEqual(
    new Map([
      ["old", 4],
      ["new", 0],
    ]),
  );
});

test("an order gets no lot that expires before its delivery while there are other goods", async () => {
  const [near, far] = [addDays(today, 20), addDays(today, 90)];
  await enter(
    "entrada",
    { quantity: 5, lot: "near its end", expires_on: near },
    { quantity: 4, lot: "fresh", expires_on: far },
    { quantity: 3 },
  );
  const lotsOf = async (id: string) =>
    ((await readOrderLots(database, [id])).get(id) ?? []).map(({ code, quantity }) => [
      code,
      quantity,
    ]);
  const orderFor = async (quantity: number, date: string) => {
    const id = await order(quantity);
    await database.update(pedidos).set({ delivery_date: date }).where(eq(pedidos.id, id));
    await setStatus(id, "confirmado");
    return id;
  };
  // Two are of no lot.
  expect(await lotsOf(await orderFor(6, addDays(near, 1)))).toEqual([["fresh", 4]]);
  expect(await lotsOf(await orderFor(1, near))).toEqual([["near its end", 1]]);
  // Nothing else is left but one of no lot.
  expect(await lotsOf(await orderFor(3, addDays(near, 1)))).toEqual([["near its end", 2]]);
});

test("after random entries and orders each lot is the sum of its movements, and no order got more than it took", async () => {
  const lot = fc.constantFrom(
    {},
    { lot: "A" },
    { lot: "B", expires_on: soon },
    { expires_on: later },
  );
  const quantity = fc.integer({ min: 1, max: 20 });
  const step = fc.oneof(
    fc.record({ kind: fc.constantFrom("entrada", "contagem", "perda"), quantity, lot }),
    fc.record({ kind: fc.constant("order"), quantity }),
    fc.record({
      kind: fc.constant("status"),
      status: fc.constantFrom(...orderStatuses),
      at: fc.nat(),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const orders: string[] = [];
      for (const one of steps) {
        if ("status" in one) {
          const id = orders[one.at % Math.max(orders.length, 1)];
          if (id) await setStatus(id, one.status);
        } else if (one.kind === "order") orders.push(await order(one.quantity));
        else if ("lot" in one) {
          await post(one.kind, [{ quantity: one.quantity, ...one.lot, note: "Teste" }]);
        }
      }
      const { rows } = await database.execute(sql`
        SELECT id::text, balance FROM stock_lots
        WHERE balance <> (SELECT coalesce(sum(quantity), 0) FROM lot_movements WHERE lot_id = stock_lots.id)
        UNION ALL
        SELECT id::text, quantity FROM stock_movements
        WHERE abs((SELECT coalesce(sum(quantity), 0) FROM lot_movements WHERE movement_id = stock_movements.id)) > abs(quantity)
        UNION ALL
        SELECT order_id::text, sum(lot_movements.quantity) FROM lot_movements JOIN pedidos ON pedidos.id = order_id
        GROUP BY order_id, status HAVING sum(lot_movements.quantity) > 0
          OR (status NOT IN ('confirmado', 'entregue') AND sum(lot_movements.quantity) <> 0)
        UNION ALL
        SELECT id::text, stock FROM products
        WHERE greatest(stock, 0) < (SELECT coalesce(sum(balance), 0) FROM stock_lots WHERE product_id = products.id)
        UNION ALL
        SELECT id::text, stock FROM products
        WHERE stock <> (SELECT coalesce(sum(quantity), 0) FROM stock_movements WHERE product_id = products.id)`);
      expect(rows).toEqual([]);
    }),
  );
});

test("an entry is undone by one movement in the same lots, for ten minutes and once", async () => {
  const undo = (id: number | null | undefined) => send("POST", `/api/stock-movements/${id}/undo`);
  await enter("entrada", { quantity: 5 });
  const [received] = await enter("entrada", { quantity: 480, lot: "A1" });
  expect((await undo(received?.movement_id)).status).toBe(204);
  expect(await listLots()).toEqual([["A1", 0]]);
  const { items } = await read(`stock-movements?product=${product.id}`);
  expect(items).toMatchObject([
    { quantity: -480, reason: "ajuste", undoes: received?.movement_id, lots: [{ quantity: -480 }] },
    { quantity: 480, is_undone: true },
    { quantity: 5, is_undone: false },
  ]);
  const messageOf = async (id: number | null | undefined) =>
    (await readProblem(await undo(id))).errors?.[0]?.message;
  expect(await messageOf(received?.movement_id)).toBe("Já foi desfeito.");
  expect(await messageOf(items[0].id)).toContain("Só se desfaz uma entrada, contagem ou perda");
  expect((await undo(987_654_321)).status).toBe(404);

  await enter("entrada", { quantity: 10, lot: "A1" });
  const [lost] = await enter("perda", { quantity: 12, note: "Caiu" });
  expect(lost).toMatchObject({ stock: 3 });
  expect(await listLots()).toEqual([["A1", 3]]);
  expect((await undo(lost?.movement_id)).status).toBe(204);
  expect(await listLots()).toEqual([["A1", 10]]);

  const [late] = await enter("entrada", { quantity: 4, lot: "B1" });
  await setStatus(await order(11), "confirmado");
  expect(await messageOf(late?.movement_id)).toContain("já saiu");
  const [old] = await enter("contagem", { quantity: 100 });
  clock = () => new Date(Date.now() + 11 * 60_000);
  expect(await messageOf(old?.movement_id)).toContain("dos últimos 10 minutos");
  clock = () => new Date();
  expect(
    (await Promise.all([undo(old?.movement_id), undo(old?.movement_id)]))
      .map(({ status }) => status)
      .toSorted(),
  ).toEqual([204, 400]);

  const [orphan] = await enter("entrada", { quantity: 1 });
  expect((await send("DELETE", `/api/products/${product.id}`)).status).toBe(204);
  expect(await messageOf(orphan?.movement_id)).toBe("O produto deste movimento foi excluído.");
});

test("goods that were sold before they were received are of the lot that arrives, the last orders first", async () => {
  await enter("entrada", { quantity: 4, lot: "A1", expires_on: soon });
  const first = await order(4);
  const second = await order(6);
  const third = await order(3);
  for (const id of [first, second, third]) await setStatus(id, "confirmado");
  await enter("entrada", { quantity: 5, lot: "B1", expires_on: later });
  expect(await listLots()).toEqual([
    ["A1", 0],
    ["B1", 0],
  ]);
  const got = async () => {
    const lots = await readOrderLots(database, [first, second, third]);
    return [first, second, third].map((id) =>
      (lots.get(id) ?? []).map(({ code, quantity }) => [code, quantity]),
    );
  };
  expect(await got()).toEqual([[["A1", 4]], [["B1", 2]], [["B1", 3]]]);
  // The goods that a cancelled order returns belong to the orders that still miss some.
  await setStatus(first, "cancelado");
  expect(await got()).toEqual([
    [],
    [
      ["A1", 4],
      ["B1", 2],
    ],
    [["B1", 3]],
  ]);
  await enter("entrada", { quantity: 10, lot: "C1" });
  expect(new Map(await listLots()).get("C1")).toBe(10);
});

test("lots are listed in pages, the first to expire first, those without a date last", async () => {
  const dates = [later, soon, addDays(today, 5), addDays(today, 40)];
  for (const [at, expires_on] of [...dates, undefined].entries()) {
    await enter("entrada", { quantity: 1, lot: `L${at}`, expires_on });
    await enter("entrada", { quantity: 1, lot: `M${at}`, expires_on });
  }
  const codes: string[] = [];
  let cursor = "";
  do {
    const page = await read(`stock-lots?limit=3${cursor && `&cursor=${cursor}`}`);
    expect(page.items.length).toBeLessThanOrEqual(3);
    codes.push(...page.items.map(({ code }: { code: string }) => code));
    cursor = page.next_cursor;
  } while (cursor);
  expect(codes).toEqual("L2 M2 L1 M1 L3 M3 L0 M0 L4 M4".split(" "));
  expect((await send("GET", "/api/stock-lots?cursor=3")).status).toBe(400);
  expect(describeLot({ code: "A", expires_on: today })).toMatch(/^Lote A, vence em/);
  expect(describeLot({ code: "A", expires_on: addDays(today, -1) })).toMatch(/^Lote A, venceu em/);
  expect(describeLot({ code: null, expires_on: addDays(today, -1) })).toMatch(/^Venceu em/);
});

test("two entries at once are both counted", async () => {
  await Promise.all(
    ["A", "B", "A", "C"].map((lot) => enter("entrada", { quantity: 2, lot }, { quantity: 1 })),
  );
  const [row] = await database.select({ stock: products.stock }).from(products);
  expect(row?.stock).toBe(12);
  expect(new Map(await listLots())).toEqual(
    new Map([
      ["A", 4],
      ["B", 2],
      ["C", 2],
    ]),
  );
  expect(await database.$count(pedidos)).toBe(0);
});

test("a sale unit has a barcode with a valid check digit, by which it is found, in the API and the file", async () => {
  const path = `/api/products/${product.id}`;
  const save = async (ean: string, second = "") => {
    const { version } = await (await send("GET", path)).json();
    const [unit, caixa] = [mainOption("unidade", 4), box];
    const sale_options = [
      { ...unit, ean: second },
      { ...caixa, ean },
    ];
    return send("PATCH", path, { version, sale_options });
  };
  for (const ean of ["96385074", "012345678905", "7891000315507", "17891000315504"]) {
    const saved = await (await save(ean)).json();
    expect(saved.sale_options).toMatchObject([{ unit: "unidade" }, { ean }]);
    expect(saved.sale_options[0]).not.toHaveProperty("ean");
  }
  for (const ean of ["7891000315508", "789100031550", "78910003155O7", "1"]) {
    const problem = await readProblem(await save(ean));
    expect(problem.errors).toMatchObject([{ field: "sale_options.1.ean" }]);
  }
  const repeated = await readProblem(await save("96385074", "96385074"));
  expect(repeated.errors).toMatchObject([{ field: "sale_options.1.ean" }]);
  await save("7891000315507");
  const found = await read("products?all=1&brief=1&title=7891000315507");
  expect(found.items).toMatchObject([{ id: product.id }]);
  const file = await (await send("GET", "/api/products/export.csv")).text();
  expect(file).toContain('"Opção 2: ean"');
  await resultOf(await sendFile(file.replace("7891000315507", "96385074")));
  expect((await read(path.slice("/api/".length))).sale_options[1].ean).toBe("96385074");
});
