import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#app/platform/database/columns.ts";
import type { Address } from "#app/platform/postal-code.ts";

export const postalCodes = pgTable("postal_codes", {
  cep: text().primaryKey(),
  address: jsonb().$type<Address>().notNull(),
  fetched_at: instant().notNull().defaultNow(),
});
