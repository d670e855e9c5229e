import type { Random } from "../random.ts";
import type { Trap } from "./proxy.ts";

/** What goes wrong with one visitor's order, step by step. */
export type Plan = {
  /** Where the connection goes: before the checkout is opened, or with the order on its way. */
  cut: "before-the-checkout" | Trap;
  /** Until an answer is there: the page is closed and opened again, joined by another, or stays as it is. */
  page: "stays" | "closed-and-reopened" | "two-tabs";
  /** The shop is killed while the connection is gone. */
  restart: boolean;
  /** The visitor presses again instead of waiting. */
  pressesAgain: boolean;
};

export function makePlan(random: Random): Plan {
  return {
    cut: random.oneOf(["before-the-checkout", "while-sending", "before-the-answer"] as const),
    page: random.oneOf(["stays", "closed-and-reopened", "two-tabs"] as const),
    restart: random.next() < 0.25,
    pressesAgain: random.next() < 0.3,
  };
}

export function describePlan({ cut, page, restart, pressesAgain }: Plan): string {
  return [cut, page, restart && "shop killed", pressesAgain && "pressed again"]
    .filter(Boolean)
    .join(", ");
}
