import { type SQL, sql } from "drizzle-orm";
import { listStatuses, pedidos } from "#app/domain/orders/table.ts";
import { addDays } from "#app/shared/days.ts";
import type { OrderStatus } from "#app/shared/order-status.ts";
import { salesFigures } from "./rules.ts";
import type { SalesFile } from "./schema.ts";
import { startOf } from "./sums.server.ts";

/** Returns whether a row of `pedidos` counts for a figure in these days of São Paulo. */
export const isSoldIn = ({ from, until, figure }: SalesFile): SQL => sql`
  ${pedidos.created_at} >= ${startOf(from)} AND ${pedidos.created_at} < ${startOf(addDays(until, 1))}
  AND ${pedidos.status} IN ${listStatuses(salesFigures[figure].parts as OrderStatus[])}`;
