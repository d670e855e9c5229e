import { sql } from "drizzle-orm";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { readSettings } from "#app/domain/company/queries.server.ts";
import { siteName } from "#app/domain/company/rules.ts";
import { findCustomer, listCustomers } from "#app/domain/customers/queries.server.ts";
import type { Customer } from "#app/domain/customers/schema.ts";
import { customers } from "#app/domain/customers/table.ts";
import { type OptionAlias, readPastedList } from "#app/domain/orders/cart/pasted-list.server.ts";
import { findListError, type PastedLine } from "#app/domain/orders/cart/pasted-list.ts";
import type { Database } from "#app/platform/database/database.ts";
import { phoneKey, phoneNumbers } from "#app/shared/phone-numbers.ts";
import { listAliases } from "./aliases.server.ts";
import {
  listOrderSpans,
  type OrderSpan,
  type Participant,
  readConversation,
  readMessageLines,
  type ShopIdentity,
} from "./conversation.ts";
import type { ConversationPeople, ConversationRequest } from "./schema.ts";

const maxCandidates = 5;
/**
 * The number of talks in which an order is searched: after an order people thank and ask, and each of these talks is read until one
 * has an item.
 */
const maxSearchedOrders = 10;
const maxPreviewLength = 80;

/** `error`: why the lines of the order cannot be read, as a sentence for the seller. */
export type ReadConversation =
  | { ok: true; people: ConversationPeople; lines: PastedLine<Product>[] }
  | { ok: false; error: string };

/**
 * Finds sender and items of the order in a pasted conversation. A text without messages is a list. The customer's own names for
 * products come before the general reading.
 */
export async function readOrderConversation(
  database: Database,
  now: Date,
  { text, customer_id, sender: chosenName, order_at }: ConversationRequest,
): Promise<ReadConversation> {
  const conversation = readConversation(text, await readShopIdentity(database));
  const senders = conversation?.senders ?? [];
  const chosenSender = senders.find(({ name }) => name === chosenName);
  const match = await findSender(database, chosenSender ? [chosenSender] : senders);
  const sender = chosenSender ?? match?.sender ?? (senders.length === 1 ? senders[0] : undefined);
  const customerId = customer_id ?? match?.id;
  const customer = customerId ? await findCustomer(database, now, customerId) : undefined;
  const candidates = customer || !sender ? [] : await findByName(database, now, sender);
  const aliases = customer ? await listAliases(database, customer.id) : [];
  const orders = conversation
    ? listOrderSpans(conversation, sender)
    : [{ at: "", lines: readMessageLines(text.split(/[\r\n]+/)), count: 0 }];
  const order = await readOrder(database, orders, aliases, order_at);
  if (!order.ok) return order;
  return {
    ok: true,
    people: {
      customer: customer ?? null,
      candidates,
      sender: sender ?? null,
      senders,
      older: orders.slice(order.index + 1).reduce((sum, { count }) => sum + count, 0),
      order_at: orders[order.index]?.at || null,
      orders: orders.flatMap(({ at, lines: [first] }) =>
        at === "" || first === undefined ? [] : [{ at, text: first.slice(0, maxPreviewLength) }],
      ),
    },
    lines: order.lines,
  };
}

/** The order at the chosen time; otherwise the last one that has an item, or the last messages if none has. */
async function readOrder(
  database: Database,
  orders: readonly OrderSpan[],
  aliases: readonly OptionAlias[],
  chosenAt: string | undefined,
): Promise<
  { ok: true; index: number; lines: PastedLine<Product>[] } | { ok: false; error: string }
> {
  const chosen = orders.findIndex(({ at }) => at === chosenAt);
  const indexes = chosen < 0 ? [...orders.keys()].slice(0, maxSearchedOrders) : [chosen];
  let last: { index: number; lines: PastedLine<Product>[] } | undefined;
  for (const index of indexes) {
    const list = (orders[index]?.lines ?? []).join("\n");
    const error = findListError(list);
    if (error) return { ok: false, error };
    const lines = await readPastedList(database, list, aliases);
    if (lines.some(({ kind }) => kind !== "none")) return { ok: true, index, lines };
    last ??= { index, lines };
  }
  return { ok: true, ...(last ?? { index: 0, lines: [] }) };
}

async function readShopIdentity(database: Database): Promise<ShopIdentity> {
  const settings = await readSettings(database);
  return {
    names: [siteName(settings)],
    phones: [...phoneNumbers(settings.whatsapp), ...phoneNumbers(settings.phone)],
  };
}

/** The first sender whose number is a customer's; of several customers with it none. */
async function findSender(database: Database, senders: readonly Participant[]) {
  const keys = senders.flatMap(({ phone }) => (phone ? [phoneKey(phone)] : []));
  if (keys.length === 0) return undefined;
  const key = sql<string>`phone_key(${customers.phone})`;
  const rows = await database
    .selectDistinct({ id: customers.root_id, key })
    .from(customers)
    .where(sql`${key} = ANY (${sql.param(keys)}::text[])`);
  const owners = Map.groupBy(rows, (row) => row.key);
  for (const sender of senders) {
    const [owner, other] = owners.get(phoneKey(sender.phone ?? "")) ?? [];
    if (owner && !other) return { sender, id: owner.id };
  }
  return undefined;
}

async function findByName(
  database: Database,
  now: Date,
  { name, phone }: Participant,
): Promise<Customer[]> {
  const search = phone ? phone.slice(-8) : name;
  const { items } = await listCustomers(database, now, { search, limit: maxCandidates });
  return items;
}
