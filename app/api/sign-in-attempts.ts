import { setTimeout as sleep } from "node:timers/promises";
import pLimit from "p-limit";
import { RateLimiterRes } from "rate-limiter-flexible";
import type { RateLimiterFactory } from "#app/platform/rate-limits.ts";
import { problem } from "./problem.ts";
import { networkOf } from "./rate-limit.ts";

/** The source of an attempt: a session or a browser that has signed in before (`trustedId`), else the network address. */
type AttemptSource = { address: string; trustedId?: string | undefined };

export type SignInAttempts = {
  /**
   * Runs one authentication attempt. Ten failures within five minutes block their source only (429); a success resets the
   * count. Attempts of unknown browsers run one at a time per process, are delayed while many fail, and at most a hundred
   * wait (503). Attempts of known browsers run at once, so that an attack cannot lock out the administrator.
   */
  run<T extends { ok: boolean }>(source: AttemptSource, attempt: () => Promise<T>): Promise<T>;
};

const maxFailures = 10;
const failureWindowSeconds = 300;
const maxUnknownFailures = 60;
const unknownWindowSeconds = 60;
const unknownDelayMs = 250;
const maxWaiting = 100;
const unknownKey = "everybody";

export function createSignInAttempts(rateLimits: RateLimiterFactory): SignInAttempts {
  const failures = rateLimits({
    name: "attempt",
    points: maxFailures,
    seconds: failureWindowSeconds,
  });
  const unknownFailures = rateLimits({
    name: "unknown",
    points: maxUnknownFailures,
    seconds: unknownWindowSeconds,
  });
  const queue = pLimit(1);

  async function runUnknown<T extends { ok: boolean }>(attempt: () => Promise<T>): Promise<T> {
    if (queue.pendingCount >= maxWaiting) throw tooBusyProblem();
    const result = await queue(async () => {
      const failed = await unknownFailures.get(unknownKey);
      if (failed && failed.consumedPoints > maxUnknownFailures) await sleep(unknownDelayMs);
      return attempt();
    });
    if (!result.ok) await unknownFailures.penalty(unknownKey);
    return result;
  }

  return {
    async run({ address, trustedId }, attempt) {
      const key = trustedId === undefined ? `address ${networkOf(address)}` : `known ${trustedId}`;
      await failures.consume(key).catch(throwTooMany);
      const result = trustedId === undefined ? await runUnknown(attempt) : await attempt();
      if (result.ok) await failures.delete(key);
      return result;
    },
  };
}

function throwTooMany(rejection: unknown): never {
  if (!(rejection instanceof RateLimiterRes)) throw rejection;
  const retryAfterSeconds = Math.max(1, Math.ceil(rejection.msBeforeNext / 1000));
  const minutes = Math.ceil(retryAfterSeconds / 60);
  throw problem(
    429,
    {
      kind: "too-many-attempts",
      title: "Muitas tentativas",
      detail: `Tente novamente em ${minutes} ${minutes === 1 ? "minuto" : "minutos"}.`,
    },
    { "Retry-After": String(retryAfterSeconds) },
  );
}

function tooBusyProblem() {
  return problem(
    503,
    {
      kind: "too-busy",
      title: "Muita gente tentando entrar",
      detail: "Tente novamente em alguns instantes.",
    },
    { "Retry-After": "5" },
  );
}
