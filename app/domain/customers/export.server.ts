import { listTableNames } from "#app/domain/catalogue/price-tables/queries.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import { byteOrderMark, toCsvLine } from "#app/shared/csv.ts";
import { customerColumns } from "./customer-csv.ts";
import type { Customer } from "./schema.ts";

/** CSV for Brazilian spreadsheets, which `readCustomersCsv` reads back. */
export async function* writeCustomersCsv(
  database: Database,
  batches: AsyncIterable<Customer[]>,
): AsyncGenerator<string> {
  const tables = new Map((await listTableNames(database)).map(({ id, name }) => [id, name]));
  yield byteOrderMark + toCsvLine(customerColumns.map(({ heading }) => heading));
  for await (const batch of batches) {
    yield batch
      .map((customer) => toCsvLine(customerColumns.map(({ write }) => write(customer, tables))))
      .join("");
  }
}
