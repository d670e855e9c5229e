import { hash } from "node:crypto";
import { createRateLimit, networkOf } from "#app/api/framework/rate-limit.ts";
import type { RateLimiterFactory } from "#app/domain/kernel/rate-limits.server.ts";
import type { ConfirmationRecipients } from "#app/domain/orders/place.server.ts";
import { mailboxOf } from "#app/domain/outgoing/mail/mails.ts";

/** Confirmations per day from one network to one mailbox: four networks are needed to use up a mailbox's own limit. */
const maxPerMailbox = 5;
/** Confirmations per day from one network to mailboxes without a confirmed order, as a multiple of the order limit. */
const networkFactor = 3;
const seconds = 86_400;

type CountedConfirmation = {
  recipients: ConfirmationRecipients;
  /** Returns the mail to the limit when the order was not stored. */
  refund(): Promise<void>;
};

/**
 * Limits the mails that one network makes the shop send to unverified addresses. Counts the order of `address` before it is
 * stored; an order limit of 0 disables it, since then all visitors may share the address of a proxy.
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
  return async (address: string, email: string): Promise<CountedConfirmation> => {
    const pair = hash("sha256", `${networkOf(address)} ${mailboxOf(email)}`, "base64url");
    const isMailboxFree = (await perMailbox.consume(pair)).ok;
    const isNetworkFree = isMailboxFree && (await perNetwork.consume(address)).ok;
    const limited = isMailboxFree ? "customers" : "none";
    return {
      recipients: isNetworkFree ? "all" : limited,
      async refund() {
        await perMailbox.refund(pair);
        if (isMailboxFree) await perNetwork.refund(address);
      },
    };
  };
}
