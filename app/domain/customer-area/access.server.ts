import { and, desc, eq, gt, inArray, lt, sql } from "drizzle-orm";
import { setConfirmed } from "#app/domain/customers/contacts.server.ts";
import { partsOf, rootOf } from "#app/domain/customers/parts.server.ts";
import { customers } from "#app/domain/customers/table.ts";
import { describeDevice } from "#app/domain/people/rules.ts";
import { createSecret, hashSecret } from "#app/domain/people/secrets.server.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { deviceAgeMs, type LinkMaker, linkAges } from "./rules.ts";
import type { Device, SentLink } from "./schema.ts";
import { customerDevices, customerLinkRequests, customerLinks } from "./table.ts";

/**
 * A customer whose area is open on a device. `id` is the one it was merged into, `partId` the one that entered, `contact` that by
 * which it did; null for a link that the seller gave without one.
 */
export type AreaSession = {
  id: string;
  partId: string;
  contact: string | null;
  deviceId: string;
  price_table: string | null;
};

/** More links of one customer and maker in a day are a mistake or an attack. */
const maxLinksInADay = 50;

type LinkOptions = { maker?: LinkMaker; contact?: string | null };

/**
 * The token of a link that opens the area of a customer once; undefined for no customer, or after 50 links of the maker in one day.
 * Only a hash of it is stored. The seller's is of the customer with those merged into it, others are of the one that is given.
 */
export async function createLink(
  database: Database,
  now: Date,
  customerId: string,
  { maker = "seller", contact = null }: LinkOptions = {},
): Promise<string | undefined> {
  const [customer] = await database
    .select({ root: customers.root_id })
    .from(customers)
    .where(eq(customers.id, customerId));
  if (!customer) return undefined;
  const since = new Date(now.getTime() - 86_400_000);
  const isRecent = and(
    inArray(customerLinks.customer_id, partsOf(customer.root)),
    eq(customerLinks.made_by, maker),
    gt(customerLinks.created_at, since),
  );
  if ((await database.$count(customerLinks, isRecent)) >= maxLinksInADay) return undefined;
  const token = createSecret();
  await database.delete(customerLinks).where(lt(customerLinks.expires_at, since));
  await database.insert(customerLinks).values({
    token_hash: hashSecret(token),
    customer_id: maker === "seller" ? customer.root : customerId,
    made_by: maker,
    contact,
    created_at: now,
    expires_at: new Date(now.getTime() + linkAges[maker]),
  });
  await database
    .delete(customerLinkRequests)
    .where(eq(customerLinkRequests.customer_id, customer.root));
  return token;
}

/**
 * A link that the seller sends to a contact, which it confirms: without one the phone and e-mail of the customer, with null
 * neither. Undefined as in `createLink`.
 */
export function createSentLink(
  database: Database,
  now: Date,
  author: Author,
  customerId: string,
  { contact }: SentLink,
): Promise<string | undefined> {
  return runAsUser(database, author, async (tx) => {
    const token = await createLink(tx, now, customerId, { contact: contact ?? null });
    if (token === undefined || contact === null) return token;
    const confirmed = contact === undefined ? await readOwnContacts(tx, customerId) : [contact];
    await setConfirmed(tx, author, customerId, confirmed, true);
    return token;
  });
}

/** The e-mail and phone in the row of a customer, or of the one it was merged into. */
async function readOwnContacts(database: Database, customerId: string): Promise<string[]> {
  const { rows } = await database.execute<{ contact: string }>(sql`
    SELECT unnest(contacts_of(email, phone)) AS contact FROM customers WHERE id = ${rootOf(customerId)}`);
  return rows.map(({ contact }) => contact);
}

/** Opens the area by a link, which is gone afterwards; undefined when it was used, expired or never existed. */
export function enter(
  database: Database,
  now: Date,
  linkToken: string,
  userAgent: string | undefined,
): Promise<{ token: string } | undefined> {
  const isThisLink = eq(customerLinks.token_hash, hashSecret(linkToken));
  return database.transaction(async (tx) => {
    const owner = tx
      .select({ id: customerLinks.customer_id })
      .from(customerLinks)
      .where(isThisLink);
    // The device refers to the customer, who is locked before what is theirs.
    await tx
      .select({ id: customers.id })
      .from(customers)
      .where(inArray(customers.id, owner))
      .for("key share");
    const [link] = await tx.delete(customerLinks).where(isThisLink).returning({
      customer_id: customerLinks.customer_id,
      contact: customerLinks.contact,
      expires_at: customerLinks.expires_at,
    });
    if (!link || link.expires_at <= now) return undefined;
    const token = createSecret();
    await tx.delete(customerDevices).where(lt(customerDevices.expires_at, now));
    await tx.insert(customerDevices).values({
      token_hash: hashSecret(token),
      customer_id: link.customer_id,
      contact: link.contact,
      user_agent: userAgent?.slice(0, 500) ?? null,
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + deviceAgeMs),
    });
    return { token };
  });
}

/** The customer of a device, by the token of its cookie. */
export async function findSession(
  database: Database,
  now: Date,
  token: string,
): Promise<AreaSession | undefined> {
  const { rows } = await database.execute<AreaSession>(sql`
    SELECT root.id, part.id AS "partId", device.contact, device.id AS "deviceId", root.price_table
    FROM customer_devices AS device JOIN customers AS part ON part.id = device.customer_id
      JOIN customers AS root ON root.id = part.root_id
    WHERE device.token_hash = ${hashSecret(token)} AND device.expires_at > ${now.toISOString()}::timestamptz`);
  return rows[0];
}

/** Stores when a device was last used, for the lists of devices. */
export async function noteVisit(database: Database, now: Date, deviceId: string): Promise<void> {
  await database
    .update(customerDevices)
    .set({ last_seen_at: now })
    .where(eq(customerDevices.id, deviceId));
}

/** The devices of a customer, the last one used first. */
export async function listDevices(
  database: Database,
  now: Date,
  rootId: string,
): Promise<Device[]> {
  const rows = await database
    .select()
    .from(customerDevices)
    .where(
      and(
        inArray(customerDevices.customer_id, partsOf(rootId)),
        gt(customerDevices.expires_at, now),
      ),
    )
    .orderBy(desc(customerDevices.last_seen_at), customerDevices.id);
  return rows.map(({ id, user_agent, created_at, last_seen_at }) => ({
    id,
    name: describeDevice(user_agent),
    created_at: created_at.toISOString(),
    last_seen_at: last_seen_at.toISOString(),
  }));
}

/** Closes the area on a device; false when the customer has no such device. */
export async function removeDevice(
  database: Database,
  rootId: string,
  deviceId: string,
): Promise<boolean> {
  const removed = await database
    .delete(customerDevices)
    .where(
      and(eq(customerDevices.id, deviceId), inArray(customerDevices.customer_id, partsOf(rootId))),
    )
    .returning({ id: customerDevices.id });
  return removed.length > 0;
}
