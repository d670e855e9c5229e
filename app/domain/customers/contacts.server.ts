import { type SQL, sql } from "drizzle-orm";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import type { CustomerContact } from "./schema.ts";

/**
 * The e-mails and phones of a customer. Anyone can order with another person's document, so that only those open the area of the
 * customer which the seller has confirmed, and only the orders with one of them are shown there (`is_of_area`).
 */

type OrderColumns = Record<"id" | "channel" | "cliente_info", SQL>;

/** Returns whether the area of the customer `rootId` shows an order, or a series by the columns of its order. */
export function isOfArea(rootId: string | SQL, { id, channel, cliente_info }: OrderColumns): SQL {
  return sql`is_of_area(${id}, ${channel}, ${cliente_info}, (SELECT confirmed_keys(${rootId}::uuid)))`;
}

const maxListed = 50;

/** Lists the contacts of the customer's rows and orders, the newest first, with the number of orders that have them. */
export async function listContacts(database: Database, rootId: string): Promise<CustomerContact[]> {
  const { rows } = await database.execute<CustomerContact>(sql`
    WITH parts AS (SELECT * FROM customers WHERE root_id = ${rootId}::uuid), known AS (
      SELECT unnest(order_contacts(cliente_info)) AS contact, pedidos.created_at AS seen_at, 1 AS orders
      FROM pedidos JOIN parts ON parts.id = customer_id WHERE anonymized_at IS NULL
      UNION ALL SELECT unnest(contacts_of(email, phone)), created_at, 0 FROM parts
      UNION ALL SELECT one.contact, confirmed_at, 0 FROM customer_contacts AS one JOIN parts ON parts.id = customer_id
    )
    SELECT (array_agg(contact ORDER BY orders DESC, seen_at DESC))[1] AS contact, sum(orders)::integer AS orders, contact_key(known.contact) = ANY (
      SELECT contact_key(one.contact) FROM customer_contacts AS one JOIN parts ON parts.id = one.customer_id
    ) AS confirmed
    FROM known GROUP BY contact_key(known.contact) ORDER BY max(seen_at) DESC, 1 LIMIT ${maxListed}`);
  return rows;
}

/** Lists the contacts of an order that are not confirmed for its customer. */
export async function listUnconfirmed(database: Database, orderId: string): Promise<string[]> {
  const { rows } = await database.execute<{ contact: string }>(sql`
    SELECT list.contact
    FROM pedidos JOIN customers AS part ON part.id = customer_id, unnest(order_contacts(cliente_info)) AS list (contact)
    WHERE pedidos.id = ${orderId}::uuid AND NOT contact_key(list.contact) = ANY (confirmed_keys(part.root_id))`);
  return rows.map(({ contact }) => contact);
}

/**
 * Confirms contacts of a customer, or ends that: the devices that entered by one have to enter again. With merged customers each
 * contact belongs to the parts that have it, so that it goes with them when they are separated. False for no customer.
 */
export function setConfirmed(
  database: Database,
  author: Author,
  customerId: string,
  contacts: readonly string[],
  isConfirmed: boolean,
): Promise<boolean> {
  return runAsUser(database, author, async (tx) => {
    const list = sql`${sql.param([...contacts])}::text[]`;
    const { rows } = await tx.execute<{ id: string }>(
      sql`SELECT root_id AS id FROM customers WHERE id = ${customerId}::uuid`,
    );
    const [root] = rows;
    if (!root) return false;
    if (isConfirmed) await confirm(tx, root.id, list);
    else await tx.execute(sql`SELECT revoke_contacts(${root.id}::uuid, ${list})`);
    return true;
  });
}

async function confirm(tx: Database, rootId: string, list: SQL): Promise<void> {
  await tx.execute(sql`
    WITH given AS (SELECT DISTINCT contact FROM unnest(${list}) AS contact), carried AS (
      SELECT part.id, given.contact FROM given, customers AS part
      WHERE part.root_id = ${rootId}::uuid AND (
        contact_key(given.contact) = ANY (contact_keys(contacts_of(part.email, part.phone))) OR EXISTS (
          SELECT FROM pedidos WHERE customer_id = part.id AND anonymized_at IS NULL
            AND contact_key(given.contact) = ANY (contact_keys(order_contacts(cliente_info)))
        )
      )
    )
    SELECT confirm_contacts(id, array_agg(contact)) FROM (
      SELECT id, contact FROM carried
      UNION ALL SELECT ${rootId}::uuid, contact FROM given WHERE contact NOT IN (SELECT contact FROM carried)
    ) AS placed GROUP BY id`);
}

/**
 * Confirms what the seller entered in an order. What the customer's row or an order of the site already had is not confirmed by it:
 * the seller's form is filled in with that. Without `canChangeTerms` nothing is confirmed for a customer with conditions, which
 * the contact would give to its holder.
 */
export async function confirmOfOrder(
  tx: Database,
  orderId: string,
  { canChangeTerms }: { canChangeTerms: boolean },
): Promise<void> {
  await tx.execute(sql`
    SELECT confirm_contacts(part.id, array_agg(list.contact))
    FROM pedidos JOIN customers AS part ON part.id = customer_id, unnest(order_contacts(cliente_info)) AS list (contact)
    WHERE pedidos.id = ${orderId}::uuid AND (${canChangeTerms} OR NOT has_terms(part.root_id)) AND NOT EXISTS (
      SELECT FROM customers AS known LEFT JOIN pedidos AS other ON other.customer_id = known.id AND other.channel = 'site'
      WHERE known.root_id = part.root_id AND contact_key(list.contact) = ANY (
        contact_keys(contacts_of(known.email, known.phone) || coalesce(order_contacts(other.cliente_info), '{}'))
      )
    )
    GROUP BY part.id`);
}
