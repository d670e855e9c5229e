import { setTimeout as wait } from "node:timers/promises";
import { deliverMail, orderOfMail, type Sender } from "#app/domain/mail/deliver.server.ts";
import { noteOrderMails, ordersWithCustomer, takeDueMail } from "#app/domain/mail/outbox.server.ts";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import type { Log } from "#app/platform/log.ts";
import { type Mailer, MailRefusal } from "#app/platform/mail/mailer.ts";

export type MailingParts = {
  opened: Pick<OpenDatabase, "database" | "subscribe">;
  mailer: Mailer;
  sender: Sender;
  log: Log;
  times?: MailingTimes;
};

/** Milliseconds. */
type MailingTimes = {
  /** Between two looks when no order is heard of; also after the mail server has failed. */
  idle: number;
  /** From hearing of an order to looking: several often come together. */
  gather: number;
  /** Between two mails: orders are answered meanwhile. */
  breath: number;
  /** For which a mail that was taken is nobody else's, at first. */
  lease: number;
};

const usual: MailingTimes = { idle: 30_000, gather: 1_000, breath: 100, lease: 120_000 };
const longestGoodbye = 5_000;

/**
 * Sends the mails that orders ask for, after them and beside them: no order waits for one or fails with it. Every
 * process looks; each mail is taken by one. Returns how to stop, which waits a little for a mail under way.
 */
export function keepMailing({ opened, mailer, sender, log, times = usual }: MailingParts) {
  const { database } = opened;
  const ending = new AbortController();
  let wake = Promise.withResolvers<void>();
  // What may lie here from before is looked through at the start.
  wake.resolve();
  let customersMayHaveGone = true;
  const silence = opened.subscribe(({ table, operation }) => {
    if (table !== "orders") return;
    if (operation !== "INSERT") customersMayHaveGone = true;
    wake.resolve();
  });
  const work = repeat();

  async function repeat(): Promise<void> {
    while (!ending.signal.aborted) {
      const heard = await Promise.race([wake.promise, rest(times.idle)]);
      if (heard !== "rested") await rest(times.gather);
      wake = Promise.withResolvers();
      if (!ending.signal.aborted) await round();
    }
  }

  async function round(): Promise<void> {
    try {
      if (customersMayHaveGone) await sweep();
      let more = true;
      while (more && !ending.signal.aborted) {
        more = await noteOrderMails(database);
        while (!ending.signal.aborted && (await sendNext())) await rest(times.breath);
      }
    } catch (error) {
      log.warn({ err: error }, "mails about orders wait: the database did not answer");
    }
  }

  /** Whether to go on: a mail server that fails is left alone for a while. */
  async function sendNext(): Promise<boolean> {
    const due = await takeDueMail(database, times.lease / 1000);
    if (!due) return false;
    const mail = { order: due.order_id, kind: due.kind, attempts: due.attempts };
    try {
      await deliverMail({ database, mailer, sender }, due);
      log.info(mail, "a mail about an order is out");
      return true;
    } catch (error) {
      // A server's words repeat the address that it refuses: only their code is written down.
      const { code } = error as { code?: string | number };
      const refused = error instanceof MailRefusal;
      log.warn({ ...mail, code }, refused ? "a mail's recipient is refused" : "a mail has to wait");
      return refused;
    }
  }

  /** What somebody else put beside our mails stays. */
  async function sweep(): Promise<void> {
    customersMayHaveGone = false;
    await mailer.sweep(async (names) => {
      const orders = names.flatMap((name) => orderOfMail(name) ?? []);
      const kept = await ordersWithCustomer(database, [...new Set(orders)]);
      return new Set(names.filter((name) => isWanted(orderOfMail(name), kept)));
    });
  }

  function rest(milliseconds: number): Promise<"rested"> {
    const { signal } = ending;
    return wait(milliseconds, "rested" as const, { ref: false, signal }).catch(() => "rested");
  }

  return async (): Promise<void> => {
    silence();
    ending.abort();
    await Promise.race([work, wait(longestGoodbye, undefined, { ref: false })]);
    mailer.close();
  };
}

function isWanted(order: string | undefined, kept: ReadonlySet<string>): boolean {
  return order === undefined || kept.has(order);
}
