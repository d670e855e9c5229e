import { and, eq, inArray } from "drizzle-orm";
import { readSettings } from "#app/domain/company/queries.server.ts";
import type { Settings } from "#app/domain/company/schema.ts";
import type { LinkTokens } from "#app/domain/kernel/link-tokens.server.ts";
import { toOrder } from "#app/domain/orders/queries.server.ts";
import type { CustomerInfo } from "#app/domain/orders/schema.ts";
import { type OrderRow, orderColumns, pedidos } from "#app/domain/orders/table.ts";
import { addressMail, type Sender, tryMail } from "#app/domain/outgoing/mail/commands.server.ts";
import { writeSeriesMail } from "#app/domain/outgoing/mail/mails.ts";
import type { Attempt, Message } from "#app/domain/outgoing/outbox.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { Mailer } from "#app/platform/mailer.ts";
import { findSeriesPath } from "./links.server.ts";
import { withoutHidden } from "./rules.ts";
import { orderSeries, type SeriesDateRow, seriesDates } from "./table.ts";
import { describeException, describeOutcome, reminderQuestion } from "./texts.ts";

type Delivery = { database: Database; mailer: Mailer; sender: Sender; tokens: LinkTokens };

/** Sends the mail about a date of a series. The text is composed when it is sent. */
export async function sendSeriesMail(
  { database, mailer, sender, tokens }: Delivery,
  { payload }: Pick<Message, "payload">,
): Promise<Attempt> {
  const subject = await readMailSubject(database, payload);
  if (!subject) return { result: "obsolete" };
  const { row, customer, stored } = subject;
  const settings = await readSettings(database);
  const path = await findSeriesPath(database, tokens, row.series_id);
  const orderPath = stored && (await tokens.pathOf("order", stored));
  const content = writeContent(subject, settings, {
    order: linkOf(sender, orderPath),
    series: linkOf(sender, path),
  });
  const { shop, customer: to, from } = addressMail(customer, settings, sender);
  const name = `${row.order_id ?? row.series_id}.series${row.date.replaceAll("-", "")}`;
  return tryMail(mailer, { name, from, to: [to], replyTo: shop, ...content });
}

type MailSubject = { row: SeriesDateRow; customer: CustomerInfo; stored: OrderRow | undefined };

/** Undefined when no mail is to be sent any more. */
async function readMailSubject(
  database: Database,
  payload: string | null,
): Promise<MailSubject | undefined> {
  const { series_id, date } = JSON.parse(payload ?? "{}") as { series_id: string; date: string };
  const [match] = await database
    .select({ row: seriesDates, customer: orderSeries.cliente_info })
    .from(seriesDates)
    .innerJoin(orderSeries, eq(orderSeries.id, seriesDates.series_id))
    .where(and(eq(seriesDates.series_id, series_id), eq(seriesDates.date, date)));
  if (!match?.customer.email) return undefined;
  const { order_id } = match.row;
  if (!order_id) return { ...match, stored: undefined };
  const [stored] = await database
    .select(orderColumns)
    .from(pedidos)
    .where(eq(pedidos.id, order_id));
  return stored && !stored.anonymized_at ? { ...match, stored } : undefined;
}

function linkOf({ publicUrl }: Sender, path: string | undefined): string | undefined {
  return path && publicUrl && publicUrl + path;
}

type Links = { order: string | undefined; series: string | undefined };

function writeContent({ row, customer, stored }: MailSubject, settings: Settings, links: Links) {
  const order = stored && toOrder(stored);
  const numero_pedido = order?.numero_pedido ?? null;
  const sentences = [
    describeOutcome({ ...row, numero_pedido, exceptions: [] }),
    ...withoutHidden(row.exceptions).map(describeException),
  ];
  if (row.state === "reminded") {
    const mail = { subject: reminderQuestion, customer, order };
    return writeSeriesMail(
      { ...mail, sentences: [...sentences, "Nada é pedido sozinho."] },
      settings,
      [{ text: "Conferir e enviar", to: links.series }],
    );
  }
  const subject = order
    ? `Seu pedido de sempre, nº ${numero_pedido}`
    : "Seu pedido de sempre não pôde ser feito";
  return writeSeriesMail({ subject, customer, sentences, order }, settings, [
    { text: "Ver o pedido", to: links.order },
    { text: "Mudar, pular ou pausar a repetição", to: links.series },
  ]);
}

/** Selects the ids that are those of series. */
export async function findExistingSeries(database: Database, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await database
    .select({ id: orderSeries.id })
    .from(orderSeries)
    .where(inArray(orderSeries.id, ids));
  return new Set(rows.map(({ id }) => id));
}
