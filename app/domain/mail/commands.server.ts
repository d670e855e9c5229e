import { hash } from "node:crypto";
import { and, eq, isNull, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { OrderTokens } from "#app/domain/order-links/tokens.server.ts";
import { toOrder } from "#app/domain/orders/queries.server.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import { emailAddresses, siteName } from "#app/domain/settings/rules.ts";
import type { Settings } from "#app/domain/settings/schema.ts";
import type { Database } from "#app/platform/database/database.ts";
import { orderMails, pedidos } from "#app/platform/database/schema.ts";
import { tryLockJob } from "#app/platform/database/transactions.ts";
import { type Mail, type Mailer, MailRejectedError } from "#app/platform/mailer.ts";
import { consumePoint, type RateLimiterFactory } from "#app/platform/rate-limits.ts";
import { type CustomerMailStatus, customerMailStatuses } from "#app/shared/columns.ts";
import { containsUrl, writeCustomerMail, writeShopMail, writeStatusMail } from "./order-mails.ts";

/** Sender settings of the process. */
export type Sender = {
  /** "Loja <loja@example.com>"; default: the first address of the settings, else the administrator's. */
  from?: string | undefined;
  adminEmail: string;
  publicUrl?: string | undefined;
};

type Delivery = {
  database: Database;
  queries: MailQueries;
  readSettings: () => Promise<Settings>;
  mailer: Mailer;
  sender: Sender;
  tokens: OrderTokens;
  mailLimit: ReturnType<RateLimiterFactory>;
};

/** Three days at one attempt per hour; later a mail about an order is useless. */
const maxAttempts = 75;
/** Mails per recipient and kind: anyone can place orders with another person's address, and cancel them. */
export const mailLimitOptions = { name: "mail", points: 10, seconds: 86_400 };

export type MailQueries = ReturnType<typeof prepareMailQueries>;

/**
 * The queries that each mail needs, built once: Drizzle takes longer to build them than the database to run them. Without
 * a name, because poolers lose named statements.
 */
export function prepareMailQueries(database: Database) {
  const pause = sql`least(${sql.placeholder("lease")}::float8 * power(2, least(attempts, 20)), 3600)`;
  const mail = { order_id: orderMails.order_id, kind: orderMails.kind };
  return {
    claim: database
      .update(orderMails)
      .set({
        attempts: sql`${orderMails.attempts} + 1`,
        next_attempt_at: sql`now() + make_interval(secs => ${pause})`,
      })
      .where(
        sql`(${orderMails.order_id}, ${orderMails.kind}) = (
          SELECT order_id, kind FROM order_mails WHERE next_attempt_at <= now()
          ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)`,
      )
      .returning({ ...mail, attempts: orderMails.attempts })
      .prepare(""),
    findOrder: database
      .select()
      .from(pedidos)
      .where(eq(pedidos.id, sql.placeholder("order_id")))
      .prepare(""),
    markSent: database
      .update(orderMails)
      .set({ sent_at: sql`now()`, next_attempt_at: null })
      .where(isMail({ order_id: sql.placeholder("order_id"), kind: sql.placeholder("kind") }))
      .prepare(""),
  };
}

/**
 * Sends one mail and marks it as sent. Throws temporary errors. Abandons mails with a rejected address and mails of
 * deleted or anonymized orders. Delivery is at least once: a mail that was sent just before a crash is sent again.
 */
export async function deliverMail(
  { database, queries, readSettings, mailer, sender, tokens, mailLimit }: Delivery,
  due: DueMail,
): Promise<void> {
  const [row] = await queries.findOrder.execute(due);
  if (!row || row.anonymized_at !== null) return abandonMail(database, due);
  const order = toOrder(row);
  const settings = await readSettings();
  if (isOutdated(due, order, settings)) return removeMail(database, due);
  const link = sender.publicUrl && sender.publicUrl + (await tokens.pathOf(row));
  const mail = writeMail(due, { order, link }, settings, sender);
  if (mail.to.length === 0) return abandonMail(database, due);
  const recipient = due.kind === "shop" ? undefined : limitKey(order, due.kind);
  if (recipient && !(await consumePoint(mailLimit, recipient))) return abandonMail(database, due);
  try {
    await mailer.send(mail);
  } catch (error) {
    if (recipient) await mailLimit.reward(recipient);
    if (error instanceof MailRejectedError || due.attempts >= maxAttempts)
      await abandonMail(database, due);
    throw error;
  }
  await queries.markSent.execute(due);
}

/** Whether the mail is about a status that the order has no more, or that is switched off. */
function isOutdated({ kind }: DueMail, order: Order, { customer_mails }: Settings): boolean {
  if (kind === "customer" || kind === "shop") return false;
  return order.status !== kind || !customer_mails.includes(kind);
}

/** Without the address itself, since the limit may be stored. */
function limitKey({ cliente_info }: Order, kind: MailKind): string {
  return `${kind} ${hash("sha256", cliente_info.email.toLowerCase(), "base64url")}`;
}

/** `link` is the address of the order's page, if the shop's own address is known. */
type LinkedOrder = { order: Order; link: string | undefined };

function writeMail(
  { kind, order_id }: DueMail,
  { order, link }: LinkedOrder,
  settings: Settings,
  sender: Sender,
): Mail {
  const addresses = emailAddresses(settings.email);
  const shop = { name: siteName(settings), address: addresses[0] ?? sender.adminEmail };
  const { name, email } = order.cliente_info;
  const customer = { name: containsUrl(name) ? "" : name, address: email };
  const from = sender.from ?? shop;
  const shared = { name: mailName(order_id, kind), from };
  if (kind !== "shop") {
    const content =
      kind === "customer"
        ? writeCustomerMail(order, settings, link)
        : writeStatusMail(order, kind, settings, link);
    return { ...shared, to: [customer], replyTo: shop, ...content };
  }
  const orderUrl = sender.publicUrl && `${sender.publicUrl}/admin/orders?pedido=${order_id}`;
  const to = (addresses.length > 0 ? addresses : [sender.adminEmail]).map((address) => ({
    name: shop.name,
    address,
  }));
  return { ...shared, to, replyTo: customer, ...writeShopMail(order, { orderUrl, link }) };
}

/** "9f0c11d2-….customer": name of a mail's file and of its Message-ID. */
function mailName(orderId: string, kind: DueMail["kind"]): string {
  return `${orderId}.${kind}`;
}

/** The order id in a name of `mailName`; undefined for any other name. */
export function parseMailName(name: string): string | undefined {
  const [, id, kind = ""] = /^([0-9a-f-]{36})\.([a-z]+)$/.exec(name) ?? [];
  return mailKinds.includes(kind) ? id : undefined;
}

type MailKind = "customer" | "shop" | CustomerMailStatus;
const mailKinds: readonly string[] = ["customer", "shop", ...customerMailStatuses];

/** A mail claimed by this process; `attempts` includes the current one. */
export type DueMail = { order_id: string; kind: MailKind; attempts: number };

const batchSize = 500;
/** Longer than any order transaction. */
const maxOrderDuration = sql`interval '2 minutes'`;

/**
 * Queues the mails of orders committed since the last run. It reads the orders themselves, so that placing an order
 * does no extra work and no crash loses a mail. One process at a time runs it. Resolves with true when there may be
 * more.
 */
export function queueOrderMails(database: Database): Promise<boolean> {
  return database.transaction(async (tx) => {
    if (!(await tryLockJob(tx, "mails"))) return false;
    const queued = await tx
      .insert(orderMails)
      .select(unqueuedMails())
      .onConflictDoNothing()
      .returning({ id: orderMails.order_id });
    // There may be more: the next run continues from the same time.
    if (queued.length >= batchSize) return true;
    await tx.execute(
      sql`UPDATE mail_progress SET noted_until = greatest(noted_until, now() - ${maxOrderDuration})`,
    );
    return false;
  });
}

/** Columns in the order of order_mails. A clock that is set back must not hide new orders. */
function unqueuedMails(): SQL {
  return sql`
    SELECT id, kind, 0, now(), NULL::timestamptz
    FROM pedidos, unnest(ARRAY['customer', 'shop']) AS kind
    WHERE created_at >= (SELECT least(noted_until, now() - ${maxOrderDuration}) FROM mail_progress)
      AND anonymized_at IS NULL
      AND NOT EXISTS (SELECT FROM order_mails AS queued WHERE queued.order_id = pedidos.id AND queued.kind = kind.kind)
    ORDER BY created_at
    LIMIT ${batchSize}`;
}

/**
 * Claims the mail that is due first, or undefined. No process claims it again for `lease` seconds, doubled with each
 * attempt up to one hour; a mail that is not marked as sent by then is sent again.
 */
export async function claimDueMail(
  { claim }: MailQueries,
  lease: number,
): Promise<DueMail | undefined> {
  const [taken] = await claim.execute({ lease });
  return taken;
}

/** Stops further attempts. */
async function abandonMail(database: Database, mail: DueMail): Promise<void> {
  await database.update(orderMails).set({ next_attempt_at: null }).where(isMail(mail));
}

/** So that a later change of the order queues it again. */
async function removeMail(database: Database, mail: DueMail): Promise<void> {
  await database.delete(orderMails).where(isMail(mail));
}

type MailKey = { order_id: string | Placeholder; kind: MailKind | Placeholder };

function isMail({ order_id, kind }: MailKey): SQL | undefined {
  return and(eq(orderMails.order_id, order_id), eq(orderMails.kind, kind));
}

export function countQueuedMails(database: Database): Promise<number> {
  return database.$count(orderMails, sql`${orderMails.next_attempt_at} IS NOT NULL`);
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
