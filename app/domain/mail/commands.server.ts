import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { findOrder } from "#app/domain/orders/queries.server.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import { readSettings } from "#app/domain/settings/queries.server.ts";
import { emailAddresses, siteName } from "#app/domain/settings/rules.ts";
import type { Settings } from "#app/domain/settings/schema.ts";
import type { Database } from "#app/platform/database/database.ts";
import { orderMails, pedidos } from "#app/platform/database/schema.ts";
import { tryLockJob } from "#app/platform/database/transactions.ts";
import { type Mail, type Mailer, MailRejectedError } from "#app/platform/mailer.ts";
import { writeCustomerMail, writeShopMail } from "./order-mails.ts";

/** The shop as its letters know it. */
export type Sender = {
  /** "Loja <loja@example.com>", or nothing: then the first address of the settings, else the administrator's. */
  from?: string | undefined;
  adminEmail: string;
  publicUrl?: string | undefined;
};

type Post = { database: Database; mailer: Mailer; sender: Sender };

/** After three days of trying, with an hour between attempts, a mail about an order is of no use to anybody. */
const mostAttempts = 75;

/**
 * Sends one mail and marks it. Throws what kept it from going out now; a mail that never will, because its address is
 * refused or its customer is gone, is given up without a word. At least once, as mail goes: what was handed over just
 * before a fall is handed over again.
 */
export async function deliverMail({ database, mailer, sender }: Post, due: DueMail): Promise<void> {
  const order = await findOrder(database, due.order_id);
  if (!order || order.anonymized_at !== null) return giveUp(database, due);
  const mail = writeMail(due, order, await readSettings(database), sender);
  if (mail.to.length === 0) return giveUp(database, due);
  try {
    await mailer.send(mail);
  } catch (error) {
    if (error instanceof MailRejectedError || due.attempts >= mostAttempts)
      await giveUp(database, due);
    throw error;
  }
  await markMailSent(database, due);
}

function writeMail(
  { kind, order_id }: DueMail,
  order: Order,
  settings: Settings,
  sender: Sender,
): Mail {
  const addresses = emailAddresses(settings.email);
  const shop = { name: siteName(settings), address: addresses[0] ?? sender.adminEmail };
  const { name, email } = order.cliente_info;
  const customer = { name, address: email };
  const from = sender.from ?? shop;
  const shared = { name: mailName(order_id, kind), from };
  if (kind === "customer") {
    return { ...shared, to: [customer], replyTo: shop, ...writeCustomerMail(order, settings) };
  }
  const orderUrl = sender.publicUrl && `${sender.publicUrl}/admin/orders?pedido=${order_id}`;
  const to = (addresses.length > 0 ? addresses : [sender.adminEmail]).map((address) => ({
    name: shop.name,
    address,
  }));
  return { ...shared, to, replyTo: customer, ...writeShopMail(order, orderUrl) };
}

/** "9f0c11d2-….customer": what a mail's file and Message-ID are named by. */
function mailName(orderId: string, kind: DueMail["kind"]): string {
  return `${orderId}.${kind}`;
}

/** The order that a name of `mailName` tells of; undefined for any other name. */
export function parseMailName(name: string): string | undefined {
  return /^([0-9a-f-]{36})\.(?:customer|shop)$/.exec(name)?.[1];
}

type MailKind = "customer" | "shop";

/** A mail that this process has taken upon itself; `attempts` counts this one. */
export type DueMail = { order_id: string; kind: MailKind; attempts: number };

const mostAtOnce = 500;
/** No order takes so long from its first word to its commit. */
const longestOrder = sql`interval '2 minutes'`;

/**
 * Notes the mails that orders committed since the last look ask for. It reads the orders' own rows, so that no order
 * does anything for it and none is forgotten, whatever is killed when. Of several processes one looks, the others pass. Resolves with whether there may be more.
 */
export function queueOrderMails(database: Database): Promise<boolean> {
  return database.transaction(async (tx) => {
    if (!(await tryLockJob(tx, "mails"))) return false;
    const noted = await tx
      .insert(orderMails)
      .select(notYetNoted())
      .onConflictDoNothing()
      .returning({ id: orderMails.order_id });
    // More may lie between: the next look begins where this one did.
    if (noted.length >= mostAtOnce) return true;
    await tx.execute(
      sql`UPDATE mail_progress SET noted_until = greatest(noted_until, now() - ${longestOrder})`,
    );
    return false;
  });
}

/** The columns of order_mails in their order. A clock that was set back must not hide what is new. */
function notYetNoted(): SQL {
  return sql`
    SELECT id, kind, 0, now(), NULL::timestamptz
    FROM pedidos, unnest(ARRAY['customer', 'shop']) AS kind
    WHERE created_at >= (SELECT least(noted_until, now() - ${longestOrder}) FROM mail_progress)
      AND anonymized_at IS NULL
      AND NOT EXISTS (SELECT FROM order_mails AS noted WHERE noted.order_id = pedidos.id AND noted.kind = kind.kind)
    ORDER BY created_at
    LIMIT ${mostAtOnce}`;
}

/**
 * Takes the mail that has waited longest, or undefined. For the next `lease` seconds, twice as many after each further
 * attempt and an hour at most, no other process takes it, nor this one after a fall: what was sent and not yet marked
 * goes out once more.
 */
export async function claimDueMail(
  database: Database,
  lease: number,
): Promise<DueMail | undefined> {
  const pause = sql`least(${lease}::float8 * power(2, least(attempts, 20)), 3600)`;
  const [taken] = await database
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
    .returning({
      order_id: orderMails.order_id,
      kind: orderMails.kind,
      attempts: orderMails.attempts,
    });
  return taken;
}

export async function markMailSent(database: Database, mail: DueMail): Promise<void> {
  await database
    .update(orderMails)
    .set({ sent_at: sql`now()`, next_attempt_at: null })
    .where(itself(mail));
}

/** Nobody tries again. */
export async function giveUp(database: Database, mail: DueMail): Promise<void> {
  await database.update(orderMails).set({ next_attempt_at: null }).where(itself(mail));
}

function itself({ order_id, kind }: DueMail): SQL | undefined {
  return and(eq(orderMails.order_id, order_id), eq(orderMails.kind, kind));
}

/** How many mails still have to go out. */
export function countQueuedMails(database: Database): Promise<number> {
  return database.$count(orderMails, sql`${orderMails.next_attempt_at} IS NOT NULL`);
}

/** Of these orders those that still have their customer. */
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
