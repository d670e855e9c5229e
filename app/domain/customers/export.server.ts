import { listTableNames } from "#app/domain/catalogue/price-tables/queries.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import { type WrittenColumn, writeCsvPieces } from "#app/shared/csv.ts";
import { customerColumns } from "./customer-csv.ts";
import type { Customer } from "./schema.ts";

/** CSV for Brazilian spreadsheets, which `readCustomersCsv` reads back. */
export async function* writeCustomersCsv(
  database: Database,
  batches: AsyncIterable<Customer[]>,
): AsyncGenerator<string> {
  const tables = new Map((await listTableNames(database)).map(({ id, name }) => [id, name]));
  const columns = customerColumns.map(
    ({ heading, write }): WrittenColumn<Customer> => [
      heading,
      (customer) => write(customer, tables),
    ],
  );
  yield* writeCsvPieces(columns, batches);
}
