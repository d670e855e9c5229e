import path from "node:path";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import type { Environment } from "#app/platform/env.ts";
import type { Log } from "#app/platform/log.ts";
import { createFolderMailer } from "#app/platform/mail/folder-mailer.ts";
import { createSmtpMailer } from "#app/platform/mail/smtp-mailer.ts";
import { keepMailing } from "./mailing.ts";

/** Keeps mail going as the environment says: through its SMTP server, else as files in the data folder. */
export function keepPosting(env: Environment, opened: OpenDatabase, log: Log) {
  const mailer = env.SMTP_URL
    ? createSmtpMailer(env.SMTP_URL)
    : createFolderMailer(path.join(env.DATA_DIR, "outbox"));
  const sender = { from: env.MAIL_FROM, adminEmail: env.ADMIN_EMAIL, publicUrl: env.PUBLIC_URL };
  return keepMailing({ opened, mailer, sender, log });
}
