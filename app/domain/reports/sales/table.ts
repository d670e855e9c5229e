import { type SQL, sql } from "drizzle-orm";
import { bigint, date, integer, numeric, pgTable, text } from "drizzle-orm/pg-core";
import { money } from "#app/platform/database/columns.ts";
import type { Quantities } from "#app/shared/quantities.ts";
import { type SaleUnit, saleUnits } from "#app/shared/units.ts";
import type { SalesDimension } from "./rules.ts";

const quantity = () => numeric({ precision: 16, scale: 3, mode: "number" }).notNull();

/** The sales of a day, by one dimension; see `refreshSales`. */
export const salesSums = pgTable("sales_sums", {
  dimension: text().$type<SalesDimension | "total">().notNull(),
  day: date({ mode: "string" }).notNull(),
  key: text().notNull(),
  figure: text().notNull(),
  label: text().notNull(),
  orders: integer().notNull(),
  unidade: quantity(),
  pacote: quantity(),
  caixa: quantity(),
  kg: quantity(),
  amount: money().notNull(),
  /** The amount of the lines whose cost is known, and their cost in hundredths of a centavo. */
  costed_amount: money().notNull().default("0"),
  cost: bigint({ mode: "number" }).notNull().default(0),
});

/** One object of the sums of all units. */
export function quantitiesOf(sumOf: (unit: SaleUnit) => SQL): SQL<Quantities> {
  const parts = saleUnits.map((unit) => sql`${sql.raw(`'${unit}'`)}, ${sumOf(unit)}`);
  return sql<Quantities>`jsonb_build_object(${sql.join(parts, sql`, `)})`;
}
