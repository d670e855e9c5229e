import { setTimeout as pause } from "node:timers/promises";
import { RateLimiterRes } from "rate-limiter-flexible";
import { createTurns } from "#app/domain/auth/turns.server.ts";
import type { RateLimits } from "#app/platform/rate-limits.ts";
import { problem } from "./problem.ts";
import { network } from "./rate-limit.ts";

/** Whose attempt it is: a browser known from before counts for itself, anybody else for their address. */
type Attempter = { address: string; knownAs?: string | undefined };

export type Attempts = {
  /**
   * Runs one attempt to prove who one is. Ten failures within five minutes close the door to that attempter alone (429);
   * a success forgets them. Strangers come one at a time to each process, and slowly once many of them fail, from wherever they come; at
   * most a hundred wait (503). Known browsers wait for nobody, so that no crowd keeps the administrator out.
   */
  run<T extends { ok: boolean }>(who: Attempter, attempt: () => Promise<T>): Promise<T>;
};

const failuresAllowed = 10;
const window = 300;
const failuresBeforeSlowing = 60;
const slowingWindow = 60;
const slowingPause = 250;
const strangersWaiting = 100;
const everybody = "everybody";

export function createAttempts(rateLimits: RateLimits): Attempts {
  const failures = rateLimits({ name: "attempt", points: failuresAllowed, seconds: window });
  const strangersFailures = rateLimits({
    name: "strangers",
    points: failuresBeforeSlowing,
    seconds: slowingWindow,
  });
  const strangersInTurn = createTurns(1, strangersWaiting);

  async function asStranger<T extends { ok: boolean }>(attempt: () => Promise<T>): Promise<T> {
    const done = await strangersInTurn(async () => {
      const failed = await strangersFailures.get(everybody);
      if (failed && failed.consumedPoints > failuresBeforeSlowing) await pause(slowingPause);
      return attempt();
    });
    if (!done) throw tooBusy();
    if (!done.result.ok) await strangersFailures.penalty(everybody);
    return done.result;
  }

  return {
    async run({ address, knownAs }, attempt) {
      const key = knownAs === undefined ? `address ${network(address)}` : `known ${knownAs}`;
      await failures.consume(key).catch(refuse);
      const result = knownAs === undefined ? await asStranger(attempt) : await attempt();
      if (result.ok) await failures.delete(key);
      return result;
    },
  };
}

function refuse(rejection: unknown): never {
  if (!(rejection instanceof RateLimiterRes)) throw rejection;
  const retryAfter = Math.max(1, Math.ceil(rejection.msBeforeNext / 1000));
  const minutes = Math.ceil(retryAfter / 60);
  throw problem(
    429,
    {
      kind: "too-many-attempts",
      title: "Muitas tentativas",
      detail: `Tente novamente em ${minutes} ${minutes === 1 ? "minuto" : "minutos"}.`,
    },
    { "Retry-After": String(retryAfter) },
  );
}

function tooBusy() {
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
