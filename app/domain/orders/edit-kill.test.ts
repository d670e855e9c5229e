import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { mainOption } from "#app/domain/catalogue/options/sale-options.ts";
import { products } from "#app/domain/catalogue/table.ts";
import type { Database } from "#app/platform/database/database.ts";
import { openEmbeddedDatabase } from "#app/platform/database/embedded/open.ts";
import { toCents } from "#app/shared/money.ts";
import { migratedFolder } from "#tests/support/database-folders.ts";
import { insertOrders, productRow, testLog } from "#tests/support/rows.ts";
import { changeOrderStatus } from "./commands.server.ts";
import { findOrder } from "./queries.server.ts";

const editor = fileURLToPath(new URL("../../../tests/programs/edit-orders.ts", import.meta.url));
const databaseFolder = await migratedFolder();
const kills = 5;
const editsPerKill = 40;
const firstStock = 1000;

/** Four confirmed orders of the same two fish. */
async function addOrders(database: Database): Promise<void> {
  const rows = ["tilapia", "salmao"].map((slug) =>
    productRow({
      slug,
      stock: firstStock,
      sale_options: [mainOption("kg", 33.33)],
      specs: { variable_weight: true },
    }),
  );
  const fish = await database.insert(products).values(rows).returning();
  const itens = fish.map(({ id }) => ({
    product_id: id,
    product_name: "Peixe",
    unit: "kg" as const,
    price: 33.33,
    quantity: 2,
    total: 66.66,
    variable_weight: true,
  }));
  const order = { itens, valor_total: "133.32" };
  for (const { id } of await insertOrders(database, order, order, order, order)) {
    await changeOrderStatus(database, "ana@example.com", id, { status: "confirmado", version: 1 });
  }
}

test("a kill -9 during edits loses no acknowledged one, and leaves totals and stock exact", {
  tags: ["nightly"],
  timeout: 180_000,
}, async () => {
  const folder = await databaseFolder();
  const first = await openEmbeddedDatabase(folder, testLog);
  await addOrders(first.database);
  await first.close();
  const acknowledged = new Map<string, number>();
  for (let kill = 1; kill <= kills; kill += 1) {
    await editUntilKilled(folder, acknowledged);
    const { database, close } = await openEmbeddedDatabase(folder, testLog);
    await expectExact(database, acknowledged);
    await close();
  }
});

async function editUntilKilled(folder: string, versions: Map<string, number>): Promise<void> {
  const child = spawn(process.execPath, [editor, folder], { stdio: ["ignore", "pipe", "inherit"] });
  let edits = 0;
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      // A line truncated by the kill is not an acknowledgement.
      const [, id = "", version] = /^([\w-]{36}) (\d+)$/.exec(line) ?? [];
      if (version) versions.set(id, Number(version));
      edits += 1;
      if (edits === editsPerKill) resolve();
    });
    child.once("exit", (code) => reject(new Error(`the editor exited (${code})`)));
  });
  child.kill("SIGKILL");
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

async function expectExact(database: Database, acknowledged: ReadonlyMap<string, number>) {
  expect(acknowledged.size).toBe(4);
  const taken = new Map<string, number>();
  for (const [id, version] of acknowledged) {
    const order = await findOrder(database, id);
    if (!order) throw new Error("the order is missing");
    // The last line of the program may be of an older version than the last commit.
    expect(order.version).toBeGreaterThanOrEqual(version);
    const items = order.itens.reduce((sum, { total }) => sum + toCents(total), 0);
    expect(toCents(order.valor_total)).toBe(items - toCents(order.discount));
    for (const { product_id, weight = 2 } of order.itens) {
      const grams = (taken.get(product_id) ?? 0) + Math.round(weight * 1000);
      taken.set(product_id, grams);
    }
  }
  const stored = await database.select().from(products);
  for (const { id, stock } of stored) {
    expect(Math.round(stock * 1000)).toBe(firstStock * 1000 - (taken.get(id) ?? 0));
  }
  const { rows } = await database.execute(sql`
    SELECT product_id FROM stock_movements JOIN products ON products.id = product_id
    GROUP BY product_id, stock HAVING sum(quantity) <> stock`);
  expect(rows).toEqual([]);
}
