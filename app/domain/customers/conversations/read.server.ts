import { sql } from "drizzle-orm";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { readSettings } from "#app/domain/company/queries.server.ts";
import { siteName } from "#app/domain/company/rules.ts";
import { findCustomer, listCustomers } from "#app/domain/customers/queries.server.ts";
import type { Customer } from "#app/domain/customers/schema.ts";
import { customers } from "#app/domain/customers/table.ts";
import { readPastedList } from "#app/domain/orders/cart/pasted-list.server.ts";
import { findListError, type PastedLine } from "#app/domain/orders/cart/pasted-list.ts";
import type { Database } from "#app/platform/database/database.ts";
import { phoneNumbers } from "#app/shared/phone-numbers.ts";
import { listAliases } from "./aliases.server.ts";
import {
  phoneKey,
  readConversation,
  readOrderLine,
  readOrderLines,
  type Sender,
  type ShopIdentity,
} from "./conversation.ts";
import type { ConversationPeople, ConversationRequest } from "./schema.ts";

const maxCandidates = 5;

/** `error`: why the lines of the order cannot be read, as a sentence for the seller. */
export type ReadConversation =
  | { ok: true; people: ConversationPeople; lines: PastedLine<Product>[] }
  | { ok: false; error: string };

/**
 * Who ordered what in a pasted conversation. A text without messages is a list. The customer's own names for products come before
 * the general reading.
 */
export async function readOrderConversation(
  database: Database,
  now: Date,
  { text, customer_id, sender: chosenName }: ConversationRequest,
): Promise<ReadConversation> {
  const conversation = readConversation(text, await readShopIdentity(database));
  const senders = conversation?.senders ?? [];
  const chosenSender = senders.find(({ name }) => name === chosenName);
  const match = await findSender(database, chosenSender ? [chosenSender] : senders);
  const sender = chosenSender ?? match?.sender ?? (senders.length === 1 ? senders[0] : undefined);
  const customerId = customer_id ?? match?.id;
  const customer = customerId ? await findCustomer(database, now, customerId) : undefined;
  const candidates = customer || !sender ? [] : await findByName(database, now, sender);
  const { lines, older } = conversation
    ? readOrderLines(conversation, sender)
    : { lines: text.split(/[\r\n]+/).flatMap(readOrderLine), older: 0 };
  const aliases = customer ? await listAliases(database, customer.id) : [];
  const list = lines.join("\n");
  const error = findListError(list);
  if (error) return { ok: false, error };
  return {
    ok: true,
    people: {
      customer: customer ?? null,
      candidates,
      sender: sender ?? null,
      senders,
      older,
    },
    lines: await readPastedList(database, list, aliases),
  };
}

async function readShopIdentity(database: Database): Promise<ShopIdentity> {
  const settings = await readSettings(database);
  return {
    names: [siteName(settings)],
    phones: [...phoneNumbers(settings.whatsapp), ...phoneNumbers(settings.phone)],
  };
}

/** The first sender whose number is a customer's; of several customers with it none. */
async function findSender(database: Database, senders: readonly Sender[]) {
  const keys = senders.flatMap(({ phone }) => (phone ? [phoneKey(phone)] : []));
  if (keys.length === 0) return undefined;
  const digits = sql`regexp_replace(${customers.phone}, '^55(?=\\d{10,11}$)', '')`;
  const key = sql<string>`left(${digits}, 2) || right(${digits}, 8)`;
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
  { name, phone }: Sender,
): Promise<Customer[]> {
  const search = phone ? phone.slice(-8) : name;
  const { items } = await listCustomers(database, now, { search, limit: maxCandidates });
  return items;
}
