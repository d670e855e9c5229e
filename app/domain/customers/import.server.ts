import { asc, eq } from "drizzle-orm";
import { listTableNames } from "#app/domain/catalogue/price-tables/queries.server.ts";
import { plainText } from "#app/domain/catalogue/search.ts";
import { changedFields } from "#app/domain/kernel/editing/differences.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { toColumns } from "./commands.server.ts";
import type { CustomerRow } from "./import-file.server.ts";
import type { ImportedCustomers } from "./schema.ts";
import { customers } from "./table.ts";

/**
 * Creates and changes customers by rows of a file: one is found by its document, else by e-mail and phone, else by a name whose
 * known contacts do not differ. With `isDryRun` nothing is stored.
 */
export async function importCustomers(
  database: Database,
  author: Author,
  rows: readonly CustomerRow[],
  { isDryRun }: { isDryRun: boolean },
): Promise<ImportedCustomers> {
  const result: ImportedCustomers = { created: 0, changed: 0, unchanged: 0, rejected: [] };
  const undo = new Error("a dry run stores nothing");
  await runAsUser(database, author, async (tx) => {
    const tables = await listTableNames(tx);
    const known = await readKnown(tx);
    const rowOf = new Map<string, number>();
    for (const row of rows) {
      const read = checkRow(row, tables, rowOf);
      if (typeof read === "string") result.rejected.push({ row: row.row, message: read });
      else result[await saveImported(tx, read, known)] += 1;
    }
    if (isDryRun) throw undo;
  }).catch((error) => {
    if (error !== undo) throw error;
  });
  return result;
}

type ReadRow = Extract<CustomerRow, { ok: true }>;

/** The row's fields, or what is wrong with it. */
function checkRow(
  row: CustomerRow,
  tables: readonly { id: string; name: string }[],
  rowOf: Map<string, number>,
): ReadRow["customer"] | string {
  if (!row.ok) return row.message;
  const { document } = row.customer;
  const earlier = document && rowOf.get(document);
  if (earlier) return `A linha ${earlier} tem o mesmo documento.`;
  if (document) rowOf.set(document, row.row);
  return withTable(row, tables);
}

/** The row's fields with the price table that it names, or what is wrong with the name. */
function withTable({ customer, table }: ReadRow, tables: readonly { id: string; name: string }[]) {
  if (table === undefined) return customer;
  if (table === "") return { ...customer, price_table: null };
  const [one, second] = tables.filter(({ name }) => name.toLowerCase() === table.toLowerCase());
  if (second) return `Há mais de uma tabela de preços "${table}". Mude o nome de uma delas.`;
  if (one) return { ...customer, price_table: one.id };
  return `Não há tabela de preços "${table}". Confira o nome em Tabelas de preços ou deixe a célula vazia.`;
}

/** Those that a file may mean, by document and by name, the oldest first. */
type Known = {
  byDocument: Map<string, KnownCustomer>;
  byName: Map<string, KnownCustomer[]>;
  byContact: Map<string, KnownCustomer>;
  used: Set<string>;
};
type KnownCustomer = Pick<
  typeof customers.$inferSelect,
  "id" | "name" | "document" | "email" | "phone"
>;

async function readKnown(tx: Database): Promise<Known> {
  const { id, name, document, email, phone } = customers;
  const rows = await tx
    .select({ id, name, document, email, phone })
    .from(customers)
    .orderBy(asc(customers.created_at), asc(customers.id));
  const known: Known = {
    byDocument: new Map(),
    byName: new Map(),
    byContact: new Map(),
    used: new Set(),
  };
  for (const row of rows) remember(known, row);
  return known;
}

const contactOf = ({ email, phone }: Contact) =>
  email && phone ? `${email.toLowerCase()} ${phone}` : undefined;
type Contact = { email?: string | null | undefined; phone?: string | null | undefined };

function remember({ byDocument, byName, byContact }: Known, row: KnownCustomer): void {
  const contact = contactOf(row);
  if (row.document) byDocument.set(row.document, row);
  if (contact && !byContact.has(contact)) byContact.set(contact, row);
  const name = plainText(row.name);
  byName.set(name, [...(byName.get(name) ?? []), row]);
}

/** The customer that a row means. Of equal names without a contact each row has its own. */
function findKnown(known: Known, row: ReadRow["customer"]): KnownCustomer | undefined {
  const same = known.byContact.get(contactOf(row) ?? "");
  if (row.document) {
    return known.byDocument.get(row.document) ?? (same?.document ? undefined : same);
  }
  if (same) return same;
  const email = row.email?.toLowerCase();
  return known.byName.get(plainText(row.name))?.find((one) => {
    const oneEmail = one.email?.toLowerCase();
    const hasSameContact =
      (email !== undefined && email === oneEmail) || (row.phone && row.phone === one.phone);
    const differs =
      (email && oneEmail && email !== oneEmail) ||
      (row.phone && one.phone && row.phone !== one.phone);
    return !differs && (hasSameContact || !one.document) && !known.used.has(one.id);
  });
}

async function saveImported(
  tx: Database,
  { name, ...customer }: ReadRow["customer"],
  known: Known,
): Promise<"created" | "changed" | "unchanged"> {
  const match = findKnown(known, { name, ...customer });
  if (!match) {
    const id = crypto.randomUUID();
    await tx.insert(customers).values({ id, root_id: id, name, ...toColumns(customer) });
    const { document = null, email = null, phone = null } = customer;
    remember(known, { id, name, document, email, phone });
    known.used.add(id);
    return "created";
  }
  known.used.add(match.id);
  const [current] = await tx
    .select()
    .from(customers)
    .where(eq(customers.id, match.id))
    .for("update");
  const changes = changedFields(toColumns({ name, ...customer }), current ?? {});
  if (Object.keys(changes).length === 0) return "unchanged";
  await tx.update(customers).set(changes).where(eq(customers.id, match.id));
  return "changed";
}
