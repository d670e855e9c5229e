import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { createTransport, type SendMailOptions } from "nodemailer";

/** One mail. Texts may contain anything: header values are encoded. */
export type Mail = {
  /** The same for each attempt: it is the file name and the Message-ID. */
  name: string;
  /** A formatted address, or its parts. */
  from: string | MailAddress;
  to: MailAddress[];
  replyTo: MailAddress;
  subject: string;
  text: string;
  html: string;
};

type MailAddress = { name: string; address: string };

export type Mailer = {
  /** Resolves when the next server or the folder has the mail. Throws MailRejectedError or the transport's error. */
  send(mail: Mail): Promise<void>;
  /** Deletes stored copies of mails that `findWanted` does not return. Does nothing when mails leave the machine. */
  sweep(findWanted: (names: string[]) => Promise<Set<string>>): Promise<void>;
  close(): void;
};

/** The recipient's address is invalid, so further attempts are useless. `code` is the server's reply code. */
export class MailRejectedError extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`the mail server rejected the recipient (${code})`);
    this.code = code;
  }
}

/** Addresses are passed as objects, so that text in them never becomes another recipient. */
function toMessage({ name, from, ...mail }: Mail): SendMailOptions {
  return {
    ...mail,
    from,
    messageId: `<${name}@${domainOf(from)}>`,
    // Suppresses automatic replies.
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function domainOf(from: Mail["from"]): string {
  const address = typeof from === "string" ? from : from.address;
  return /@([a-z0-9.-]+)>?$/i.exec(address)?.[1] ?? "localhost";
}

/** The timeouts of a mail, in total less than the lease of an attempt. */
const smtpTimeouts = { connectMs: 10_000, idleMs: 20_000, sendMs: 60_000 };

/** Sends through the server at `url`, over one connection that stays open while there is mail. */
export function createSmtpMailer(url: string): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 1,
    // The outbox retries and records its attempts.
    maxRequeues: 0,
    connectionTimeout: smtpTimeouts.connectMs,
    greetingTimeout: smtpTimeouts.connectMs,
    dnsTimeout: smtpTimeouts.connectMs,
    socketTimeout: smtpTimeouts.idleMs,
  });
  return {
    async send(mail) {
      const sending = transport.sendMail(toMessage(mail));
      try {
        await withTimeout(sending, smtpTimeouts.sendMs);
      } catch (error) {
        const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
        if (code === "EENVELOPE" && responseCode >= 500) throw new MailRejectedError(responseCode);
        throw error;
      }
    },
    sweep: async () => undefined,
    close: () => transport.close(),
  };
}

async function withTimeout(work: Promise<unknown>, milliseconds: number): Promise<void> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => timeout.reject(new Error("the mail server is too slow")),
    milliseconds,
  );
  await Promise.race([work, timeout.promise]).finally(() => clearTimeout(timer));
}

const extension = ".eml";
/** Stored longer, the files would be a second copy of customers' data. */
const maxFileAgeMs = 30 * 24 * 3_600_000;

/** Writes each mail to a file that mail programs open, readable by its owner only: the mailer without SMTP_URL. */
export function createFolderMailer(folder: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(toMessage(mail));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeAtomically(path.join(folder, mail.name + extension), message as Buffer);
    },
    async sweep(findWanted) {
      const files = (await readdir(folder).catch(() => [])).filter((file) =>
        file.endsWith(extension),
      );
      const names = files.map((file) => path.basename(file, extension));
      const wanted = await findWanted(names);
      for (const name of names) {
        const file = path.join(folder, name + extension);
        if (!wanted.has(name) || (await isExpired(file))) await rm(file, { force: true });
      }
    },
    close: () => transport.close(),
  };
}

async function writeAtomically(file: string, content: Buffer): Promise<void> {
  const temporary = `${file}.part`;
  const handle = await open(temporary, "w", 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
}

async function isExpired(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > maxFileAgeMs;
}
