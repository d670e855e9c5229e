import { hash, randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Context, MiddlewareHandler } from "hono";
import ipaddr from "ipaddr.js";
import { RateLimiterRes } from "rate-limiter-flexible";
import { mailboxOf } from "#app/domain/mail/mails.ts";
import type { LimitOptions, RateLimiterFactory } from "#app/domain/rate-limits/limiter.server.ts";
import { unmapIpv4 } from "#app/shared/parse-url.ts";
import { problem } from "./problem.ts";

/** What a limit has left for a client after this request. */
type LimitState = LimitOptions & { remaining: number; resetSeconds: number };

type Admission =
  | { ok: true; state?: LimitState }
  | { ok: false; retryAfterSeconds: number; state: LimitState };

type RateLimit = {
  /** Counts one request of the address, or of another key; with `retryAfterSeconds` when its limit is reached. */
  consume(address: string): Promise<Admission>;
  /** Undoes one `consume`. */
  refund(address: string): Promise<void>;
};

/** `points` for each network in `seconds`; 0 points disable the limit. */
export function createRateLimit(rateLimits: RateLimiterFactory, options: LimitOptions): RateLimit {
  if (options.points === 0) {
    return { consume: async () => ({ ok: true }), refund: async () => undefined };
  }
  const limiter = rateLimits(options);
  return {
    async consume(address) {
      try {
        return { ok: true, state: limitState(options, await limiter.consume(networkOf(address))) };
      } catch (rejection) {
        if (!(rejection instanceof RateLimiterRes)) throw rejection;
        const state = limitState(options, rejection);
        return { ok: false, retryAfterSeconds: state.resetSeconds, state };
      }
    },
    async refund(address) {
      await limiter.reward(networkOf(address));
    },
  };
}

function limitState(options: LimitOptions, counted: RateLimiterRes): LimitState {
  const remainingSeconds = Math.max(1, Math.ceil(counted.msBeforeNext / 1000));
  return {
    ...options,
    remaining: Math.max(0, counted.remainingPoints),
    // After the clock was set back, the remaining time appears longer than the window.
    resetSeconds: Math.min(remainingSeconds, options.seconds),
  };
}

const statesKey = "rateLimits";

/** Reports a limit that counted this request in the headers of its response. */
export function reportLimit(c: Context, state: LimitState | undefined): void {
  if (state) c.set(statesKey, [...(c.get(statesKey) ?? []), state]);
}

/** Counts the request under the key, and rejects it with 429 above the limit. */
export async function requireAdmission(
  c: Context,
  limit: Pick<RateLimit, "consume">,
  key: string,
  rejection: { kind: string; title: string; detail: string },
): Promise<void> {
  const admission = await limit.consume(key);
  reportLimit(c, admission.state);
  if (admission.ok) return;
  throw problem(429, { ...rejection, retryAfterSeconds: admission.retryAfterSeconds });
}

/** Adds the headers of draft-ietf-httpapi-ratelimit-headers, also to rejections. */
export const sendRateLimits: MiddlewareHandler = async (c, next) => {
  await next();
  const states: LimitState[] = c.get(statesKey) ?? [];
  for (const { name, points, seconds, remaining, resetSeconds } of states) {
    c.res.headers.append("RateLimit-Policy", `"${name}";q=${points};w=${seconds}`);
    c.res.headers.append("RateLimit", `"${name}";r=${remaining};t=${resetSeconds}`);
  }
};

/**
 * The network that limits count together: an IPv4 address, or the /64 of an IPv6 address, which one household holds. Wider
 * ones with another `prefix`: a provider gives /48 to a customer, and gets /32 itself.
 */
export function networkOf(address: string, prefix: 32 | 48 | 64 = 64): string {
  const plain = unmapIpv4(address.split("%")[0] ?? "");
  if (!ipaddr.IPv6.isValid(plain)) return plain;
  const groups = ipaddr.IPv6.parse(plain).parts.slice(0, prefix / 16);
  return groups.map((group) => group.toString(16)).join(":");
}

