import { asc, eq, type SQL, sql } from "drizzle-orm";
import { customers } from "#app/domain/customers/table.ts";
import { listStatuses } from "#app/domain/orders/table.ts";
import type { Database } from "#app/platform/database/database.ts";
import { statusesWith } from "#app/shared/order-status.ts";
import { phoneKey } from "#app/shared/phone-numbers.ts";
import { createLink } from "./access.server.ts";
import type { Contact, LinkRequested } from "./schema.ts";
import { customerLinkRequests } from "./table.ts";

/**
 * An address or phone may be of several customers, such as the branches of one firm. Of those that nobody has vouched for, which
 * anyone invents by an order, so many are noted for the seller.
 */
const maxNoted = 5;

/** The links to be mailed, and the customers to whom the seller has to send one. */
type LinkDelivery = {
  mails: { id: string; address: string; name: string; token: string }[];
  waiting: { id: string; name: string }[];
};

/**
 * A link for each customer with this address, or a note for the seller: the shop sends no WhatsApp messages itself, and no mail to
 * an address that may come from an order with the document of another person. Both are empty for an unknown contact.
 */
export async function requestLinks(
  database: Database,
  now: Date,
  contact: Contact,
): Promise<LinkDelivery> {
  const delivery: LinkDelivery = { mails: [], waiting: [] };
  const address = "email" in contact ? contact.email : undefined;
  const matches = address
    ? await findByEmail(database, address)
    : await findByPhone(database, ("phone" in contact && contact.phone) || "");
  for (const { id, name, is_vouched } of matches) {
    const token = address && is_vouched ? await createLink(database, now, id, "mail") : undefined;
    if (address && token) delivery.mails.push({ id, address, name, token });
    else {
      await noteRequest(database, now, id, Object.values(contact)[0] ?? "");
      delivery.waiting.push({ id, name });
    }
  }
  return delivery;
}

type ContactMatch = { id: string; name: string; is_vouched: boolean };

/** Whether the seller has accepted an order of the customer `root`. */
const isKnown = sql`EXISTS (
  SELECT FROM customers AS part JOIN pedidos ON customer_id = part.id
  WHERE part.root_id = root.id AND status IN ${listStatuses(statusesWith("isPayable"))}
)`;

/** All customers that are vouched for; of the others those with an accepted order first, then the oldest. */
async function selectMatches(database: Database, matches: SQL): Promise<ContactMatch[]> {
  const { rows } = await database.execute<ContactMatch>(sql`
    SELECT id, name, is_vouched FROM (
      SELECT matches.*, row_number() OVER (PARTITION BY is_vouched ORDER BY is_known DESC, created_at, id) AS place
      FROM (${matches}) AS matches
    ) AS ranked
    WHERE is_vouched OR place <= ${maxNoted} ORDER BY is_vouched DESC, place`);
  return rows;
}

/**
 * An address is vouched for when the seller or the customer entered it as a person who may order, and when all orders of the
 * customer have it, one of which was delivered; or when the customer has no order, so that the seller entered it.
 */
async function findByEmail(database: Database, email: string): Promise<ContactMatch[]> {
  return selectMatches(
    database,
    sql`
    SELECT root.id, coalesce(root.trade_name, root.name) AS name, bool_or(is_person)
      OR NOT coalesce(has_other, false) AND coalesce(is_delivered, true) AS is_vouched, ${isKnown} AS is_known, root.created_at
    FROM customers AS own JOIN customers AS root ON root.id = own.root_id, LATERAL (
      SELECT EXISTS (
        SELECT FROM jsonb_to_recordset(own.people) AS person (email text) WHERE lower(email) = ${email}
      ) AS is_person
    ) AS people, LATERAL (
      SELECT bool_or(lower(cliente_info ->> 'email') <> ${email}) AS has_other, bool_or(status = 'entregue') AS is_delivered
      FROM customers AS part JOIN pedidos ON customer_id = part.id
      WHERE part.root_id = root.id AND anonymized_at IS NULL AND cliente_info ->> 'email' <> ''
    ) AS orders
    WHERE lower(own.email) = ${email} OR is_person
    GROUP BY root.id, has_other, is_delivered`,
  );
}

async function findByPhone(database: Database, phone: string): Promise<ContactMatch[]> {
  return selectMatches(
    database,
    sql`
    SELECT DISTINCT root.id, coalesce(root.trade_name, root.name) AS name, false AS is_vouched, ${isKnown} AS is_known, root.created_at
    FROM customers AS own JOIN customers AS root ON root.id = own.root_id
      LEFT JOIN LATERAL jsonb_to_recordset(own.people) AS person (phone text) ON true
    WHERE ${phoneKey(phone)} IN (phone_key(own.phone), phone_key(person.phone))`,
  );
}

async function noteRequest(database: Database, now: Date, id: string, contact: string) {
  const request = { customer_id: id, contact, requested_at: now };
  await database
    .insert(customerLinkRequests)
    .values(request)
    .onConflictDoUpdate({ target: customerLinkRequests.customer_id, set: request });
}

/** The requests for links that the seller has to send, the oldest first. */
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

/** Removes the request of a customer; false when there is none. */
export async function dismissLinkRequest(database: Database, id: string): Promise<boolean> {
  const removed = await database
    .delete(customerLinkRequests)
    .where(eq(customerLinkRequests.customer_id, id))
    .returning({ id: customerLinkRequests.customer_id });
  return removed.length > 0;
}
