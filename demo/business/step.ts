import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import type { Shop } from "#app/shop.ts";

/** What happens in the shop at a moment of the past. */
export type Step = {
  at: Date;
  /** Null: the system, as for an order of the site. */
  author: string | null;
  /** Of a use case that names its own author, a customer: the id of the order that it changes. */
  record?(): string;
  run(context: StepContext): Promise<unknown>;
};

export type StepContext = {
  /** Its clock is at the step's time. */
  shop: Shop;
  /** To be passed to the use cases. */
  author: string;
  at: Date;
};

/** The name under which a step writes; afterwards its author is in its place. */
export function stepName(index: number): string {
  return `step ${index}`;
}

/**
 * The steps in the order of their times, none of them in the future: those of later today happen in the minutes before
 * `now`, in the same order and on the same day.
 */
export function sortSteps(steps: readonly Step[], now: Date, startOfToday: Date): Step[] {
  const sorted = steps.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  return sorted.map((step, index) => {
    const latest = now.getTime() - (sorted.length - index) * latestGapMs;
    if (step.at.getTime() <= latest) return step;
    return { ...step, at: new Date(Math.max(startOfToday.getTime(), latest)) };
  });
}

const latestGapMs = 30_000;

/** Runs each step under a name of its own, with the shop's clock at its time. */
export async function runSteps(
  tx: Database,
  steps: readonly Step[],
  createShopAt: (now: () => Date) => Shop,
): Promise<void> {
  let at = new Date();
  const shop = createShopAt(() => at);
  for (const [index, step] of steps.entries()) {
    at = step.at;
    const author = stepName(index);
    // The use case of an order of the site has no author.
    if (step.author === null)
      await tx.execute(sql`SELECT set_config('pomar.user_email', ${author}, true)`);
    await step.run({ shop, author, at });
  }
}

type Result = { ok: boolean };

/** The result of a use case that must not be rejected. */
export function accepted<Outcome extends Result>(result: Outcome): Extract<Outcome, { ok: true }> {
  if (result.ok) return result as Extract<Outcome, { ok: true }>;
  throw new Error(`a step of the demonstration was rejected: ${JSON.stringify(result)}`);
}

/** A random secret that is not stored. */
export function createUnknownPassword(): string {
  return `${randomUUID()}${randomUUID()}`;
}
