import { setImmediate } from "node:timers/promises";
import { and, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import { priceTables } from "#app/domain/catalogue/price-tables/table.ts";
import { rejectTaken, saveEdit } from "#app/domain/kernel/editing/commands.server.ts";
import type { SaveResult } from "#app/domain/kernel/editing/schema.ts";
import { receipts } from "#app/domain/orders/payments/table.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { toDecimal } from "#app/shared/money.ts";
import { findCustomer, readCustomer } from "./queries.server.ts";
import { hasTerms, haveSameTerms } from "./rules.ts";
import type { Customer, CustomerChanges, CustomerDetail, NewCustomer } from "./schema.ts";
import { customers } from "./table.ts";

const unknownTable: SaveResult<never> = {
  ok: false,
  reason: "invalid",
  errors: [{ field: "price_table", message: "Esta tabela não existe mais. Escolha outra." }],
};

const halfBilling: SaveResult<never> = {
  ok: false,
  reason: "invalid",
  errors: [
    {
      field: "billing_due_day",
      message: "Para a fatura mensal, informe o dia em que fecha e o dia em que vence.",
    },
  ],
};

type Billing = Partial<Pick<NewCustomer, "billing_closing_day" | "billing_due_day">>;

/** Both days or none. */
function isBillingWhole({ billing_closing_day = null, billing_due_day = null }: Billing): boolean {
  return (billing_closing_day === null) === (billing_due_day === null);
}

const uniqueFields = { customers_document_key: "document" } as const;

async function isKnownTable(tx: Database, id: string | null | undefined): Promise<boolean> {
  return !id || (await tx.$count(priceTables, eq(priceTables.id, id))) > 0;
}

/** The id of the customer with this document. */
async function findDocumentOwner(
  database: Database,
  document: string,
): Promise<string | undefined> {
  const [row] = await database
    .select({ id: customers.root_id })
    .from(customers)
    .where(eq(customers.document, document));
  return row?.id;
}

/** Runs `save` in a transaction, which returns the saved row's id; a rejection when another customer has the document. */
function saveCustomer(
  database: Database,
  now: Date,
  author: Author,
  document: string | null | undefined,
  save: (tx: Database) => Promise<SaveResult<{ id: string }>>,
): Promise<SaveResult<Customer>> {
  const findOwner = async () => {
    const id = await findDocumentOwner(database, document ?? "");
    return id === undefined ? undefined : readCustomer(database, now, id);
  };
  return rejectTaken(uniqueFields, findOwner, () =>
    runAsUser(database, author, async (tx) => {
      const saved = await save(tx);
      if (!saved.ok && saved.reason !== "stale") return saved as SaveResult<Customer>;
      const { id } = saved.ok ? saved.row : saved.current;
      const row = await readCustomer(tx, now, id);
      if (!row) return { ok: false, reason: "not-found" };
      return saved.ok ? { ok: true, row } : { ...saved, current: row };
    }),
  );
}

export function toColumns({ credit_limit, ...fields }: Partial<NewCustomer>) {
  if (credit_limit === undefined) return fields;
  const limit = credit_limit === null ? null : toDecimal(Math.round(credit_limit * 100));
  return { ...fields, credit_limit: limit };
}

export function createCustomer(
  database: Database,
  now: Date,
  author: Author,
  { name, ...customer }: NewCustomer,
): Promise<SaveResult<Customer>> {
  return saveCustomer(database, now, author, customer.document, async (tx) => {
    if (!(await isKnownTable(tx, customer.price_table))) return unknownTable;
    if (!isBillingWhole(customer)) return halfBilling;
    const id = crypto.randomUUID();
    await tx.insert(customers).values({ id, root_id: id, name, ...toColumns(customer) });
    return { ok: true, row: { id } };
  });
}

/** Saves changed fields; a conflict if the customer was saved after `version`. Orders keep what was typed. */
export function changeCustomer(
  database: Database,
  now: Date,
  author: Author,
  id: string,
  { version, ...changes }: CustomerChanges,
): Promise<SaveResult<Customer>> {
  return saveCustomer(database, now, author, changes.document, async (tx) => {
    if (!(await isKnownTable(tx, changes.price_table))) return unknownTable;
    const isCustomer = and(eq(customers.id, id), eq(customers.root_id, id));
    const [current] = await tx.select().from(customers).where(isCustomer).for("update");
    if (current && !isBillingWhole({ ...current, ...changes })) return halfBilling;
    return saveEdit({
      current,
      version,
      show: (row) => row,
      save: (stored) =>
        tx
          .update(customers)
          .set({ version: stored.version, ...toColumns(changes) })
          .where(isCustomer)
          .returning(),
    });
  });
}

export type CustomerDeletion =
  | { ok: true }
  | { ok: false; reason: "not-found" }
  /** Other rows are about the customer; `message` says which, and what can be done. */
  | { ok: false; reason: "needed"; message: string };

/** Deletes a customer without orders, receipts and merged customers. */
export function deleteCustomer(
  database: Database,
  author: Author,
  id: string,
): Promise<CustomerDeletion> {
  return runAsUser(database, author, async (tx) => {
    const [customer] = await lockCustomers(tx, [id]);
    if (!customer) return { ok: false, reason: "not-found" };
    const message = await findNeed(tx, customer);
    if (message) return { ok: false, reason: "needed", message };
    await tx.delete(customers).where(eq(customers.id, id));
    return { ok: true };
  });
}

/** Returns the reason for which a customer cannot be deleted; undefined for one that can be. */
async function findNeed(
  tx: Database,
  { id, merged_into }: typeof customers.$inferSelect,
): Promise<string | undefined> {
  if (merged_into) return "Este cliente foi unido a outro. Separe os dois antes.";
  if ((await tx.$count(customers, eq(customers.merged_into, id))) > 0) {
    return "Há clientes unidos a este. Separe cada um antes.";
  }
  if ((await tx.$count(pedidos, eq(pedidos.customer_id, id))) > 0) {
    return (
      "Este cliente tem pedidos. Una-o a outro cliente; ou, para apagar os dados pessoais, abra um pedido dele e escolha " +
      "'Apagar dados do cliente (LGPD)'."
    );
  }
  if ((await tx.$count(receipts, eq(receipts.customer_id, id))) > 0) {
    return "Este cliente tem recebimentos na conta. Desfaça cada um antes, ou una-o a outro cliente.";
  }
  return undefined;
}

export type MergeResult =
  | { ok: true; row: CustomerDetail }
  | { ok: false; reason: "not-found" | "same" }
  /** The two have other conditions, and the user may not change any. */
  | { ok: false; reason: "terms-differ" };

/** Conditions of payment and prices are the owner's: without `canChangeTerms` they stay as they are. */
type TermRights = { canChangeTerms?: boolean };

/** Locks customers in one order, so that two merges wait for each other instead of forming a cycle. */
async function lockCustomers(tx: Database, ids: readonly string[]) {
  return tx
    .select()
    .from(customers)
    .where(inArray(customers.id, [...ids]))
    .orderBy(customers.id)
    .for("update");
}

/** Locks a customer with those that were merged into it, of which an order may be. */
export async function lockParts(tx: Database, rootId: string): Promise<void> {
  await tx
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.root_id, rootId))
    .orderBy(customers.id)
    .for("no key update");
}