/**
 * Counts wrong links of orders per network, whether they are opened as pages, by the API or as event streams. Valid links are
 * not blocked: their 132 bits cannot be guessed, and one visitor of a network must not lock out the others.
 */
export type LinkFailures = Pick<RateLimit, "consume">;

export function createLinkFailures(rateLimits: RateLimiterFactory): LinkFailures {
  return createRateLimit(rateLimits, { name: "order-link", points: 60, seconds: 600 });
}

/** The source of an attempt: a session or a browser that has signed in before (`trustedId`), else the network address. */
type AttemptSource = {
  address: string;
  trustedId?: string | undefined;
  /** Whether a browser of the network has signed in before. */
  isKnownNetwork?: boolean;
  /** For the limits of this source to be reported. */
  context?: Context;
};

export type SignInAttempts = {
  /**
   * Runs one authentication attempt. Ten failures within five minutes block their source only (429); a success resets the
   * count. Attempts of unknown browsers run one at a time per process and are delayed while many fail. A hundred may wait.
   * Networks that have signed in before go first, then those with the fewest recent attempts from their /64, /48 and /32;
   * among equal ones chance decides who is next, and who is rejected (503) when the queue is full. Attempts of known browsers
   * run at once. `docs/security.md` says what remains.
   */
  run<T extends { ok: boolean }>(source: AttemptSource, attempt: () => Promise<T>): Promise<T>;
};

const maxFailures = 10;
const failureWindowSeconds = 300;
const maxUnknownFailures = 60;
const unknownWindowSeconds = 60;
const maxWaiting = 100;
const unknownKey = "all";

/** `delayMs` is added to each attempt of an unknown browser while many fail. */
export function createSignInAttempts(
  rateLimits: RateLimiterFactory,
  delayMs = 250,
): SignInAttempts {
  const failureLimit = { name: "attempt", points: maxFailures, seconds: failureWindowSeconds };
  const failures = rateLimits(failureLimit);
  const unknownFailures = rateLimits({
    name: "unknown",
    points: maxUnknownFailures,
    seconds: unknownWindowSeconds,
  });
  // Counts only: what it limits is the order of the queue.
  const widerAttempts = rateLimits({
    name: "attempts-around",
    points: maxFailures,
    seconds: failureWindowSeconds,
  });
  const queue = createPriorityQueue();

  /** Counts the attempt in the networks around its address, and ranks it after those from quieter ones. */
  async function rankAttempt(address: string, earlierFailures: number): Promise<number> {
    const wider = ([48, 32] as const).map((prefix) => `${networkOf(address, prefix)} /${prefix}`);
    const counted = await Promise.all(wider.map((network) => widerAttempts.penalty(network)));
    return counted.reduce((sum, { consumedPoints }) => sum + consumedPoints - 1, earlierFailures);
  }

  async function runUnknown<T extends { ok: boolean }>(
    rank: number,
    attempt: () => Promise<T>,
  ): Promise<T> {
    const result = await queue(rank, async () => {
      const failed = await unknownFailures.get(unknownKey);
      if (failed && failed.consumedPoints > maxUnknownFailures) await sleep(delayMs);
      return attempt();
    });
    if (!result.ok) await unknownFailures.penalty(unknownKey);
    return result;
  }

  return {
    async run({ address, trustedId, isKnownNetwork, context }, attempt) {
      const key = trustedId === undefined ? `address ${networkOf(address)}` : `known ${trustedId}`;
      const counted = await failures.consume(key).catch((rejection) => rejection);
      if (!(counted instanceof RateLimiterRes)) throw counted;
      if (context) reportLimit(context, limitState(failureLimit, counted));
      const { consumedPoints } = counted;
      if (consumedPoints > maxFailures) throw tooManyAttemptsProblem(counted.msBeforeNext);
      const runQueued = async () => {
        const rank = isKnownNetwork ? -1 : await rankAttempt(address, consumedPoints - 1);
        return runUnknown(rank, attempt);
      };
      const result = trustedId === undefined ? await runQueued() : await attempt();
      if (result.ok) await failures.delete(key);
      return result;
    },
  };
}

