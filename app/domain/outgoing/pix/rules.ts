import type { ChargeState } from "#app/domain/payments/pix/schema.ts";

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The days for which a charge can be paid; it is renewed while it is due, well before it ends, so that no clock decides. */
const chargeDays = 7;
const renewalMs = 2 * dayMs;

export function isExpiring(expiresAt: Date, now: Date): boolean {
  return expiresAt.getTime() - now.getTime() < renewalMs;
}

/** Seconds from the creation of a charge to `chargeDays` from now, in whole days, so that a repeated request is the same. */
export function chargeSeconds(createdAt: Date, now: Date): number {
  const age = Math.max(0, now.getTime() - createdAt.getTime());
  return (Math.ceil(age / dayMs) + chargeDays) * (dayMs / secondMs);
}

/** Letters and digits, from 26 to 35: the order's id and the revision, so that a repeated request names the same charge. */
export function pixTxid(orderId: string, revision: number): string {
  return `${orderId.replaceAll("-", "")}${revision.toString(36)}`;
}

const shownMs = 15 * minuteMs;
const shownIntervalMs = 15 * secondMs;

/** The time between two requests to the bank: a share of the charge's age, within these limits, until this age. */
const checks = {
  active: { share: 1 / 4, min: minuteMs, max: 6 * hourMs, until: Number.POSITIVE_INFINITY },
  // Ninety days are the limit of devolutions.
  paid: { share: 1 / 2, min: 10 * minuteMs, max: 7 * dayMs, until: 91 * dayMs },
  // A Pix may have been on its way.
  removed: { share: 1 / 2, min: 5 * minuteMs, max: dayMs, until: 7 * dayMs },
};

type Checked = {
  state: Exclude<ChargeState, "requested">;
  state_since: Date;
  shown_at: Date | null;
};

/** Returns when the bank is asked about a charge again, in case a callback is lost; null if it is not asked any more. */
export function nextCheck({ state, state_since, shown_at }: Checked, now: Date): Date | null {
  const { share, min, max, until } = checks[state];
  const age = now.getTime() - state_since.getTime();
  if (age > until) return null;
  const isShown = state === "active" && shown_at && now.getTime() - shown_at.getTime() < shownMs;
  const interval = isShown ? shownIntervalMs : Math.min(max, Math.max(min, age * share));
  return new Date(now.getTime() + interval);
}
