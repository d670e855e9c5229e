import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { products } from "#app/domain/catalogue/table.ts";
import { type OrderRow, orderColumns, pedidos } from "#app/domain/orders/table.ts";
import type { Database } from "#app/platform/database/database.ts";
import { openDatabase } from "#app/platform/database/open.ts";
import { statusTable } from "#app/shared/order-status.ts";
import type { History } from "./history.ts";
import type { Site } from "./site.ts";

/** Problems by kind. The run passes only when all lists are empty. */
export type Findings = Record<
  "lost" | "duplicated" | "unknown" | "stock" | "audit" | "pictures",
  string[]
>;

type Row = { id: string; idempotency_key: string | null; status: string; version: number };

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Opens the site's database. An embedded one must not be in use by its shop. */
export function openSiteDatabase({ dataDir, databaseUrl }: Site) {
  return openDatabase({ dataDir, databaseUrl, log: quiet });
}

/** Compares acknowledged orders with the stored rows. `stock` is every product's stock before the first order. */
export async function check(
  database: Database,
  history: History,
  stock: number,
): Promise<Omit<Findings, "pictures">> {
  const rows = await database.select(orderColumns).from(pedidos);
  return {
    ...compareOrders(history, rows),
    stock: compareStocks(stock, await database.select().from(products), rows),
    audit: [...(await compareOrderAudit(database, rows)), ...(await compareProductAudit(database))],
  };
}

function compareOrders(
  history: History,
  rows: Row[],
): Pick<Findings, "lost" | "duplicated" | "unknown"> {
  const stored = Map.groupBy(rows, (row) => row.idempotency_key ?? "none");
  const findings = { lost: [] as string[], duplicated: [] as string[], unknown: [] as string[] };
  for (const { key, acknowledged } of history.orders.values()) {
    const [row, ...more] = stored.get(key) ?? [];
    for (const id of acknowledged) {
      if (row?.id !== id)
        findings.lost.push(`${key} was acknowledged as ${id}, stored is ${row?.id}`);
    }
    if (more.length > 0) findings.duplicated.push(`${key} has ${more.length + 1} rows`);
  }
  for (const key of stored.keys()) {
    if (!history.orders.has(key)) findings.unknown.push(`${key} was never sent`);
  }
  return findings;
}

/** Each stock is reduced by exactly the quantities of the orders that take stock. */
function compareStocks(
  before: number,
  goods: (typeof products.$inferSelect)[],
  rows: OrderRow[],
): string[] {
  const taken = new Map<string, number>();
  for (const { itens, status } of rows) {
    if (!statusTable[status as keyof typeof statusTable].takesStock) continue;
    for (const { product_id: id, quantity } of itens) {
      taken.set(id, (taken.get(id) ?? 0) + quantity);
    }
  }
  return goods.flatMap(({ id, stock }) => {
    const expected = before - (taken.get(id) ?? 0);
    return stock === expected ? [] : `product ${id} has ${stock}, not ${expected}`;
  });
}

/** Each order has one INSERT, one UPDATE for each later version, and the last one has its status. */
async function compareOrderAudit(database: Database, rows: Row[]): Promise<string[]> {
  const { rows: entries } = await database.execute<{
    record_id: string;
    created: string | number;
    changed: string | number;
    status: string;
  }>(sql`
    SELECT record_id,
      count(*) FILTER (WHERE operation = 'INSERT') AS created,
      count(*) FILTER (WHERE operation = 'UPDATE') AS changed,
      (array_agg(new_data ->> 'status' ORDER BY (new_data ->> 'version')::int DESC))[1] AS status
    FROM audit_logs WHERE table_name = 'orders' GROUP BY record_id`);
  const byId = new Map(entries.map((entry) => [entry.record_id, entry]));
  const wrong = rows.flatMap(({ id, version, status }) => {
    const entry = byId.get(id);
    byId.delete(id);
    const fits =
      Number(entry?.created) === 1 &&
      Number(entry?.changed) === version - 1 &&
      entry?.status === status;
    return fits ? [] : `order ${id} at version ${version}, ${status}: ${JSON.stringify(entry)}`;
  });
  return [...wrong, ...[...byId.keys()].map((id) => `audit entries without an order: ${id}`)];
}

/** Each product has one UPDATE for each version after the first. */
async function compareProductAudit(database: Database): Promise<string[]> {
  const { rows } = await database.execute<{
    id: string;
    version: number;
    changed: string | number;
  }>(sql`
    SELECT p.id, p.version, count(a.id) AS changed
    FROM products p
    LEFT JOIN audit_logs a
      ON a.table_name = 'products' AND a.operation = 'UPDATE' AND a.record_id = p.id::text
    GROUP BY p.id`);
  return rows
    .filter(({ version, changed }) => Number(changed) !== version - 1)
    .map(({ id, version, changed }) => `product ${id} at version ${version}: ${changed} changes`);
}

/** Acknowledged pictures that cannot be read within ten seconds of the storage's return. */
export async function checkPictures(address: string, history: History): Promise<string[]> {
  const lost: string[] = [];
  const deadline = performance.now() + 10_000;
  for (const picture of history.pictures) {
    let { status } = await fetch(`${address}${picture}`);
    while (status === 503 && performance.now() < deadline) {
      await delay(200);
      ({ status } = await fetch(`${address}${picture}`));
    }
    if (status !== 200) lost.push(`${picture}: ${status}`);
  }
  return lost;
}
