import { asc, eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { restoreRow } from "#app/domain/audit/restore.server.ts";
import { auditLogs } from "#app/domain/audit/table.ts";
import {
  changeProduct,
  createProduct,
  deleteProduct,
} from "#app/domain/catalogue/commands.server.ts";
import { saveProducts } from "#app/domain/catalogue/import/batch.server.ts";
import { importProducts } from "#app/domain/catalogue/import/import.server.ts";
import { readProductFile } from "#app/domain/catalogue/import/import-file.server.ts";
import { newProductSchema } from "#app/domain/catalogue/schema.ts";
import { products } from "#app/domain/catalogue/table.ts";
import { changeOrderStatus, deleteOrder } from "#app/domain/orders/commands.server.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import { restorableTables } from "#app/restorable-tables.ts";
import { orderStatuses } from "#app/shared/order-status.ts";
import { createRandom } from "#demo/random.ts";
import { createMemoryPictures } from "#tests/support/memory-pictures.ts";
import { insertOrders, orderItem } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { isNightly, testSeed } from "#tests/support/test-run.ts";
import { listStockMovements } from "./queries.server.ts";
import { soldOutQuantity } from "./rules.ts";
import { stockMovements } from "./table.ts";

const { database } = await openTestDatabase();
const ana = "ana@example.com";

let slug = 0;
async function addProduct(stock: number): Promise<string> {
  slug += 1;
  const product = newProductSchema.parse({ title: "Caju", slug: `caju-${slug}`, stock });
  const created = await createProduct(database, ana, product);
  return created.ok ? created.row.id : "";
}

const versionOf = async (id: string) => {
  const [row] = await database
    .select({ version: products.version })
    .from(products)
    .where(eq(products.id, id));
  return row?.version ?? 0;
};

async function setStock(id: string, stock: number): Promise<void> {
  const version = await versionOf(id);
  await changeProduct(database, ana, id, { stock, version });
}

const addStock = (id: string, stock_delta: number) =>
  saveProducts(database, ana, [{ id, stock_delta }]);

async function importStock(id: string, stock: number): Promise<void> {
  const [row] = await database.select().from(products).where(eq(products.id, id));
  const read = await readProductFile(Buffer.from(`Slug;Estoque\n${row?.slug};${stock}\n`));
  if (!read.ok) throw new Error(read.reason);
  await importProducts(database, ana, read.file, undefined, () => undefined);
}

/** Restores a deleted product as the audit log has it. */
async function restore(id: string): Promise<void> {
  const [log] = await database
    .select()
    .from(auditLogs)
    .where(sql`record_id = ${id} AND operation = 'DELETE'`)
    .orderBy(sql`created_at DESC`)
    .limit(1);
  const request = { side: "before", version: null } as const;
  await restoreRow(database, createMemoryPictures(), restorableTables, ana, log?.id ?? "", request);
}

async function order(product_id: string, quantity: number): Promise<string> {
  const item = orderItem({ product_id, quantity, price: 1, total: quantity });
  const [row] = await insertOrders(database, { itens: [item], valor_total: String(quantity) });
  return row?.id ?? "";
}

async function setStatus(id: string, status: (typeof orderStatuses)[number]): Promise<void> {
  const [row] = await database
    .select({ version: pedidos.version })
    .from(pedidos)
    .where(eq(pedidos.id, id));
  if (row) await changeOrderStatus(database, ana, id, { status, version: row.version });
}

const listMovements = () => database.select().from(stockMovements).orderBy(asc(stockMovements.id));

/** Products whose stock is not the sum of their movements, deleted ones included. */
async function listWrongBalances() {
  const { rows } = await database.execute(sql`
    SELECT product_id, sum(quantity) AS moved, stock FROM stock_movements LEFT JOIN products ON products.id = product_id
    GROUP BY product_id, stock HAVING sum(quantity) <> coalesce(stock, 0)
    UNION ALL
    SELECT id, 0, stock FROM products
    WHERE stock <> 0 AND NOT EXISTS (SELECT FROM stock_movements WHERE product_id = products.id)`);
  return rows;
}

beforeEach(() => {
  slug = 0;
});

test("each change of a stock is a movement with its reason and author", async () => {
  const id = await addProduct(10);
  await setStock(id, 8);
  await addStock(id, 5);
  await addStock(id, -1);
  await importStock(id, 30);
  const ordered = await order(id, 4);
  await setStatus(ordered, "confirmado");
  await setStatus(ordered, "entregue");
  await setStatus(ordered, "cancelado");
  await setStatus(ordered, "confirmado");
  await deleteOrder(database, ana, ordered, { restoreStock: true });
  await database.update(products).set({ stock: 31 }).where(eq(products.id, id));
  await deleteProduct(database, ana, id);
  await restore(id);
  const movements = await listMovements();
  expect(
    movements.map(({ reason, quantity, order_id, note }) => [reason, quantity, order_id, note]),
  ).toEqual([
    ["entrada", 10, null, null],
    ["contagem", -2, null, null],
    ["entrada", 5, null, null],
    ["ajuste", -1, null, null],
    ["importação", 18, null, null],
    ["pedido", -4, ordered, null],
    ["cancelamento", 4, ordered, null],
    ["pedido", -4, ordered, null],
    ["cancelamento", 4, ordered, null],
    ["ajuste", 1, null, null],
    ["ajuste", -31, null, "Produto excluído"],
    ["entrada", 31, null, "Produto restaurado"],
  ]);
  const authors = movements.map(({ author }) => author);
  expect(authors.filter((author) => author !== ana)).toEqual([null]);
  expect(await listWrongBalances()).toEqual([]);
});

test("a product that was marked as sold out gets back what that took, and one that was counted as 0 nothing", async () => {
  const taken = async (changes: { stock: 0; stock_reason?: "ajuste" }) => {
    const id = await addProduct(12);
    await changeProduct(database, ana, id, { ...changes, version: await versionOf(id) });
    const { items } = await listStockMovements(database, { product: id, limit: 10 });
    return soldOutQuantity(0, items);
  };
  expect(await taken({ stock: 0, stock_reason: "ajuste" })).toBe(12);
  expect(await taken({ stock: 0 })).toBe(0);
});

test("a change that fails leaves no movement, and an unchanged stock makes none", async () => {
  const id = await addProduct(3);
  await setStock(id, 3);
  await changeProduct(database, ana, id, { stock: 9, version: 40 });
  expect(await listMovements()).toHaveLength(1);
});

test.each([
  [
    "added",
    sql`INSERT INTO stock_movements (product_id, quantity, reason)
    SELECT product_id, 5, 'ajuste' FROM stock_movements`,
  ],
  ["changed", sql`UPDATE stock_movements SET quantity = 5`],
  ["deleted", sql`DELETE FROM stock_movements`],
])("a movement is not %s by hand", async (_, statement) => {
  await addProduct(3);
  await expect(database.execute(statement)).rejects.toMatchObject({ cause: { code: "23000" } });
});

test("after random operations every stock is the sum of its movements", {
  timeout: 1_800_000,
}, async () => {
  const { next, oneOf } = createRandom(testSeed);
  const random = (below: number) => Math.floor(next() * below);
  const goods: string[] = [];
  for (let count = 0; count < 8; count += 1) goods.push(await addProduct(random(50)));
  const orders: string[] = [];
  const operations = [
    () => setStock(oneOf(goods), random(50)),
    () => addStock(oneOf(goods), random(40) - 20),
    () => importStock(oneOf(goods), random(50)),
    async () => void orders.push(await order(oneOf(goods), 1 + random(30))),
    async () => void orders.push(await order(oneOf(goods), 1 + random(30))),
    () => setStatus(oneOf(orders), oneOf(orderStatuses)),
    () => setStatus(oneOf(orders), oneOf(orderStatuses)),
    () => deleteOrder(database, ana, oneOf(orders), { restoreStock: random(2) === 0 }),
    async () => {
      const id = oneOf(goods);
      await deleteProduct(database, ana, id);
      if (random(3) > 0) await restore(id);
      else goods.splice(goods.indexOf(id), 1, await addProduct(random(50)));
    },
  ];
  for (let done = 0; done < (isNightly ? 10_000 : 200); done += 1) {
    if (orders.length === 0) orders.push(await order(oneOf(goods), 1));
    await oneOf(operations)();
  }
  expect(await listWrongBalances()).toEqual([]);
  expect((await listMovements()).length).toBeGreaterThan(50);
});
