import { randomUUID } from "node:crypto";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findExistingCustomers } from "#app/domain/customers/queries.server.ts";
import { createLinkTokens } from "#app/domain/kernel/link-tokens.server.ts";
import { selectRateLimiters } from "#app/domain/kernel/rate-limits.server.ts";
import {
  areaMailName,
  findOrdersWithCustomer,
  mailLimitOptions,
  parseMailName,
  type Sender,
  sendOrderMail,
} from "#app/domain/outgoing/mail/commands.server.ts";
import type { AccountMail } from "#app/domain/outgoing/mail/mails.ts";
import {
  type Attempt,
  claimMessage,
  listDueReceivers,
  type Message,
  type MessageKind,
  type Receiver,
  storeAttempt,
} from "#app/domain/outgoing/outbox.server.ts";
import { findExistingSeries, sendSeriesMail } from "#app/domain/series/mail.server.ts";
import { seriesEvent } from "#app/domain/series/mail-queue.server.ts";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import type { Environment } from "#app/platform/env.ts";
import type { Log } from "#app/platform/log.ts";
import { createFolderMailer, createSmtpMailer, type Mailer } from "#app/platform/mailer.ts";
import { waitUnlessAborted } from "#app/platform/periodic-job.ts";

type OutboxTimes = {
  /** The time between two rounds without a change. */
  idleMs: number;
  /** The time from a change to the round, because changes often come together. */
  gatherMs: number;
  /** The time after an attempt that did not reach the receiver. */
  unreachableMs: number;
  /** The time between two mails, so that orders are processed meanwhile. */
  mailPauseMs: number;
};

type OutboxOptions = {
  opened: Pick<OpenDatabase, "database" | "subscribe">;
  /** Sends one message of a kind. What it throws is repeated like a failure. */
  senders: { [K in MessageKind]?: (message: Message) => Promise<Attempt> };
  log: Pick<Log, "info" | "warn">;
  times?: OutboxTimes;
};

const defaultTimes = {
  idleMs: 5_000,
  gatherMs: 300,
  unreachableMs: 10_000,
  mailPauseMs: 200,
};
/** Messages that a receiver gets at the same time. The mail server has one connection. */
const concurrency: Record<MessageKind, number> = { mail: 1, webhook: 4, push: 1, pix: 4 };
const shutdownTimeoutMs = 5_000;

/**
 * Sends the messages of the outbox: soon after a change, and when a retry is due. Each receiver has a queue of its own, so that
 * one that hangs or fails delays no other. Several processes share the outbox. Returns a function that stops after the current
 * attempts.
 */
export function startOutbox({ opened, senders, log, times = defaultTimes }: OutboxOptions) {
  const { database } = opened;
  const stopping = new AbortController();
  const { signal } = stopping;
  /** The sending queues by receiver. */
  const queues = new Map<string, Promise<void>>();
  const pausedUntil = new Map<string, number>();
  // The first round needs no change: it sends what was left at the last shutdown.
  let wakeUp = Promise.withResolvers<"woken">();
  wakeUp.resolve("woken");
  const unsubscribe = opened.subscribe(({ table }) => {
    if (table === "orders" || table === "products") wakeUp.resolve("woken");
  });
  const finished = repeat();

  async function repeat(): Promise<void> {
    while (!signal.aborted) {
      const reason = await Promise.race([wakeUp.promise, waitUnlessAborted(times.idleMs, signal)]);
      if (reason === "woken") await waitUnlessAborted(times.gatherMs, signal);
      wakeUp = Promise.withResolvers();
      await startQueues().catch(reportDatabaseError);
    }
    await Promise.all(queues.values());
  }

  async function startQueues(): Promise<void> {
    if (signal.aborted) return;
    for (const receiver of await listDueReceivers(database)) {
      const key = receiver.receiver ?? receiver.kind;
      if (queues.has(key) || !senders[receiver.kind]) continue;
      if ((pausedUntil.get(key) ?? 0) > Date.now()) continue;
      pausedUntil.delete(key);
      const sending = sendAll(receiver, key)
        .catch(reportDatabaseError)
        .finally(() => queues.delete(key));
      queues.set(key, sending);
    }
  }

  /** One message at first: a receiver that cannot be reached gets no more. */
  async function sendAll(receiver: Receiver, key: string): Promise<void> {
    if (!(await sendNext(receiver, key))) return;
    const drain = async () => {
      while (!signal.aborted && !pausedUntil.has(key) && (await sendNext(receiver, key)));
    };
    await Promise.all(Array.from({ length: concurrency[receiver.kind] }, drain));
    // The next round sends messages that were queued after the last claim.
    wakeUp.resolve("woken");
  }

  /** False when nothing is due. */
  async function sendNext(receiver: Receiver, key: string): Promise<boolean> {
    const message = await claimMessage(database, receiver);
    if (!message) return false;
    const attempt = await send(message);
    await storeAttempt(database, message, attempt);
    const { payload: _, ...details } = message;
    log.info({ ...details, ...attempt }, `message ${attempt.result}`);
    if (attempt.result === "failed" && attempt.isUnreachable) {
      pausedUntil.set(key, Date.now() + times.unreachableMs);
    }
    if (message.kind === "mail") await waitUnlessAborted(times.mailPauseMs, signal);
    return true;
  }

  async function send(message: Message): Promise<Attempt> {
    try {
      return (await senders[message.kind]?.(message)) ?? { result: "obsolete" };
    } catch (error) {
      log.warn({ err: error, id: message.id, kind: message.kind }, "message could not be sent");
      return { result: "failed", error: "internal" };
    }
  }

  function reportDatabaseError(error: unknown): void {
    log.warn({ err: error }, "messages postponed: database unavailable");
  }

  return async (): Promise<void> => {
    unsubscribe();
    stopping.abort();
    await Promise.race([finished, delay(shutdownTimeoutMs, undefined, { ref: false })]);
  };
}

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

