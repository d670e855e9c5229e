import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "hono";
import { RateLimiterRes } from "rate-limiter-flexible";
import { problem } from "#app/api/framework/problem.ts";
import { limitState, networkOf, reportLimit } from "#app/api/framework/rate-limit.ts";
import type { RateLimiterFactory } from "#app/domain/kernel/rate-limits.server.ts";

/** The source of an attempt: a session or a browser that has signed in before (`trustedId`), else the network address. */
type AttemptSource = {
  address: string;
  trustedId?: string | undefined;
  /** A browser of the network has signed in before. */
  isKnownNetwork?: boolean;
  /** The context of the request, to which the limits of its source are reported. */
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

export function tooManyAttemptsProblem(waitMs: number) {
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