async function toMergeResult(tx: Database, now: Date, id: string): Promise<MergeResult> {
  const row = await findCustomer(tx, now, id);
  return row ? { ok: true, row } : { ok: false, reason: "not-found" };
}

/**
 * Makes `mergedId` a part of the customer `id`: its orders count there, and orders that match it arrive there, with the table,
 * terms and limit of `id`. No order is changed, so that `separateCustomer` undoes it at any time.
 */
export function mergeCustomers(
  database: Database,
  now: Date,
  author: Author,
  id: string,
  mergedId: string,
  { canChangeTerms = true }: TermRights = {},
): Promise<MergeResult> {
  return runAsUser(database, author, async (tx) => {
    if (id === mergedId) return { ok: false, reason: "same" };
    const locked = await lockCustomers(tx, [id, mergedId]);
    const [one, other] = locked.filter((row) => row.root_id === row.id);
    if (!one || !other) return { ok: false, reason: "not-found" };
    if (!canChangeTerms && !haveSameTerms(one, other)) return { ok: false, reason: "terms-differ" };
    await tx
      .update(customers)
      .set({ merged_into: id, merged_at: now, root_id: id })
      .where(eq(customers.id, mergedId));
    await tx.update(customers).set({ root_id: id }).where(eq(customers.root_id, mergedId));
    return toMergeResult(tx, now, id);
  });
}

/**
 * Ends a merge: the customer stands alone again, with its own conditions and those that were merged into it before. What was returned
 * of the other one's credit goes to the other one.
 */
