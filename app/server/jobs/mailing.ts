import { randomUUID } from "node:crypto";
import path from "node:path";
import type { AccountMail } from "#app/domain/mail/account-mails.ts";
import {
  findOrdersWithCustomer,
  mailLimitOptions,
  parseMailName,
  type Sender,
  sendOrderMail,
} from "#app/domain/mail/commands.server.ts";
import { createOrderTokens } from "#app/domain/order-links/tokens.server.ts";
import type { Message } from "#app/domain/outbox/commands.server.ts";
import { selectRateLimiters } from "#app/domain/rate-limits/limiter.server.ts";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import type { Environment } from "#app/platform/env.ts";
import type { Log } from "#app/platform/log.ts";
import { createFolderMailer, createSmtpMailer, type Mailer } from "#app/platform/mailer.ts";
import { waitUnlessAborted } from "#app/platform/periodic-job.ts";

type MailingOptions = {
  opened: Pick<OpenDatabase, "database" | "engine" | "subscribe">;
  mailer: Mailer;
  sender: Sender;
  log: Pick<Log, "warn">;
};

/** Sends mails as the environment specifies: by its SMTP server, otherwise as files in the data folder. */
export function openMailing(env: Environment, opened: OpenDatabase, log: Log) {
  const sender = { from: env.MAIL_FROM, adminEmail: env.ADMIN_EMAIL, publicUrl: env.PUBLIC_URL };
  return createMailing({ opened, mailer: openMailer(env), sender, log });
}

function openMailer(env: Environment): Mailer {
  return env.SMTP_URL
    ? createSmtpMailer(env.SMTP_URL)
    : createFolderMailer(path.join(env.DATA_DIR, "outbox"));
}

/** Sends one mail about the account. A failure is only logged: the request that caused the mail does not wait for it. */
export function mailAdministrator(env: Environment, mail: AccountMail, log: Log): void {
  const mailer = openMailer(env);
  const recipient = { name: "", address: env.ADMIN_EMAIL };
  const from = env.MAIL_FROM ?? recipient;
  const envelope = { name: `account.${randomUUID()}`, from, to: [recipient], replyTo: recipient };
  mailer
    .send({ ...envelope, ...mail })
    .catch((error: { code?: string | number }) => {
      log.warn({ code: error.code }, "account mail failed");
    })
    .finally(() => mailer.close());
}

const sweepDelayMs = 1_000;

/** Sends order mails for the outbox, and deletes the files of mails whose customer was erased. */
export function createMailing({ opened, mailer, sender, log }: MailingOptions) {
  const { database } = opened;
  const tokens = createOrderTokens(database);
  const mailLimit = selectRateLimiters(opened)(mailLimitOptions);
  const stopping = new AbortController();
  let sweeping = Promise.resolve();
  let isSweepPlanned = false;

  function planSweep(): void {
    if (isSweepPlanned) return;
    isSweepPlanned = true;
    sweeping = sweeping.then(sweep).catch((error) => {
      log.warn({ err: error }, "mail files could not be deleted");
    });
  }

  async function sweep(): Promise<void> {
    // Changes often come together.
    await waitUnlessAborted(sweepDelayMs, stopping.signal);
    isSweepPlanned = false;
    if (!stopping.signal.aborted) await mailer.sweep(findRetained);
  }

  /** Without mails of deleted and anonymized orders; files that are not ours stay. */
  async function findRetained(names: string[]): Promise<Set<string>> {
    const orders = names.flatMap((name) => parseMailName(name) ?? []);
    const current = await findOrdersWithCustomer(database, [...new Set(orders)]);
    const isRetained = (order: string | undefined) => order === undefined || current.has(order);
    return new Set(names.filter((name) => isRetained(parseMailName(name))));
  }

  const unsubscribe = opened.subscribe(({ table, operation }) => {
    // A customer may have been anonymized or an order deleted.
    if (table === "orders" && operation !== "INSERT") planSweep();
  });
  planSweep();
  return {
    send: (message: Message) =>
      sendOrderMail({ database, mailer, sender, tokens, mailLimit }, message),
    async close(): Promise<void> {
      unsubscribe();
      stopping.abort();
      await sweeping;
      mailer.close();
    },
  };
}
