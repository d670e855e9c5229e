import { createTransport } from "nodemailer";
import { type Mailer, MailRefusal } from "./mailer.ts";
import { toMessage } from "./message.ts";

/** Milliseconds. Together less than the time for which an attempt keeps a mail to itself. */
const usual = { connecting: 10_000, silence: 20_000, sending: 60_000 };

/** Sends through the server at `url`, over one connection that stays open while there is mail. */
export function createSmtpMailer(url: string, times = usual): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 1,
    // Trying again is the outbox's business, which remembers what it tried.
    maxRequeues: 0,
    connectionTimeout: times.connecting,
    greetingTimeout: times.connecting,
    dnsTimeout: times.connecting,
    socketTimeout: times.silence,
  });
  return {
    async send(mail) {
      const sending = transport.sendMail(toMessage(mail));
      try {
        await inTime(sending, times.sending);
      } catch (error) {
        const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
        if (code === "EENVELOPE" && responseCode >= 500) throw new MailRefusal(responseCode);
        throw error;
      }
    },
    sweep: async () => undefined,
    close: () => transport.close(),
  };
}

async function inTime(work: Promise<unknown>, milliseconds: number): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error("the mail server is too slow")),
    milliseconds,
  );
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}
