import { and, desc, eq, inArray, isNull, ne } from "drizzle-orm";
import { partsOf } from "#app/domain/customers/parts.server.ts";
import type { NewPerson, Person } from "#app/domain/customers/schema.ts";
import { customers } from "#app/domain/customers/table.ts";
import type { LinkTokens } from "#app/domain/kernel/link-tokens.server.ts";
import { areaOrders, orderLinkColumns, pedidos } from "#app/domain/orders/table.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { maxLists, maxPeople } from "./rules.ts";
import type { CustomerList, NewList, TakeOver } from "./schema.ts";
import { customerLists } from "./table.ts";

/** Adds who may order; 'full' with 20 of them, undefined for no customer. */
export function addPerson(
  database: Database,
  author: Author,
  rootId: string,
  newPerson: NewPerson,
): Promise<Person | "full" | undefined> {
  return runAsUser(database, author, async (tx) => {
    const parts = await lockPeople(tx, rootId);
    const root = parts.find(({ id }) => id === rootId);
    if (!root) return undefined;
    if (parts.flatMap(({ people }) => people).length >= maxPeople) return "full";
    const person = { id: crypto.randomUUID(), ...newPerson };
    await savePeople(tx, rootId, [...root.people, person]);
    return person;
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
    const isPerson = ({ id }: Person) => id === personId;
    const parts = await lockPeople(tx, rootId);
    const part = parts.find(({ people }) => people.some(isPerson));
    if (!part) return false;
    const others = part.people.filter((person) => !isPerson(person));
    await savePeople(tx, part.id, others);
    return true;
  });
}

type PeopleOfPart = { id: string; people: Person[] };

/** Locks the customer and the ones merged into it, whose people may enter the same area. */
function lockPeople(tx: Database, rootId: string): Promise<PeopleOfPart[]> {
  return tx
    .select({ id: customers.id, people: customers.people })
    .from(customers)
    .where(eq(customers.root_id, rootId))
    .orderBy(customers.id)
    .for("update");
}

async function savePeople(tx: Database, customerId: string, people: Person[]): Promise<void> {
  await tx.update(customers).set({ people }).where(eq(customers.id, customerId));
}

const isListOf = (rootId: string) => inArray(customerLists.customer_id, partsOf(rootId));

/** Saves a list in place of the one with its name; the oldest beyond 30 are deleted. */
export function saveList(
  database: Database,
  now: Date,
  rootId: string,
  { name, lines }: NewList,
): Promise<CustomerList> {
  return database.transaction(async (tx) => {
    await tx
      .delete(customerLists)
      .where(
        and(isListOf(rootId), eq(customerLists.name, name), ne(customerLists.customer_id, rootId)),
      );
    const [list] = await tx
      .insert(customerLists)
      .values({ customer_id: rootId, name, lines, saved_at: now })
      .onConflictDoUpdate({
        target: [customerLists.customer_id, customerLists.name],
        set: { lines, saved_at: now },
      })
      .returning({ id: customerLists.id, name: customerLists.name, lines: customerLists.lines });
    if (!list) throw new Error("a list was not stored");
    await deleteOldestLists(tx, rootId, list.id);
    return list;
  });
}

/** `savedId`: the list that was saved now, which stays also among others of the same moment. */
async function deleteOldestLists(tx: Database, rootId: string, savedId?: string): Promise<void> {
  const oldest = await tx
    .select({ id: customerLists.id })
    .from(customerLists)
    .where(savedId ? and(isListOf(rootId), ne(customerLists.id, savedId)) : isListOf(rootId))
    .orderBy(desc(customerLists.saved_at), customerLists.id)
    .offset(savedId ? maxLists - 1 : maxLists);
  const ids = oldest.map(({ id }) => id);
  if (ids.length > 0) await tx.delete(customerLists).where(inArray(customerLists.id, ids));
}

/** False when the customer has no such list. */
export async function removeList(database: Database, rootId: string, id: string): Promise<boolean> {
  const removed = await database
    .delete(customerLists)
    .where(and(eq(customerLists.id, id), isListOf(rootId)))
    .returning({ id: customerLists.id });
  return removed.length > 0;
}

/**
 * Stores the lists of a device, unless the customer has one of that name. Returns which of its orders are the customer's: the area
 * shows them from now on, and they need not be stored on the device any more.
 */
export function takeOver(
  database: Database,
  tokens: LinkTokens,
  now: Date,
  rootId: string,
  { lists, orders }: TakeOver,
): Promise<{ orders: string[] }> {
  return database.transaction(async (tx) => {
    const stored = await tx
      .select({ name: customerLists.name })
      .from(customerLists)
      .where(isListOf(rootId));
    const names = new Set(stored.map(({ name }) => name));
    const added = lists.filter(({ name }) => !names.has(name));
    if (added.length > 0) {
      const rows = added.map((list) => ({ ...list, customer_id: rootId, saved_at: now }));
      await tx.insert(customerLists).values(rows).onConflictDoNothing();
      await deleteOldestLists(tx, rootId);
    }
    const owned = await listOwned(tx, tokens, rootId, orders);
    const marks = owned.map(({ id }) => ({ order_id: id }));
    if (marks.length > 0) await tx.insert(areaOrders).values(marks).onConflictDoNothing();
    return { orders: owned.map(({ ref }) => ref) };
  });
}

/** Lists the ends of those links of orders that are valid and belong to the customer. */
async function listOwned(
  database: Database,
  tokens: LinkTokens,
  rootId: string,
  refs: readonly string[],
): Promise<{ ref: string; id: string }[]> {
  const numbers = refs.map((ref) => Number(ref.split("-")[0])).filter(Number.isSafeInteger);
  const rows = await database
    .select(orderLinkColumns)
    .from(pedidos)
    .where(
      and(
        inArray(pedidos.numero_pedido, numbers),
        inArray(pedidos.customer_id, partsOf(rootId)),
        isNull(pedidos.anonymized_at),
      ),
    );
  const byNumber = new Map(rows.map((row) => [row.numero_pedido, row]));
  const owned: { ref: string; id: string }[] = [];
  for (const ref of refs) {
    const order = await tokens.resolve("order", ref, async (number) =>
      byNumber.get(Number(number)),
    );
    if (order) owned.push({ ref, id: order.id });
  }
  return owned;
}
