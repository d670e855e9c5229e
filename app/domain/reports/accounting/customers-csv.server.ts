import { and, asc, gt, type SQL, sql } from "drizzle-orm";
import { customers } from "#app/domain/customers/table.ts";
import { readBatches } from "#app/domain/kernel/paging/batches.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import { type WrittenColumn, writeCsvPieces } from "#app/shared/csv.ts";
import { isSoldIn } from "../sales/period.server.ts";
import type { SalesFile } from "../sales/schema.ts";

type Row = typeof customers.$inferSelect;

const columns: WrittenColumn<Row>[] = [
  ["CPF/CNPJ", ({ document }) => document ?? ""],
  ["Nome", ({ name }) => name],
  ["Nome fantasia", ({ trade_name }) => trade_name ?? ""],
  ["Inscrição estadual", ({ state_registration }) => state_registration ?? ""],
  ["Telefone", ({ phone }) => phone ?? ""],
  ["E-mail", ({ email }) => email ?? ""],
  ["CEP", ({ address }) => address.zipCode ?? ""],
  ["Rua", ({ address }) => address.street ?? ""],
  ["Nº", ({ address }) => address.number ?? ""],
  ["Complemento", ({ address }) => address.complement ?? ""],
  ["Bairro", ({ address }) => address.neighborhood ?? ""],
  ["Cidade", ({ address }) => address.city ?? ""],
  ["Código IBGE", ({ city_code }) => city_code ?? ""],
  ["UF", ({ address }) => address.state ?? ""],
];

/** Customers with an order in the period; merged ones are the customer that they are part of. */
export const isBuyerIn = (file: SalesFile): SQL => sql`${customers.id} IN (
  SELECT part.root_id FROM pedidos JOIN customers AS part ON part.id = pedidos.customer_id WHERE ${isSoldIn(file)}
)`;

const batchSize = 250;

/** The customers of the period, one per row, in pieces. */
export function streamBuyers(database: Database, file: SalesFile): AsyncGenerator<string> {
  const batches = readBatches<Row>(batchSize, (last) =>
    database
      .select()
      .from(customers)
      .where(and(isBuyerIn(file), last && gt(customers.id, last.id)))
      .orderBy(asc(customers.id))
      .limit(batchSize),
  );
  return writeCsvPieces(columns, batches);
}
