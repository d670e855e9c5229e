import { asc, eq, sql } from "drizzle-orm";
import { customers } from "#app/domain/customers/table.ts";
import type { Database } from "#app/platform/database/database.ts";
import { createLink } from "./access.server.ts";
import { mailedLinkAgeMs } from "./rules.ts";
import type { Contact, LinkRequested } from "./schema.ts";
import { customerLinkRequests } from "./table.ts";

/** An address or phone may be of several customers, such as the branches of one firm. */
const maxCustomers = 5;

/** The links to be mailed, and the names of the customers to whom the seller has to send one. */
type Requested = { mails: { address: string; name: string; token: string }[]; waiting: string[] };

/**
 * A link for each customer with this address, or a note for the seller: the shop cannot write by WhatsApp itself, and mails nobody
 * who may have typed the document of another person in an order. Both are empty for an unknown contact.
 */
export async function requestLinks(
  database: Database,
  now: Date,
  contact: Contact,
): Promise<Requested> {
  const requested: Requested = { mails: [], waiting: [] };
  const address = "email" in contact ? contact.email : undefined;
  const known = address
    ? await findByEmail(database, address)
    : await findByPhone(database, ("phone" in contact && contact.phone) || "");
  for (const { id, name, is_vouched } of known) {
    const token =
      address && is_vouched ? await createLink(database, now, id, mailedLinkAgeMs) : undefined;
    if (address && token) requested.mails.push({ address, name, token });
    else {
      await noteRequest(database, now, id, Object.values(contact)[0] ?? "");
      requested.waiting.push(name);
    }
  }
  return requested;
}

type Known = { id: string; name: string; is_vouched: boolean };

/**
 * An address is vouched for when the seller or the customer entered it as a person who may order, and when all orders of the
 * customer have it, one of which was delivered; or when the customer has no order, so that the seller entered it.
 */
async function findByEmail(database: Database, email: string): Promise<Known[]> {
  const { rows } = await database.execute<Known>(sql`
    SELECT root.id, coalesce(root.trade_name, root.name) AS name, bool_or(is_person)
      OR NOT coalesce(has_other, false) AND coalesce(is_delivered, true) AS is_vouched
    FROM customers AS one JOIN customers AS root ON root.id = one.root_id, LATERAL (
      SELECT EXISTS (
        SELECT FROM jsonb_to_recordset(one.people) AS person (email text) WHERE lower(email) = ${email}
      ) AS is_person
    ) AS people, LATERAL (
      SELECT bool_or(lower(cliente_info ->> 'email') <> ${email}) AS has_other, bool_or(status = 'entregue') AS is_delivered
      FROM customers AS part JOIN pedidos ON customer_id = part.id
      WHERE part.root_id = root.id AND anonymized_at IS NULL AND cliente_info ->> 'email' <> ''
    ) AS orders
    WHERE lower(one.email) = ${email} OR is_person
    GROUP BY root.id, has_other, is_delivered ORDER BY root.id LIMIT ${maxCustomers}`);
  return rows;
}

/** With or without the country's code. */
async function findByPhone(database: Database, phone: string): Promise<Known[]> {
  const national = (column: string) =>
    sql.raw(`regexp_replace(${column}, '^55(?=[0-9]{10,11}$)', '')`);
  const { rows } = await database.execute<Known>(sql`
    SELECT DISTINCT root.id, coalesce(root.trade_name, root.name) AS name, false AS is_vouched
    FROM customers AS one JOIN customers AS root ON root.id = one.root_id
      LEFT JOIN LATERAL jsonb_to_recordset(one.people) AS person (phone text) ON true
    WHERE ${phone} IN (${national("one.phone")}, ${national("person.phone")})
    ORDER BY root.id LIMIT ${maxCustomers}`);
  return rows;
}

async function noteRequest(database: Database, now: Date, id: string, contact: string) {
  const request = { customer_id: id, contact, requested_at: now };
  await database
    .insert(customerLinkRequests)
    .values(request)
    .onConflictDoUpdate({ target: customerLinkRequests.customer_id, set: request });
}

/** Who asked for a link that the seller has to send, the first one first. */
export async function listLinkRequests(database: Database): Promise<LinkRequested[]> {
  const rows = await database
    .select({
      customer_id: customerLinkRequests.customer_id,
      name: sql<string>`coalesce(${customers.trade_name}, ${customers.name})`,
      contact: customerLinkRequests.contact,
      requested_at: customerLinkRequests.requested_at,
    })
    .from(customerLinkRequests)
    .innerJoin(customers, eq(customers.id, customerLinkRequests.customer_id))
    .orderBy(asc(customerLinkRequests.requested_at));
  return rows.map((row) => ({ ...row, requested_at: row.requested_at.toISOString() }));
}

/** Removes the note that a customer asked for a link; false when there is none. */
export async function dismissLinkRequest(database: Database, id: string): Promise<boolean> {
  const removed = await database
    .delete(customerLinkRequests)
    .where(eq(customerLinkRequests.customer_id, id))
    .returning({ id: customerLinkRequests.customer_id });
  return removed.length > 0;
}
