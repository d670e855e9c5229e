import { randomUUID } from "node:crypto";
import path from "node:path";
import type { AccountMail } from "#app/domain/mail/account-mails.ts";
import {
  claimDueMail,
  deliverMail,
  findOrdersWithCustomer,
  mailLimitOptions,
  parseMailName,
  prepareMailQueries,
  queueOrderMails,
  type Sender,
} from "#app/domain/mail/commands.server.ts";
import { createOrderTokens } from "#app/domain/order-links/tokens.server.ts";
import { readSettings } from "#app/domain/settings/queries.server.ts";
import type { Settings } from "#app/domain/settings/schema.ts";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import type { Environment } from "#app/platform/env.ts";
import type { Log } from "#app/platform/log.ts";
import {
  createFolderMailer,
  createSmtpMailer,
  type Mailer,
  MailRejectedError,
} from "#app/platform/mailer.ts";
import { waitUnlessAborted } from "#app/platform/periodic-job.ts";
import { selectRateLimiters } from "#app/platform/rate-limits.ts";
import { type LoopTimes, startChangeLoop } from "./change-loop.ts";

export type MailingOptions = {
  opened: Pick<OpenDatabase, "database" | "engine" | "subscribe" | "onGap">;
  mailer: Mailer;
  sender: Sender;
  log: Log;
  times?: MailingTimes;
};

/** `idleMs` is also the delay after a failure of the mail server. */
type MailingTimes = LoopTimes & {
  /** Between two mails, so that orders are processed meanwhile. */
  pauseMs: number;
  /** How long a mail belongs to the process that took it, at first. */
  leaseMs: number;
};

const defaultTimes: MailingTimes = {
  idleMs: 30_000,
  gatherMs: 1_000,
  pauseMs: 200,
  leaseMs: 120_000,
};

/** Sends order mails as the environment says: by its SMTP server, otherwise as files in the data folder. */
export function startMailing(env: Environment, opened: OpenDatabase, log: Log) {
  const mailer = openMailer(env);
  const sender = { from: env.MAIL_FROM, adminEmail: env.ADMIN_EMAIL, publicUrl: env.PUBLIC_URL };
  return runMailing({ opened, mailer, sender, log });
}

function openMailer(env: Environment): Mailer {
  return env.SMTP_URL
    ? createSmtpMailer(env.SMTP_URL)
    : createFolderMailer(path.join(env.DATA_DIR, "outbox"));
}

/** Sends one mail about the account. A failure is only logged: the request that caused the mail does not wait for it. */
export function mailAdministrator(env: Environment, letter: AccountMail, log: Log): void {
  const mailer = openMailer(env);
  const recipient = { name: "", address: env.ADMIN_EMAIL };
  const from = env.MAIL_FROM ?? recipient;
  const mail = { name: `account.${randomUUID()}`, from, to: [recipient], replyTo: recipient };
  mailer
    .send({ ...mail, ...letter })
    .catch((error: { code?: string | number }) => {
      log.warn({ code: error.code }, "account mail failed");
    })
    .finally(() => mailer.close());
}

/**
 * Sends order mails in the background: no order waits for one or fails with it. Each mail is taken by one of the
 * processes. Returns a function that stops it, waiting briefly for the current mail.
 */
export function runMailing(options: MailingOptions) {
  const { opened, mailer, sender, log, times = defaultTimes } = options;
  const { database } = opened;
  const tokens = createOrderTokens(database);
  const mailLimit = selectRateLimiters(opened)(mailLimitOptions);
  const queries = prepareMailQueries(database);
  const settings = rememberSettings(opened);
  const delivery = {
    database,
    queries,
    readSettings: settings.read,
    mailer,
    sender,
    tokens,
    mailLimit,
  };
  let mustSweep = true;
  const unsubscribe = opened.subscribe(({ table, operation }) => {
    // A customer may have been anonymized or an order deleted.
    if (table === "orders" && operation !== "INSERT") mustSweep = true;
  });
  const stopLoop = startChangeLoop({
    opened,
    tables: ["orders"],
    name: "order mails",
    round: runRound,
    times,
    log,
    isDueAtStart: true,
  });

  async function runRound(signal: AbortSignal): Promise<void> {
    if (mustSweep) await sweepFiles();
    let hasMore = true;
    while (hasMore && !signal.aborted) {
      hasMore = await queueOrderMails(database);
      while (!signal.aborted && (await sendNext())) {
        await waitUnlessAborted(times.pauseMs, signal);
      }
    }
  }

  /** Whether to continue: after a failure of the mail server the next round tries again. */
  async function sendNext(): Promise<boolean> {
    const due = await claimDueMail(queries, times.leaseMs / 1000);
    if (!due) return false;
    const mail = { order: due.order_id, kind: due.kind, attempts: due.attempts };
    try {
      await deliverMail(delivery, due);
      log.info(mail, "order mail sent");
      return true;
    } catch (error) {
      // The server's message may repeat the recipient's address, so only its code is logged.
      const { code } = error as { code?: string | number };
      const isRejected = error instanceof MailRejectedError;
      log.warn({ ...mail, code }, isRejected ? "mail recipient rejected" : "order mail postponed");
      return isRejected;
    }
  }

  /** Deletes the mail files of deleted and anonymized orders; files that are not ours stay. */
  async function sweepFiles(): Promise<void> {
    mustSweep = false;
    await mailer.sweep(async (names) => {
      const orders = names.flatMap((name) => parseMailName(name) ?? []);
      const current = await findOrdersWithCustomer(database, [...new Set(orders)]);
      return new Set(names.filter((name) => isRetained(parseMailName(name), current)));
    });
  }

  return async (): Promise<void> => {
    unsubscribe();
    settings.stop();
    await stopLoop();
    mailer.close();
  };
}

/** Reads the settings once after each change: they are the largest row. */
function rememberSettings({ database, subscribe, onGap }: MailingOptions["opened"]) {
  let reading: Promise<Settings> | undefined;
  const forget = () => {
    reading = undefined;
  };
  const unsubscribe = subscribe(({ table }) => {
    if (table === "settings") forget();
  });
  const unsubscribeGap = onGap(forget);
  return {
    read(): Promise<Settings> {
      reading ??= readSettings(database);
      reading.catch(forget);
      return reading;
    },
    stop() {
      unsubscribe();
      unsubscribeGap();
    },
  };
}

function isRetained(order: string | undefined, current: ReadonlySet<string>): boolean {
  return order === undefined || current.has(order);
}
