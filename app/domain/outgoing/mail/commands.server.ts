import { hash } from "node:crypto";
import { and, isNull, sql } from "drizzle-orm";
import { readSettings } from "#app/domain/company/queries.server.ts";
import { emailAddresses, siteName } from "#app/domain/company/rules.ts";
import type { Settings } from "#app/domain/company/schema.ts";
import type { LinkTokens } from "#app/domain/kernel/link-tokens.server.ts";
import { consumePoint, type RateLimiterFactory } from "#app/domain/kernel/rate-limits.server.ts";
import { toOrder } from "#app/domain/orders/queries.server.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import { orderColumns, pedidos } from "#app/domain/orders/table.ts";
import type { Attempt, Message } from "#app/domain/outgoing/outbox.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import { type Mail, type Mailer, MailRejectedError } from "#app/platform/mailer.ts";
import {
  cancelledStatus,
  customerMailStatuses,
  type OrderStatus,
} from "#app/shared/order-status.ts";
import {
  mailboxOf,
  wordsOfName,
  writeChangeMail,
  writeCustomerMail,
  writeShopMail,
  writeStatusMail,
} from "./mails.ts";

/** Sender settings of the process. */
export type Sender = {
  /** "Loja <loja@example.com>"; default: the first address of the settings, else the administrator's. */
  from?: string | undefined;
  adminEmail: string;
  publicUrl?: string | undefined;
};

type Delivery = {
  database: Database;
  mailer: Mailer;
  sender: Sender;
  tokens: LinkTokens;
  mailLimit: ReturnType<RateLimiterFactory>;
};

/** Mails per mailbox and kind: anyone can place orders with another person's address, and cancel them. */
export const mailLimitOptions = { name: "mail", points: 20, seconds: 86_400 };
/** The mails that visitors cause. The seller's own changes of the status are not limited. */
const limitedKinds: readonly MailKind[] = ["customer", cancelledStatus];

/** Sends one mail. Mails with a rejected address and mails of deleted or anonymized orders are not repeated. */
export async function sendOrderMail(
  { database, mailer, sender, tokens, mailLimit }: Delivery,
  { order_id, event }: Pick<Message, "order_id" | "event">,
): Promise<Attempt> {
  const [row] = await database
    .select(orderColumns)
    .from(pedidos)
    .where(sql`${pedidos.id} = ${order_id} AND anonymized_at IS NULL`);
  if (!row) return { result: "obsolete" };
  const kind = event as MailKind;
  const order = toOrder(row);
  const settings = await readSettings(database);
  const hasRecipient = kind === "shop" || order.cliente_info.email !== "";
  if (!hasRecipient || isOutdated(kind, order, settings)) return { result: "obsolete" };
  const link = sender.publicUrl && sender.publicUrl + (await tokens.pathOf("order", row));
  const mail = writeMail(kind, { order, link }, settings, sender);
  const recipient = limitedKinds.includes(kind) ? limitKey(order, kind) : undefined;
  if (recipient && !(await consumePoint(mailLimit, recipient))) {
    return { result: "rejected", error: "limit" };
  }
  const attempt = await tryMail(mailer, mail);
  if (recipient && attempt.result !== "sent") await mailLimit.reward(recipient);
  return attempt;
}

/** Sends a mail: one with a rejected address is not repeated. */
export async function tryMail(mailer: Mailer, mail: Mail): Promise<Attempt> {
  try {
    await mailer.send(mail);
    return { result: "sent" };
  } catch (error) {
    if (error instanceof MailRejectedError) {
      return { result: "rejected", error: "recipient", status: error.code };
    }
    // The server's message may repeat the recipient's address.
    const { code = "timeout" } = error as { code?: string };
    const isUnreachable = code !== "EENVELOPE" && code !== "EMESSAGE";
    return { result: "failed", error: code, isUnreachable };
  }
}

/** Returns whether the mail is about a status that the order has no more, or that is switched off, or about a cancelled order. */
function isOutdated(kind: MailKind, order: Order, { customer_mails }: Settings): boolean {
  if (kind === "customer" || kind === "shop") return false;
  if (kind === "edited") return order.status === cancelledStatus;
  return order.status !== kind || !customer_mails.includes(kind);
}

/** The key of the limit has a hash in place of the address, since the limit may be stored. */
function limitKey({ cliente_info }: Order, kind: MailKind): string {
  return `${kind} ${hash("sha256", mailboxOf(cliente_info.email), "base64url")}`;
}

