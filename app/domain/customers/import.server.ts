import { setImmediate as nextTurn } from "node:timers/promises";
import { asc, eq, gt, inArray, sql } from "drizzle-orm";
import { retryTaken } from "#app/domain/catalogue/import/import.server.ts";
import { listTableNames } from "#app/domain/catalogue/price-tables/queries.server.ts";
import { changedFields } from "#app/domain/kernel/editing/differences.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { inPieces } from "#app/platform/database/pieces.ts";
import { phoneKey } from "#app/shared/phone-numbers.ts";
import { plainText } from "#app/shared/plain-text.ts";
import { toColumns } from "./commands.server.ts";
import type { CustomerRow } from "./import-file.server.ts";
import type { ImportedCustomers } from "./schema.ts";
import { customers } from "./table.ts";

/** Rows per transaction: about 40 ms on the embedded database, which answers other requests in between. */
const pieceSize = 50;

/**
 * Creates and changes customers by rows of a file: one is found by its document, else by e-mail and phone, else by a name whose
 * known contacts do not differ. With `isDryRun` nothing is stored. An import that a crash interrupted is completed by importing the
 * file again, because its saved rows are then unchanged.
 */
export async function importCustomers(
  database: Database,
  author: Author,
  rows: readonly CustomerRow[],
  { isDryRun }: { isDryRun: boolean },
): Promise<ImportedCustomers> {
  const result: ImportedCustomers = { created: 0, changed: 0, unchanged: 0, rejected: [] };
  const state: ImportState = {
    firstRows: findFirstRows(rows),
    known: await readKnown(database),
    plans: new Map(),
  };
  const outcomes = await inPieces(rows, pieceSize, async (piece) => {
    const planned = isDryRun
      ? await planPiece(database, piece, state)
      : await retryTaken(() =>
          runAsUser(database, author, async (tx) => {
            const plan = await planPiece(tx, piece, { ...state, plans: new Map() });
            await savePlans(tx, plan.plans);
            return plan;
          }),
        );
    state.known.used = planned.used;
    return planned.outcomes;
  });
  for (const outcome of outcomes) {
    if (typeof outcome === "string") result[outcome] += 1;
    else result.rejected.push(outcome);
  }
  return result;
}

type ImportState = {
  firstRows: ReadonlyMap<string, number>;
  known: Known;
  /** The customers as earlier rows will change them, which the database does not have yet. */
  plans: Map<string, Plan>;
};
type Plan = { isNew: boolean; columns: Partial<CustomerColumns> };
type CustomerColumns = ReturnType<typeof toColumns>;
type Outcome = "created" | "changed" | "unchanged" | { row: number; message: string };

/** The row in which each document is first. */
function findFirstRows(rows: readonly CustomerRow[]): Map<string, number> {
  const firstRows = new Map<string, number>();
  for (const row of rows) {
    const document = row.ok ? row.customer.document : undefined;
    if (document && !firstRows.has(document)) firstRows.set(document, row.row);
  }
  return firstRows;
}

type ReadRow = Extract<CustomerRow, { ok: true }>;

/** Plans the changes of the rows' customers, whose rows are locked until the transaction ends. Adds to the state's plans. */
async function planPiece(
  tx: Database,
  rows: readonly CustomerRow[],
  { firstRows, known, plans }: ImportState,
): Promise<{ outcomes: Outcome[]; plans: Map<string, Plan>; used: Set<string> }> {
  const tables = await listTableNames(tx);
  const checked = rows.map((row) => ({ row: row.row, read: checkRow(row, tables, firstRows) }));
  const valid = checked.flatMap(({ read }) => (typeof read === "string" ? [] : read));
  const documents = valid.flatMap(({ document }) => document ?? []);
  for (const row of await selectKnown(tx).where(inArray(customers.document, documents))) {
    known.byDocument.set(row.document ?? "", row);
  }
  const used = new Set(known.used);
  const matches = new Map(valid.map((read) => [read, matchCustomer({ ...known, used }, read)]));
  const stored = await lockCustomers(tx, [...matches.values()]);
  const outcomes = checked.map(({ row, read }) => {
    if (typeof read === "string") return { row, message: read };
    return planRow(read, matches.get(read) ?? "", stored, plans);
  });
  return { outcomes, plans, used };
}

