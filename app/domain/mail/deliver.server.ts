import { findOrder } from "#app/domain/orders/list.server.ts";
import type { Order } from "#app/domain/orders/order.ts";
import { readSettings } from "#app/domain/settings/queries.server.ts";
import { emailAddresses, siteName } from "#app/domain/settings/rules.ts";
import type { Settings } from "#app/domain/settings/schema.ts";
import type { Database } from "#app/platform/database/database.ts";
import { type Mail, type Mailer, MailRejectedError } from "#app/platform/mailer.ts";
import { customerLetter, shopLetter } from "./order-mails.ts";
import { type DueMail, giveUp, markSent } from "./outbox.server.ts";

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
  await markSent(database, due);
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
    return { ...shared, to: [customer], replyTo: shop, ...customerLetter(order, settings) };
  }
  const orderUrl = sender.publicUrl && `${sender.publicUrl}/admin/orders?pedido=${order_id}`;
  const to = (addresses.length > 0 ? addresses : [sender.adminEmail]).map((address) => ({
    name: shop.name,
    address,
  }));
  return { ...shared, to, replyTo: customer, ...shopLetter(order, orderUrl) };
}

/** "9f0c11d2-….customer": what a mail's file and Message-ID are named by. */
function mailName(orderId: string, kind: DueMail["kind"]): string {
  return `${orderId}.${kind}`;
}

/** The order that a name of `mailName` tells of; undefined for any other name. */
export function orderOfMail(name: string): string | undefined {
  return /^([0-9a-f-]{36})\.(?:customer|shop)$/.exec(name)?.[1];
}
