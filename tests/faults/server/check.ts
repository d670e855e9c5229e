import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { takesStock } from "#app/domain/orders/rules.ts";
import type { Database } from "#app/platform/database/database.ts";
import { openDatabase } from "#app/platform/database/open.ts";
import { pedidos, products } from "#app/platform/database/schema.ts";
import type { History } from "./history.ts";
import type { Site } from "./site.ts";

/** What is wrong, by kind: one line for each. All empty is the only result that passes. */
export type Findings = Record<
  "lost" | "doubled" | "unknown" | "stock" | "audit" | "pictures",
  string[]
>;

type Row = { id: string; idempotency_key: string | null; status: string; version: number };

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Opens the site's database; of an embedded one its shop must have ended. */
export function openSiteDatabase({ dataDir, databaseUrl }: Site) {
  return openDatabase({ dataDir, databaseUrl, log: quiet });
}

/** Compares what buyers were told with what is stored. `stock` is what each product had before the first order. */
export async function check(
  database: Database,
  history: History,
  stock: number,
): Promise<Omit<Findings, "pictures">> {
  const rows = await database.select().from(pedidos);
  return {
    ...compareOrders(history, rows),
    stock: compareStocks(stock, await database.select().from(products), rows),
    audit: [...(await compareOrderTrail(database, rows)), ...(await compareProductTrail(database))],
  };
}

function compareOrders(
  history: History,
  rows: Row[],
): Pick<Findings, "lost" | "doubled" | "unknown"> {
  const stored = Map.groupBy(rows, (row) => row.idempotency_key ?? "none");
  const findings = { lost: [] as string[], doubled: [] as string[], unknown: [] as string[] };
  for (const { key, acknowledged } of history.orders.values()) {
    const [row, ...more] = stored.get(key) ?? [];
    for (const id of acknowledged) {
      if (row?.id !== id)
        findings.lost.push(`${key} was acknowledged as ${id}, stored is ${row?.id}`);
    }
    if (more.length > 0) findings.doubled.push(`${key} has ${more.length + 1} rows`);
  }
  for (const key of stored.keys()) {
    if (!history.orders.has(key)) findings.unknown.push(`nobody sent ${key}`);
  }
  return findings;
}

/** Each product has lost exactly what the orders that take goods hold. */
function compareStocks(
  before: number,
  goods: (typeof products.$inferSelect)[],
  rows: (typeof pedidos.$inferSelect)[],
): string[] {
  const taken = new Map<string, number>();
  for (const { itens, status } of rows) {
    if (!takesStock(status as Parameters<typeof takesStock>[0])) continue;
    for (const { product_id: id, quantity } of itens) {
      taken.set(id, (taken.get(id) ?? 0) + quantity);
    }
  }
  return goods.flatMap(({ id, stock }) => {
    const expected = before - (taken.get(id) ?? 0);
    return stock === expected ? [] : `product ${id} has ${stock}, not ${expected}`;
  });
}

/** One row of creation for each order, one of change for each version after the first, the last as the order is. */
async function compareOrderTrail(database: Database, rows: Row[]): Promise<string[]> {
  const { rows: trail } = await database.execute<{
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
  const byId = new Map(trail.map((entry) => [entry.record_id, entry]));
  const wrong = rows.flatMap(({ id, version, status }) => {
    const entry = byId.get(id);
    byId.delete(id);
    const fits =
      Number(entry?.created) === 1 &&
      Number(entry?.changed) === version - 1 &&
      entry?.status === status;
    return fits ? [] : `order ${id} at version ${version}, ${status}: ${JSON.stringify(entry)}`;
  });
  return [...wrong, ...[...byId.keys()].map((id) => `there is no order ${id}`)];
}

/** One row of change for each version that a product has had. */
async function compareProductTrail(database: Database): Promise<string[]> {
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

/** Pictures whose upload was acknowledged and which are not to be had, by when their storage is back for ten seconds. */
export async function checkPictures(address: string, history: History): Promise<string[]> {
  const lost: string[] = [];
  const patience = performance.now() + 10_000;
  for (const picture of history.pictures) {
    let { status } = await fetch(`${address}${picture}`);
    while (status === 503 && performance.now() < patience) {
      await delay(200);
      ({ status } = await fetch(`${address}${picture}`));
    }
    if (status !== 200) lost.push(`${picture}: ${status}`);
  }
  return lost;
}
