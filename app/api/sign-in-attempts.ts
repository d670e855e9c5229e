import { setTimeout as sleep } from "node:timers/promises";
import { RateLimiterRes } from "rate-limiter-flexible";
import type { RateLimiterFactory } from "#app/platform/rate-limits.ts";
import { problem } from "./problem.ts";
import { networkOf } from "./rate-limit.ts";

/** The source of an attempt: a session or a browser that has signed in before (`trustedId`), else the network address. */
type AttemptSource = { address: string; trustedId?: string | undefined };

export type SignInAttempts = {
  /**
   * Runs one authentication attempt. Ten failures within five minutes block their source only (429); a success resets the
   * count. Attempts of unknown browsers run one at a time per process and are delayed while many fail. A hundred may wait;
   * networks with fewer failures go first, and when the queue is full the last one is rejected (503). Attempts of known
   * browsers run at once. So neither an attack from known addresses nor one from a hundred new ones locks out the owner.
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
  const queue = createPriorityQueue();

  async function runUnknown<T extends { ok: boolean }>(
    earlierFailures: number,
    attempt: () => Promise<T>,
  ): Promise<T> {
    const result = await queue(earlierFailures, async () => {
      const failed = await unknownFailures.get(unknownKey);
      if (failed && failed.consumedPoints > maxUnknownFailures) await sleep(delayMs);
      return attempt();
    });
    if (!result.ok) await unknownFailures.penalty(unknownKey);
    return result;
  }

  return {
    async run({ address, trustedId }, attempt) {
      const key = trustedId === undefined ? `address ${networkOf(address)}` : `known ${trustedId}`;
      const { consumedPoints } = await failures.consume(key).catch(throwTooMany);
      const result =
        trustedId === undefined ? await runUnknown(consumedPoints - 1, attempt) : await attempt();
      if (result.ok) await failures.delete(key);
      return result;
    },
  };
}

type Waiting = { earlierFailures: number; start: () => void; reject: (error: Error) => void };

/** Runs one task at a time, those with the fewest earlier failures first, otherwise in order of arrival. */
function createPriorityQueue() {
  const waiting: Waiting[] = [];
  let isBusy = false;

  async function acquire(earlierFailures: number): Promise<void> {
    if (!isBusy) {
      isBusy = true;
      return;
    }
    await new Promise<void>((start, reject) => {
      const position = waiting.findIndex((other) => other.earlierFailures > earlierFailures);
      const entry = { earlierFailures, start, reject };
      waiting.splice(position < 0 ? waiting.length : position, 0, entry);
      if (waiting.length > maxWaiting) waiting.pop()?.reject(tooBusyProblem());
    });
  }

  return async <T>(earlierFailures: number, task: () => Promise<T>): Promise<T> => {
    await acquire(earlierFailures);
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next.start();
      else isBusy = false;
    }
  };
}

function throwTooMany(rejection: unknown): never {
  if (!(rejection instanceof RateLimiterRes)) throw rejection;
  throw tooManyAttemptsProblem(rejection.msBeforeNext);
}

export function tooManyAttemptsProblem(waitMs: number) {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return problem(
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
