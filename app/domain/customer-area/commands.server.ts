import { and, desc, eq, inArray } from "drizzle-orm";
import type { NewPerson, Person } from "#app/domain/customers/schema.ts";
import { customers } from "#app/domain/customers/table.ts";
import type { LinkTokens } from "#app/domain/kernel/link-tokens/tokens.server.ts";
import { resolveOrderLink } from "#app/domain/orders/links/commands.server.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { partsOf } from "./access.server.ts";
import { maxLists, maxPeople } from "./rules.ts";
import type { CustomerList, NewList, TakeOver } from "./schema.ts";
import { customerLists } from "./table.ts";

/** Adds who may order; 'full' with 20 of them, undefined for no customer. */
export function addPerson(
  database: Database,
  author: Author,
  rootId: string,
  person: NewPerson,
): Promise<Person | "full" | undefined> {
  return runAsUser(database, author, async (tx) => {
    const people = await lockPeople(tx, rootId);
    if (!people) return undefined;
    if (people.length >= maxPeople) return "full";
    const added = { id: crypto.randomUUID(), ...person };
    await savePeople(tx, rootId, [...people, added]);
    return added;
  });
}

/** False when there is no such person. */
export function removePerson(
  database: Database,
  author: Author,
  rootId: string,
  personId: string,
): Promise<boolean> {
  return runAsUser(database, author, async (tx) => {
    const people = await lockPeople(tx, rootId);
    const others = people?.filter(({ id }) => id !== personId);
    if (!others || others.length === people?.length) return false;
    await savePeople(tx, rootId, others);
    return true;
  });
}

async function lockPeople(tx: Database, rootId: string): Promise<Person[] | undefined> {
  const [row] = await tx
    .select({ people: customers.people })
    .from(customers)
    .where(and(eq(customers.id, rootId), eq(customers.root_id, rootId)))
    .for("update");
  return row?.people;
}

async function savePeople(tx: Database, rootId: string, people: Person[]): Promise<void> {
  await tx.update(customers).set({ people }).where(eq(customers.id, rootId));
}

/** Saves a list in place of the one with its name; the oldest beyond 30 are deleted. */
export function saveList(
  database: Database,
  now: Date,
  rootId: string,
  { name, lines }: NewList,
): Promise<CustomerList> {
  return database.transaction(async (tx) => {
    const [list] = await tx
      .insert(customerLists)
      .values({ customer_id: rootId, name, lines, saved_at: now })
      .onConflictDoUpdate({
        target: [customerLists.customer_id, customerLists.name],
        set: { lines, saved_at: now },
      })
      .returning({ id: customerLists.id, name: customerLists.name, lines: customerLists.lines });
    if (!list) throw new Error("a list was not stored");
    const stored = await tx
      .select({ id: customerLists.id })
      .from(customerLists)
      .where(eq(customerLists.customer_id, rootId))
      .orderBy(desc(customerLists.saved_at), customerLists.id)
      .offset(maxLists);
    const oldest = stored.map(({ id }) => id);
    if (oldest.length > 0) await tx.delete(customerLists).where(inArray(customerLists.id, oldest));
    return list;
  });
}

/** False when the customer has no such list. */
export async function removeList(database: Database, rootId: string, id: string): Promise<boolean> {
  const removed = await database
    .delete(customerLists)
    .where(and(eq(customerLists.id, id), inArray(customerLists.customer_id, partsOf(rootId))))
    .returning({ id: customerLists.id });
  return removed.length > 0;
}

/**
 * Keeps the lists of a device, unless the customer has one of that name, and says which of its orders are the customer's: those
 * need not be stored on the device any more.
 */
export async function takeOver(
  database: Database,
  tokens: LinkTokens,
  now: Date,
  rootId: string,
  { lists, orders }: TakeOver,
): Promise<{ orders: string[] }> {
  for (const { name, lines } of lists) {
    await database
      .insert(customerLists)
      .values({ customer_id: rootId, name, lines, saved_at: now })
      .onConflictDoNothing();
  }
  const links = await Promise.all(
    orders.map(async (ref) => ({ ref, link: await resolveOrderLink(database, tokens, ref) })),
  );
  const ids = links.flatMap(({ link }) => (link.ok ? [link.id] : []));
  const owned = await database
    .select({ id: pedidos.id })
    .from(pedidos)
    .where(and(inArray(pedidos.id, ids), inArray(pedidos.customer_id, partsOf(rootId))));
  const isOwned = new Set(owned.map(({ id }) => id));
  return {
    orders: links.flatMap(({ ref, link }) => (link.ok && isOwned.has(link.id) ? [ref] : [])),
  };
}
