import type { SendMailOptions } from "nodemailer";
import type { Mail } from "./mailer.ts";

/** The mail as nodemailer takes it. Addresses go in as objects: text in them never turns into further recipients. */
export function toMessage({ name, from, ...mail }: Mail): SendMailOptions {
  return {
    ...mail,
    from,
    messageId: `<${name}@${domainOf(from)}>`,
    // Nobody's holiday notice need answer a shop.
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function domainOf(from: Mail["from"]): string {
  const address = typeof from === "string" ? from : from.address;
  return /@([a-z0-9.-]+)>?$/i.exec(address)?.[1] ?? "localhost";
}
