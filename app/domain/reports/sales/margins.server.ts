import { and, between, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import {
  type Cost,
  costOfCents,
  marginOfCosts,
  toCostAmount,
} from "#app/domain/catalogue/prices/costs.ts";
import { customers } from "#app/domain/customers/table.ts";
import type { Database } from "#app/platform/database/database.ts";
import { toCents } from "#app/shared/money.ts";
import { isMerged, keyOf } from "./queries.server.ts";
import { salesFigures } from "./rules.ts";
import type { SalesMargin, SalesMargins, SalesQuery } from "./schema.ts";
import { refreshSales } from "./sums.server.ts";
import { salesSums } from "./table.ts";

type Sums = { costed_amount: string; cost: string };

/** The margins of the rows of `readSales`, and of all. Only for the administrator. */
export async function readSalesMargins(
  database: Database,
  { from, until, figure, by }: SalesQuery,
): Promise<SalesMargins> {
  await refreshSales(database);
  const sums = {
    costed_amount: sql<string>`coalesce(sum(${salesSums.costed_amount}), 0)`,
    cost: sql<string>`coalesce(sum(${salesSums.cost}), 0)`,
  };
  const isInPeriod = and(
    between(salesSums.day, from, until),
    inArray(salesSums.figure, [...salesFigures[figure].parts]),
  );
  const [total] = await database
    .select(sums)
    .from(salesSums)
    .where(and(eq(salesSums.dimension, "total"), isInPeriod));
  const key: SQL<string> = keyOf(by, salesSums.key);
  const rows = await database
    .select({ key, ...sums })
    .from(salesSums)
    .leftJoin(customers, by === "customer" ? isMerged(salesSums.key) : sql`false`)
    .where(and(eq(salesSums.dimension, by), isInPeriod, ne(salesSums.costed_amount, "0")))
    .groupBy(key);
  return {
    total: toMargin(total ?? { costed_amount: "0", cost: "0" }),
    rows: rows.map(({ key: rowKey, ...row }) => ({ key: rowKey, ...toMargin(row) })),
  };
}

function toMargin({ costed_amount, cost }: Sums): SalesMargin {
  const amount: Cost = costOfCents(toCents(costed_amount));
  return {
    costed_amount: toCostAmount(amount),
    cost: toCostAmount(Number(cost)),
    margin: marginOfCosts(amount, Number(cost)) ?? null,
  };
}