/** `link` is the address of the order's page, if the shop's own address is known. */
type LinkedOrder = { order: Order; link: string | undefined };

function writeMail(
  kind: MailKind,
  { order, link }: LinkedOrder,
  settings: Settings,
  sender: Sender,
): Mail {
  const addresses = emailAddresses(settings.email);
  const { shop, customer, from } = addressMail(order.cliente_info, settings, sender);
  const shared = { name: mailName(order, kind), from };
  if (kind !== "shop") {
    const content = writeContent(kind, order, settings, link);
    return { ...shared, to: [customer], replyTo: shop, ...content };
  }
  const orderUrl = sender.publicUrl && `${sender.publicUrl}/admin/orders?pedido=${order.id}`;
  const to = (addresses.length > 0 ? addresses : [sender.adminEmail]).map((address) => ({
    name: shop.name,
    address,
  }));
  return {
    ...shared,
    to,
    replyTo: customer.address === "" ? shop : customer,
    ...writeShopMail(order, { orderUrl, link }),
  };
}

/** Sender, recipient and reply address of a mail to a customer. */
export function addressMail(
  { name, email }: Pick<Order["cliente_info"], "name" | "email">,
  settings: Settings,
  sender: Sender,
) {
  const [address = sender.adminEmail] = emailAddresses(settings.email);
  const shop = { name: siteName(settings), address };
  const customer = { name: wordsOfName(name).join(" "), address: email };
  return { shop, customer, from: sender.from ?? shop };
}

function writeContent(
  kind: Exclude<MailKind, "shop">,
  order: Order,
  settings: Settings,
  link: string | undefined,
) {
  if (kind === "customer") return writeCustomerMail(order, settings, link);
  if (kind === "edited") return writeChangeMail(order, settings, link);
  return writeStatusMail(order, kind, settings, link);
}

/** "9f0c11d2-….customer": name of a mail's file and of its Message-ID. Of an edit with the version of the order. */
function mailName({ id, version }: Order, kind: MailKind): string {
  return kind === "edited" ? `${id}.${kind}${version}` : `${id}.${kind}`;
}

const areaMail = "area";
/** A file's name has no place for more. */
const maxNamedCustomers = 5;

/** "9f0c11d2-….area1764…": name of a mail about the areas of these customers. */
export function areaMailName(customerIds: readonly string[]): string {
  return `${customerIds.slice(0, maxNamedCustomers).join(".")}.${areaMail}${Date.now()}`;
}

/** The ids of the order, the series or the customers in the name of a mail; none for any other name. */
export function parseMailName(name: string): string[] {
  const [, ids = "", kind = ""] = /^((?:[0-9a-f-]{36}\.)+)([a-z]+)\d*$/.exec(name) ?? [];
  return mailKinds.includes(kind) ? ids.split(".").filter(Boolean) : [];
}

type MailKind = "customer" | "shop" | "edited" | OrderStatus;
const mailKinds: readonly string[] = [
  "customer",
  "shop",
  "edited",
  "series",
  areaMail,
  ...customerMailStatuses,
];

/** Sends the customer a mail about the edit of an order, also after an earlier one; false without an edit or a customer. */
export async function queueChangeMail(database: Database, orderId: string): Promise<boolean> {
  const { rows } = await database.execute(sql`
    INSERT INTO outbox (kind, event, order_id)
    SELECT 'mail', 'edited', id FROM pedidos
    WHERE id = ${orderId} AND original IS NOT NULL AND anonymized_at IS NULL AND customer_email(cliente_info) IS NOT NULL AND status <> ${cancelledStatus}
    ON CONFLICT (order_id, event, receiver) WHERE order_id IS NOT NULL DO UPDATE SET
      created_at = now(), next_attempt_at = now(), attempts = 0, sent_at = NULL, response_status = NULL, error = NULL
    RETURNING id`);
  return rows.length > 0;
}

/** The ids of those orders that are not anonymized. */
export async function findOrdersWithCustomer(
  database: Database,
  ids: string[],
): Promise<Set<string>> {
  const rows = await database
    .select({ id: pedidos.id })
    .from(pedidos)
    .where(
      and(sql`${pedidos.id} = ANY (${sql.param(ids)}::uuid[])`, isNull(pedidos.anonymized_at)),
    );
  return new Set(rows.map(({ id }) => id));
}
