import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { customerAuthor } from "#app/domain/orders/links/rules.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { Shop } from "#app/shop.ts";
import { instantOf } from "./calendar.ts";
import { Directory } from "./directory.ts";
import type { PlannedOrder } from "./planned-orders.ts";

/** An event in the shop at a moment of the past. */
export type Step = {
  at: Date;
  /** Null: the system, as for an order of the site. `customerAuthor`: the customer of `order`; the use case names them itself. */
  author: string | null;
  order?: PlannedOrder;
  /** Calls a use case, which must not reject it. */
  run(context: StepContext): Promise<unknown>;
};

export type StepContext = {
  /** Its clock is at the step's time. */
  shop: Shop;
  /** The author that the use cases receive. */
  author: string;
  directory: Directory;
};

/** A step that has run. `name` is the author of what it wrote, or the id of the row that a customer changed. */
export type FinishedStep = { number: number; name: string; at: Date; author: string | null };

/** A step of the staff: '2026-11-24', '09:30'. */
export function createStep(day: string, time: string, author: string, run: Step["run"]): Step {
  return { at: instantOf(day, time), author, run };
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
): Promise<FinishedStep[]> {
  let now = new Date();
  const shop = createShopAt(() => now);
  const directory = new Directory(shop);
  const finished: FinishedStep[] = [];
  for (const [index, { at, author, order, run }] of steps.entries()) {
    now = at;
    const number = index + 1;
    const stepName = `step ${number}`;
    // The use case of an order of the site has no author.
    if (author === null) {
      await tx.execute(sql`SELECT set_config('pomar.user_email', ${stepName}, true)`);
    }
    rejectFailure(await run({ shop, author: stepName, directory }));
    const name = author === customerAuthor && order ? directory.orderId(order) : stepName;
    finished.push({ number, name, at, author });
  }
  return finished;
}

function rejectFailure(result: unknown): void {
  const { ok } = (result ?? {}) as { ok?: boolean };
  if (ok === false) {
    throw new Error(`a step of the demonstration was rejected: ${JSON.stringify(result)}`);
  }
}

/** The result of a use case that must not be rejected. */
export function accepted<Outcome extends { ok: boolean }>(result: Outcome) {
  rejectFailure(result);
  return result as Extract<Outcome, { ok: true }>;
}

/** A random secret that is not stored. */
export function createUnknownPassword(): string {
  return `${randomUUID()}${randomUUID()}`;
}
