import type { Random } from "#demo/random.ts";
import type { OrderFault } from "./proxy.ts";

/** The faults that one visitor meets. */
export type Plan = {
  /** The moment when the connection is lost: before the checkout is opened, or while the order is being sent. */
  cut: "before-the-checkout" | OrderFault;
  /** The state of the page until the order is acknowledged. */
  page: "stays-open" | "closed-and-reopened" | "two-tabs";
  /** The shop is killed while offline. */
  restart: boolean;
  /** The visitor clicks "Enviar pedido" again. */
  submitsAgain: boolean;
};

export function drawPlan(random: Random): Plan {
  return {
    cut: random.oneOf(["before-the-checkout", "while-sending", "before-the-response"] as const),
    page: random.oneOf(["stays-open", "closed-and-reopened", "two-tabs"] as const),
    restart: random.next() < 0.25,
    submitsAgain: random.next() < 0.3,
  };
}

export function describePlan({ cut, page, restart, submitsAgain }: Plan): string {
  return [cut, page, restart && "shop killed", submitsAgain && "pressed again"]
    .filter(Boolean)
    .join(", ");
}
