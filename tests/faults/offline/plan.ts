import type { Chance } from "../chance.ts";
import type { Trap } from "./line.ts";

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

export function makePlan(chance: Chance): Plan {
  return {
    cut: chance.oneOf(["before-the-checkout", "while-sending", "before-the-answer"] as const),
    page: chance.oneOf(["stays", "closed-and-reopened", "two-tabs"] as const),
    restart: chance.next() < 0.25,
    pressesAgain: chance.next() < 0.3,
  };
}

export function describePlan({ cut, page, restart, pressesAgain }: Plan): string {
  return [cut, page, restart && "shop killed", pressesAgain && "pressed again"]
    .filter(Boolean)
    .join(", ");
}
