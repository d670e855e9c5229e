import { setImmediate as nextTurn } from "node:timers/promises";
import { inArray, type SQL, sql } from "drizzle-orm";
import { findExistingCustomers } from "#app/domain/customers/queries.server.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { digitsOf, phoneKey } from "#app/shared/phone-numbers.ts";
import { eraseOrders } from "./commands.server.ts";
import type { Erased, Erasure, PersonalData } from "./schema.ts";

/** A name that so many persons have is too short. */
const maxMatches = 200;
/** Rows per query: other requests of the embedded database run in between. */
const pieceSize = 500;

type Piece = {
  id: string;
  kind: PersonalData["kind"];
  record: string;
  changed_at: string;
  /** The row that names the person; null in any other. */
  data: Record<string, unknown> | null;
};

/**
 * Customers and orders with the person's e-mail, phone, document or name, the newest first, at most 200: those that exist, and those of
 * which only the audit log has the data.
 */
export async function findPersonalData(
  database: Database,
  search: string,
): Promise<PersonalData[]> {
  const found = new Map<string, PersonalData>();
  const isMatch = namesPerson(search);
  for (const select of [selectCustomers, selectOrders, selectLog]) {
    for await (const { kind, record, changed_at, data } of readPieces(database, select, isMatch)) {
      if (!data || found.has(record) || found.size === maxMatches) continue;
      found.set(record, { ...describe(data), kind, id: record, date: toInstant(changed_at) });
    }
  }
  const existing = await findExisting(database, [...found.keys()]);
  return [...found.values()]
    .map((match) => ({ ...match, deleted: !existing.has(match.id) }))
    .sort((one, other) => other.date.localeCompare(one.date));
}

const toInstant = (text: string) => new Date(text).toISOString();

function describe(data: Record<string, unknown>) {
  const person = (data.cliente_info ?? data) as Record<string, string | null>;
  const { name, email, phone, document } = person;
  return {
    name: name ?? "",
    email: email ?? "",
    phone: phone ?? "",
    document: document ?? "",
    number: typeof data.numero_pedido === "number" ? data.numero_pedido : null,
    deleted: false,
  };
}

const minPhoneDigits = 8;

function namesPerson(search: string): (row: SQL) => SQL {
  const email = search.includes("@") ? search.toLowerCase() : null;
  const isPhone = !email && digitsOf(search).length >= minPhoneDigits && !/\p{L}/u.test(search);
  const phone = isPhone ? phoneKey(search) : null;
  const document = search.toUpperCase().replace(/[^0-9A-Z]/g, "");
  const words = search.split(/\s+/).map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`);
  const name =
    email || isPhone ? sql`NULL` : sql`string_to_array(plain_text(${words.join("\n")}), E'\n')`;
  return (row) => sql`names_person(${row}, ${email}, ${phone}, ${document}, ${name})`;
}

type Select = (isMatch: (row: SQL) => SQL, last: string) => SQL;

/** The confirmed contacts are added as those of further persons. */
const withContacts = sql`to_jsonb(one) || jsonb_build_object('people', people || (
  SELECT coalesce(jsonb_agg(jsonb_build_object('email', known.contact, 'phone', known.contact)), '[]')
  FROM customer_contacts AS known WHERE known.customer_id = one.id
))`;

const selectCustomers: Select = (isMatch, last) => sql`
  SELECT id::text, 'customer' AS kind, id::text AS record, updated_at AS changed_at,
    CASE WHEN ${isMatch(withContacts)} THEN to_jsonb(one) END AS data
  FROM customers AS one WHERE id > ${last}::uuid ORDER BY one.id LIMIT ${pieceSize}`;

const selectOrders: Select = (isMatch, last) => sql`
  SELECT id::text, 'order' AS kind, id::text AS record, created_at AS changed_at,
    CASE WHEN ${isMatch(sql`cliente_info`)} THEN jsonb_build_object(
      'cliente_info', cliente_info, 'numero_pedido', numero_pedido) END AS data
  FROM pedidos AS one WHERE id > ${last}::uuid ORDER BY one.id LIMIT ${pieceSize}`;

/** A series belongs to its customer. */
const selectLog: Select = (isMatch, last) => sql`
  SELECT id::text, CASE WHEN table_name = 'orders' THEN 'order' ELSE 'customer' END AS kind,
    CASE WHEN table_name = 'order_series' THEN coalesce(new_data, old_data) ->> 'customer_id' ELSE record_id END AS record,
    created_at AS changed_at,
    CASE WHEN ${isMatch(sql`new_data`)} THEN new_data WHEN ${isMatch(sql`old_data`)} THEN old_data END AS data
  FROM audit_logs AS one
  WHERE table_name IN ('orders', 'customers', 'order_series') AND id > ${last}::uuid ORDER BY one.id LIMIT ${pieceSize}`;

async function* readPieces(
  database: Database,
  select: Select,
  isMatch: (row: SQL) => SQL,
): AsyncGenerator<Piece> {
  for (let last: string | undefined = "00000000-0000-0000-0000-000000000000"; last; ) {
    const { rows }: { rows: Piece[] } = await database.execute<Piece>(select(isMatch, last));
    yield* rows;
    last = rows.length === pieceSize ? rows.at(-1)?.id : undefined;
    await nextTurn();
  }
}

async function findExisting(database: Database, ids: string[]): Promise<Set<string>> {
  const orders = await database
    .select({ id: pedidos.id })
    .from(pedidos)
    .where(inArray(pedidos.id, ids));
  const existing = await findExistingCustomers(database, ids);
  return new Set([...orders.map(({ id }) => id), ...existing]);
}

/**
 * Erases the data of customers with all their orders, and of single orders, deleted ones included: from the rows, the audit log,
 * queued mails and stored answers. Products, amounts, dates and numbers remain. Unknown ids are ignored.
 */
export function erasePersonalData(
  database: Database,
  now: Date,
  author: Author,
  given: Erasure,
): Promise<Erased> {
  return runAsUser(database, author, async (tx) => {
    const parts = await listParts(tx, given.customers);
    const orders = await listOrders(tx, parts, given.orders);
    const count = await eraseOrders(tx, now, orders, parts);
    if (parts.length > 0)
      await tx.execute(sql`SELECT erase_customers(${sql.param(parts)}::uuid[])`);
    return { customers: parts.length, orders: count };
  });
}

/** The customers with those that were merged with them, and deleted ones that the log has. */
async function listParts(tx: Database, ids: string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM customers WHERE root_id IN (SELECT root_id FROM customers WHERE id = ANY (${sql.param(ids)}::uuid[]))
    UNION SELECT record_id::uuid FROM audit_logs
    WHERE table_name = 'customers' AND record_id = ANY (${sql.param(ids)}::text[])`);
  return rows.map(({ id }) => id);
}

async function listOrders(tx: Database, parts: string[], ids: string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM pedidos WHERE customer_id = ANY (${sql.param(parts)}::uuid[]) OR id = ANY (${sql.param(ids)}::uuid[])
    UNION SELECT record_id::uuid FROM audit_logs
    WHERE table_name = 'orders' AND operation = 'DELETE'
      AND (old_data ->> 'customer_id' = ANY (${sql.param(parts)}::text[]) OR record_id = ANY (${sql.param(ids)}::text[]))`);
  return rows.map(({ id }) => id);
}