function planRow(
  read: ReadRow["customer"],
  id: string,
  stored: ReadonlyMap<string, object>,
  plans: Map<string, Plan>,
): Exclude<Outcome, object> {
  const plan = plans.get(id) ?? { isNew: !stored.has(id), columns: {} };
  const isCreated = plan.isNew && !plans.has(id);
  const current = { ...stored.get(id), ...plan.columns };
  const changes = changedFields(toColumns(read), current);
  if (!isCreated && Object.keys(changes).length === 0) return "unchanged";
  plans.set(id, { ...plan, columns: { ...plan.columns, ...changes } });
  return isCreated ? "created" : "changed";
}

async function lockCustomers(tx: Database, ids: string[]): Promise<Map<string, object>> {
  // The rows are locked in the order of their ids, so that transactions wait instead of deadlocking.
  const rows = await tx
    .select()
    .from(customers)
    .where(inArray(customers.id, ids))
    .orderBy(asc(customers.id))
    .for("update");
  return new Map(rows.map((row) => [row.id, row]));
}

async function savePlans(tx: Database, plans: ReadonlyMap<string, Plan>): Promise<void> {
  const created = [...plans].filter(([, { isNew }]) => isNew);
  if (created.length > 0) {
    await tx
      .insert(customers)
      .values(created.map(([id, { columns }]) => ({ name: "", ...columns, id, root_id: id })));
  }
  for (const [id, { isNew, columns }] of plans) {
    if (!isNew) await tx.update(customers).set(columns).where(eq(customers.id, id));
  }
}

/** The row's fields, or what is wrong with it. */
function checkRow(
  row: CustomerRow,
  tables: readonly { id: string; name: string }[],
  firstRows: ReadonlyMap<string, number>,
): ReadRow["customer"] | string {
  if (!row.ok) return row.message;
  const first = firstRows.get(row.customer.document ?? "");
  if (first !== undefined && first !== row.row) return `A linha ${first} tem o mesmo documento.`;
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

/** The customers that a file may mean, by document and by name, the oldest first. */
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

function selectKnown(database: Database) {
  const { id, name, document, email, phone } = customers;
  const createdAt = sql<number>`extract(epoch FROM ${customers.created_at})::float8`;
  return database.select({ id, name, document, email, phone, createdAt }).from(customers);
}

/** Customers per query. */
const knownPerQuery = 1000;

async function readKnown(database: Database): Promise<Known> {
  const rows: (KnownCustomer & { createdAt: number })[] = [];
  for (let last = ""; ; last = rows.at(-1)?.id ?? "") {
    const page = await selectKnown(database)
      .where(last ? gt(customers.id, last) : undefined)
      .orderBy(asc(customers.id))
      .limit(knownPerQuery);
    rows.push(...page);
    await nextTurn();
    if (page.length < knownPerQuery) break;
  }
  const known: Known = {
    byDocument: new Map(),
    byName: new Map(),
    byContact: new Map(),
    used: new Set(),
  };
  for (const row of rows.sort((one, other) => one.createdAt - other.createdAt)) {
    remember(known, row);
  }
  return known;
}

const contactOf = ({ email, phone }: Contact) =>
  email && phone ? `${email.toLowerCase()} ${phoneKey(phone)}` : undefined;
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
  const phone = row.phone && phoneKey(row.phone);
  return known.byName.get(plainText(row.name))?.find((one) => {
    const oneEmail = one.email?.toLowerCase();
    const onePhone = one.phone && phoneKey(one.phone);
    const hasSameContact =
      (email !== undefined && email === oneEmail) || (phone && phone === onePhone);
    const differs =
      (email && oneEmail && email !== oneEmail) || (phone && onePhone && phone !== onePhone);
    return !differs && (hasSameContact || !one.document) && !known.used.has(one.id);
  });
}

/** The id of the customer that a row means, or of the new one that it creates. */
function matchCustomer(known: Known, row: ReadRow["customer"]): string {
  const { document = null, email = null, phone = null } = row;
  const match = findKnown(known, row);
  const id = match?.id ?? crypto.randomUUID();
  known.used.add(id);
  if (!match) remember(known, { id, name: row.name, document, email, phone });
  return id;
}