type Waiting = { rank: number; start: () => void; reject: (error: Error) => void };

/** Runs one task at a time, those of the lowest rank first. */
function createPriorityQueue() {
  const waiting: Waiting[] = [];
  let isBusy = false;

  async function acquire(rank: number): Promise<void> {
    if (!isBusy) {
      isBusy = true;
      return;
    }
    await new Promise<void>((start, reject) => {
      waiting.push({ rank, start, reject });
      if (waiting.length > maxWaiting) removeAny(waiting, Math.max)?.reject(tooBusyProblem());
    });
  }

  return async <T>(rank: number, task: () => Promise<T>): Promise<T> => {
    await acquire(rank);
    try {
      return await task();
    } finally {
      const next = removeAny(waiting, Math.min);
      if (next) next.start();
      else isBusy = false;
    }
  };
}

/** Removes one with the highest or lowest rank. */
function removeAny(
  waiting: Waiting[],
  choose: (...ranks: number[]) => number,
): Waiting | undefined {
  const rank = choose(...waiting.map((one) => one.rank));
  const candidates = waiting.filter((one) => one.rank === rank);
  const chosen = candidates[randomInt(Math.max(candidates.length, 1))];
  if (chosen) waiting.splice(waiting.indexOf(chosen), 1);
  return chosen;
}

function tooManyAttemptsProblem(waitMs: number) {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return problem(429, {
    kind: "too-many-attempts",
    title: "Muitas tentativas",
    detail: `Tente novamente em ${minutes} ${minutes === 1 ? "minuto" : "minutos"}.`,
    retryAfterSeconds,
  });
}

function tooBusyProblem() {
  return problem(503, {
    kind: "too-busy",
    title: "Muita gente tentando entrar",
    detail: "Tente novamente em alguns instantes.",
    retryAfterSeconds: 5,
  });
}

export type WrongCodeLimit = {
  /**
   * Runs a sign-in with a second-factor code. After five wrong codes within a day, from any addresses, unknown browsers
   * are rejected (429) for a minute, and for twice as long after each further one, up to an hour. A sign-in resets the count.
   * Browsers that have signed in before have their own limit only, so that the owner is not locked out. Each account has a
   * count of its own.
   */
  run<T extends { ok: boolean; reason?: string }>(
    account: string,
    isKnownBrowser: boolean,
    attempt: () => Promise<T>,
  ): Promise<T>;
};

const maxWrongCodes = 5;
const windowSeconds = 86_400;
const firstDelaySeconds = 60;
const maxDelaySeconds = 3600;

/** `onLimit` is called once when the limit is reached. Then the sender knows the password. */
export function createWrongCodeLimit(
  rateLimits: RateLimiterFactory,
  /** Gets the account. */
  onLimit: (key: string) => void,
): WrongCodeLimit {
  const wrongCodes = rateLimits({
    name: "wrong-code",
    points: maxWrongCodes,
    seconds: windowSeconds,
  });
  const delay = rateLimits({ name: "code-delay", points: 1, seconds: firstDelaySeconds });

  async function recordWrongCode(key: string): Promise<void> {
    const { consumedPoints } = await wrongCodes.penalty(key);
    if (consumedPoints < maxWrongCodes) return;
    const doubled = firstDelaySeconds * 2 ** (consumedPoints - maxWrongCodes);
    await delay.block(key, Math.min(doubled, maxDelaySeconds));
    if (consumedPoints === maxWrongCodes) onLimit(key);
  }

  return {
    async run(key, isKnownBrowser, attempt) {
      const blocked = isKnownBrowser ? null : await delay.get(key);
      if (blocked && blocked.msBeforeNext > 0) throw tooManyAttemptsProblem(blocked.msBeforeNext);
      const result = await attempt();
      if (result.ok) await Promise.all([wrongCodes.delete(key), delay.delete(key)]);
      else if (result.reason === "wrong-code") await recordWrongCode(key);
      return result;
    },
  };
}

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
