import { and, desc, eq, gt, inArray, lt, sql } from "drizzle-orm";
import { partsOf } from "#app/domain/customers/parts.server.ts";
import { customers } from "#app/domain/customers/table.ts";
import { describeDevice } from "#app/domain/people/rules.ts";
import { createSecret, hashSecret } from "#app/domain/people/secrets.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import { deviceAgeMs, type LinkMaker, linkAges } from "./rules.ts";
import type { Device } from "./schema.ts";
import { customerDevices, customerLinkRequests, customerLinks } from "./table.ts";

/** A customer whose area is open on a device. `id` is the one it was merged into. */
export type AreaSession = { id: string; deviceId: string; price_table: string | null };

/** More links of one customer and maker in a day are a mistake or an attack. */
const maxLinksInADay = 50;

/**
 * The token of a link that opens the area of a customer once; undefined for no customer, or after 50 links of the maker in one day.
 * Only a hash of it is stored.
 */
export async function createLink(
  database: Database,
  now: Date,
  customerId: string,
  maker: LinkMaker = "seller",
): Promise<string | undefined> {
  const [customer] = await database
    .select({ id: customers.root_id })
    .from(customers)
    .where(eq(customers.id, customerId));
  if (!customer) return undefined;
  const since = new Date(now.getTime() - 86_400_000);
  const isRecent = and(
    eq(customerLinks.customer_id, customer.id),
    eq(customerLinks.made_by, maker),
    gt(customerLinks.created_at, since),
  );
  if ((await database.$count(customerLinks, isRecent)) >= maxLinksInADay) return undefined;
  const token = createSecret();
  await database.delete(customerLinks).where(lt(customerLinks.expires_at, since));
  await database.insert(customerLinks).values({
    token_hash: hashSecret(token),
    customer_id: customer.id,
    made_by: maker,
    created_at: now,
    expires_at: new Date(now.getTime() + linkAges[maker]),
  });
  await database
    .delete(customerLinkRequests)
    .where(eq(customerLinkRequests.customer_id, customer.id));
  return token;
}

/** Opens the area by a link, which is gone afterwards; undefined when it was used, expired or never existed. */
export function enter(
  database: Database,
  now: Date,
  linkToken: string,
  userAgent: string | undefined,
): Promise<{ token: string } | undefined> {
  return database.transaction(async (tx) => {
    const [link] = await tx
      .delete(customerLinks)
      .where(eq(customerLinks.token_hash, hashSecret(linkToken)))
      .returning({ customer_id: customerLinks.customer_id, expires_at: customerLinks.expires_at });
    if (!link || link.expires_at <= now) return undefined;
    const token = createSecret();
    await tx.delete(customerDevices).where(lt(customerDevices.expires_at, now));
    await tx.insert(customerDevices).values({
      token_hash: hashSecret(token),
      customer_id: link.customer_id,
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
    SELECT root.id, device.id AS "deviceId", root.price_table
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