/**
 * Sends one mail about the account, or about the areas of customers, with whose data its file is deleted. A failure is only logged:
 * the request that caused the mail does not wait for it.
 */
export function mailAccount(
  env: Environment,
  mail: AccountMail,
  log: Log,
  address = env.ADMIN_EMAIL,
  customerIds: readonly string[] = [],
): void {
  const mailer = openMailer(env);
  const owner = { name: "", address: env.ADMIN_EMAIL };
  const from = env.MAIL_FROM ?? owner;
  const to = [{ name: "", address }];
  const name = customerIds.length > 0 ? areaMailName(customerIds) : `account.${randomUUID()}`;
  const envelope = { name, from, to, replyTo: owner };
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
  const tokens = createLinkTokens(database);
  const mailLimit = selectRateLimiters(opened)(mailLimitOptions);
  const stopping = new AbortController();
  let sweeping = Promise.resolve();
  let isSweepPlanned = false;
  const sending = new Set<Promise<Attempt>>();

  function noteSending(attempt: Promise<Attempt>): Promise<Attempt> {
    sending.add(attempt);
    const forget = () => sending.delete(attempt);
    attempt.then(forget, forget);
    return attempt;
  }

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
    // A mail that is being written may be about a customer who was erased meanwhile.
    await Promise.allSettled(sending);
    if (!stopping.signal.aborted) await mailer.sweep(findRetained);
  }

  /**
   * Selects the files to keep: not the mails of deleted and anonymized orders and of deleted customers; files that are not ours
   * stay.
   */
  async function findRetained(names: string[]): Promise<Set<string>> {
    const ids = [...new Set(names.flatMap(parseMailName))];
    const current = new Set([
      ...(await findOrdersWithCustomer(database, ids)),
      ...(await findExistingSeries(database, ids)),
      ...(await findExistingCustomers(database, ids)),
    ]);
    return new Set(names.filter((name) => parseMailName(name).every((id) => current.has(id))));
  }

  const unsubscribe = opened.subscribe(({ table, operation }) => {
    // A customer may have been anonymized, or an order or a customer deleted.
    const isDeletion = table === "customers" && operation === "DELETE";
    if (isDeletion || (table === "orders" && operation !== "INSERT")) planSweep();
  });
  planSweep();
  return {
    send: (message: Message) =>
      noteSending(
        message.event === seriesEvent
          ? sendSeriesMail({ database, mailer, sender, tokens }, message)
          : sendOrderMail({ database, mailer, sender, tokens, mailLimit }, message),
      ),
    async close(): Promise<void> {
      unsubscribe();
      stopping.abort();
      await sweeping;
      mailer.close();
    },
  };
}
