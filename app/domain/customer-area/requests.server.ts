import { asc, desc, eq, inArray, sql } from "drizzle-orm";
import { customers } from "#app/domain/customers/table.ts";
import type { LinkTokens } from "#app/domain/kernel/link-tokens.server.ts";
import { listStatuses, orderLinkColumns, pedidos } from "#app/domain/orders/table.ts";
import type { Database } from "#app/platform/database/database.ts";
import { statusesWith } from "#app/shared/order-status.ts";
import { phoneKey } from "#app/shared/phone-numbers.ts";
import { createLink } from "./access.server.ts";
import type { LinkRequested } from "./schema.ts";
import { customerLinkRequests } from "./table.ts";

/**
 * An address or phone may be of several customers, such as the branches of one firm. Of those that the seller has not confirmed,
 * which anyone invents by an order, so many are noted for the seller.
 */
const maxNoted = 5;
const maxOrders = 5;

/**
 * The links to be mailed, the orders with an address that is not confirmed, and the customers to whom the seller has to
 * send a link.
 */
type LinkDelivery = {
  mails: { id: string; address: string; name: string; token: string }[];
  orders: { number: number; path: string }[];
  waiting: { id: string; name: string }[];
};

/**
 * A link for each customer for whom the seller has confirmed this address. Anyone can order with another person's document, so that
 * an address that is not confirmed gets no more than the orders that have it, and the seller a note; as for a phone, since the shop
 * sends no WhatsApp messages itself. All are empty for an unknown contact.
 */
export async function requestLinks(
  database: Database,
  tokens: LinkTokens,
  now: Date,
  contact: string,
): Promise<LinkDelivery> {
  const isAddress = contact.includes("@");
  const matches = await findMatches(database, isAddress ? contact : phoneKey(contact));
  const delivery: LinkDelivery = { mails: [], orders: [], waiting: [] };
  for (const { id, part_id, name, is_confirmed } of matches) {
    const token =
      isAddress && is_confirmed
        ? await createLink(database, now, part_id, { maker: "mail", contact })
        : undefined;
    if (token) delivery.mails.push({ id, address: contact, name, token });
    else {
      await noteRequest(database, now, id, contact);
      delivery.waiting.push({ id, name });
    }
  }
  if (isAddress && delivery.mails.length === 0) {
    const ids = matches.map(({ id }) => id);
    delivery.orders = await readOrdersWith(database, tokens, ids, contact);
  }
  return delivery;
}

type ContactMatch = { id: string; part_id: string; name: string; is_confirmed: boolean };

/**
 * The customers with a contact, by its key: all for whom it is confirmed; without one those that merely have it, with an accepted
 * order first, then the oldest. `part_id` is the part of the customer for which it is confirmed.
 */
async function findMatches(database: Database, key: string): Promise<ContactMatch[]> {
  const { rows } = await database.execute<ContactMatch>(sql`
    WITH confirmed AS (
      SELECT customer_id AS id FROM customer_contacts WHERE contact_key(contact) = ${key}
      UNION SELECT own.id FROM customers AS own, jsonb_to_recordset(own.people) AS person (email text, phone text)
      WHERE ${key} = ANY (contact_keys(contacts_of(person.email, person.phone)))
    ), matches AS (
      SELECT DISTINCT ON (root.id) root.id, own.id AS part_id, coalesce(root.trade_name, root.name) AS name, root.created_at,
        own.id IN (SELECT id FROM confirmed) AS is_confirmed, EXISTS (
          SELECT FROM customers AS part JOIN pedidos ON customer_id = part.id
          WHERE part.root_id = root.id AND status IN ${listStatuses(statusesWith("isPayable"))}
        ) AS is_known
      FROM customers AS own JOIN customers AS root ON root.id = own.root_id
      WHERE own.id IN (SELECT id FROM confirmed) OR lower(own.email) = ${key} OR phone_key(own.phone) = ${key}
      ORDER BY root.id, is_confirmed DESC, own.id
    )
    SELECT id, part_id, name, is_confirmed FROM (
      SELECT *, row_number() OVER (ORDER BY is_confirmed DESC, is_known DESC, created_at, id) AS place FROM matches
    ) AS ranked
    WHERE is_confirmed OR place <= ${maxNoted} AND NOT EXISTS (SELECT FROM matches WHERE is_confirmed)
    ORDER BY place`);
  return rows;
}

/** The newest orders of these customers that have the address. */
async function readOrdersWith(
  database: Database,
  tokens: LinkTokens,
  rootIds: readonly string[],
  address: string,
): Promise<LinkDelivery["orders"]> {
  const rows = await database
    .select(orderLinkColumns)
    .from(pedidos)
    .innerJoin(customers, eq(customers.id, pedidos.customer_id))
    .where(
      sql`${inArray(customers.root_id, [...rootIds])} AND lower(${pedidos.cliente_info} ->> 'email') = ${address}
        AND ${pedidos.anonymized_at} IS NULL`,
    )
    .orderBy(desc(pedidos.created_at), desc(pedidos.id))
    .limit(maxOrders);
  return Promise.all(
    rows.map(async (row) => ({
      number: row.numero_pedido,
      path: await tokens.pathOf("order", row),
    })),
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
