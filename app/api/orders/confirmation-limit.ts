import { hash } from "node:crypto";
import { createRateLimit, networkOf } from "#app/api/framework/rate-limit.ts";
import type { RateLimiterFactory } from "#app/domain/kernel/rate-limits/limiter.server.ts";
import { mailboxOf } from "#app/domain/outgoing/mail/mails.ts";

/** Confirmations per day from one network to one mailbox: four networks are needed to use up a mailbox's own limit. */
const maxPerMailbox = 5;
/** Confirmations per day from one network to mailboxes without a confirmed order, as a multiple of the order limit. */
const networkFactor = 3;
const seconds = 86_400;

/** Who may get the confirmation of an order: "customers" are mailboxes with an earlier order that the seller confirmed. */
export type ConfirmationRecipients = "all" | "customers" | "none";

/**
 * Limits the mails that one network makes the shop send to unverified addresses. Counts the order of
 * `address`; an order limit of 0 disables it, since then all visitors may share the address of a proxy.
 */
export function createConfirmationLimit(rateLimits: RateLimiterFactory, orderLimit: number) {
  const isLimited = orderLimit > 0;
  const perMailbox = createRateLimit(rateLimits, {
    name: "mail-sender",
    points: isLimited ? maxPerMailbox : 0,
    seconds,
  });
  const perNetwork = createRateLimit(rateLimits, {
    name: "mail-network",
    points: orderLimit * networkFactor,
    seconds,
  });
  return async (address: string, email: string): Promise<ConfirmationRecipients> => {
    const pair = hash("sha256", `${networkOf(address)} ${mailboxOf(email)}`, "base64url");
    if (!(await perMailbox.consume(pair)).ok) return "none";
    return (await perNetwork.consume(address)).ok ? "all" : "customers";
  };
}