export function separateCustomer(
  database: Database,
  now: Date,
  author: Author,
  id: string,
  { canChangeTerms = true }: TermRights = {},
): Promise<MergeResult> {
  return runAsUser(database, author, async (tx) => {
    const [current] = await tx
      .select({ root_id: customers.root_id })
      .from(customers)
      .where(eq(customers.id, id));
    if (!current) return { ok: false, reason: "not-found" };
    const locked = await lockCustomers(tx, [id, current.root_id]);
    const one = locked.find((row) => row.id === id);
    const root = locked.find((row) => row.id === one?.root_id);
    if (!one?.merged_into || !root) return { ok: false, reason: "not-found" };
    if (!canChangeTerms && !haveSameTerms(one, root)) {
      return { ok: false, reason: "terms-differ" };
    }
    const { rows } = await tx.execute<{ id: string }>(sql`
      WITH RECURSIVE parts AS (
        SELECT id FROM customers WHERE merged_into = ${id}::uuid
        UNION SELECT further.id FROM customers AS further JOIN parts ON further.merged_into = parts.id
      ) SELECT id FROM parts`);
    await tx
      .update(customers)
      .set({ merged_into: null, merged_at: null, root_id: id })
      .where(eq(customers.id, id));
    const parts = rows.map((row) => row.id);
    if (parts.length > 0) {
      await tx.update(customers).set({ root_id: id }).where(inArray(customers.id, parts));
    }
    await tx.execute(sql`SELECT settle_credit(${id}::uuid, ${root.id}::uuid)`);
    await tx.execute(sql`SELECT settle_credit(${root.id}::uuid, ${id}::uuid)`);
    return toMergeResult(tx, now, id);
  });
}

/**
 * Makes another customer of some orders of a customer, with the data of the newest one; without its document and conditions,
 * which remain here. Merging the two undoes it.
 */
export function splitCustomer(
  database: Database,
  now: Date,
  author: Author,
  id: string,
  orders: readonly string[],
  { canChangeTerms = true }: TermRights = {},
): Promise<MergeResult> {
  return runAsUser(database, author, async (tx) => {
    const [root] = await lockCustomers(tx, [id]);
    if (!canChangeTerms && root && hasTerms(root)) {
      return { ok: false, reason: "terms-differ" };
    }
    const found = await tx
      .select({ id: pedidos.id, info: pedidos.cliente_info })
      .from(pedidos)
      .innerJoin(customers, eq(customers.id, pedidos.customer_id))
      .where(and(inArray(pedidos.id, [...orders]), eq(customers.root_id, id)))
      .orderBy(sql`${pedidos.created_at} DESC`);
    const [newest] = found;
    if (!newest || found.length < new Set(orders).size) return { ok: false, reason: "not-found" };
    const { name, phone, email, zipCode, street, number, neighborhood, city, state } = newest.info;
    const address = { zipCode, street, number, neighborhood, city, state };
    const newId = crypto.randomUUID();
    await tx
      .insert(customers)
      .values({ id: newId, root_id: newId, name: name || "Sem nome", phone, email, address });
    const moved = found.map((order) => order.id);
    await tx.update(pedidos).set({ customer_id: newId }).where(inArray(pedidos.id, moved));
    await tx.execute(sql`SELECT split_contacts(${id}::uuid, ${newId}::uuid)`);
    return toMergeResult(tx, now, newId);
  });
}

/**
 * Gives a customer without a document the data of an order, by which the next one finds them. Without `canChangeTerms` only
 * one without conditions, which the document would pass on.
 */
export async function completeCustomer(
  tx: Database,
  id: string,
  { document, email, phone }: { document: string; email: string; phone: string },
  { canChangeTerms = true }: TermRights = {},
): Promise<void> {
  await tx.execute(sql`
    UPDATE customers SET document = valid_document(${document}::text),
      email = coalesce(email, ${email}::text), phone = coalesce(phone, ${phone}::text)
    WHERE id = ${id}::uuid AND document IS NULL AND (${canChangeTerms} OR NOT has_terms(root_id))`);
}

const attachedAtOnce = 10;

/**
 * Finds the customers of orders that were placed while another transaction created theirs. An order whose customer is being
 * created again meanwhile waits for the next call.
 */
export async function attachOrders(database: Database): Promise<void> {
  let last: string | undefined = "00000000-0000-0000-0000-000000000000";
  while (last) {
    const waiting = await database
      .select({ id: pedidos.id })
      .from(pedidos)
      .where(and(isWaiting, gt(pedidos.id, last)))
      .orderBy(pedidos.id)
      .limit(attachedAtOnce);
    for (const { id } of waiting) await attachOrder(database, id);
    last = waiting.at(-1)?.id;
    // Other requests are handled between so many orders.
    await setImmediate();
  }
}

const isWaiting = and(isNull(pedidos.customer_id), isNull(pedidos.anonymized_at));

/** One order in a statement, which locks the customer before the order, as all locks are ordered. */
async function attachOrder(database: Database, id: string): Promise<void> {
  await database
    .update(pedidos)
    .set({ customer_id: sql`find_or_create_customer(${pedidos.cliente_info})` })
    .where(and(eq(pedidos.id, id), isWaiting));
}
