import type { Step } from "./steps.ts";

const acai = { product: 0, option: 0, quantity: 1 };

/** Lives that broke a rule once: the steps as they were printed, and what was wrong. */
export const cases: { title: string; steps: Step[] }[] = [
  {
    title:
      "a join of two orders that were never edited was not undone: 500, the original order was written",
    steps: [
      { kind: "order by telephone", person: 1, lines: [acai] },
      { kind: "order by telephone", person: 1, lines: [acai] },
      { kind: "join orders", order: 0, other: 0 },
      { kind: "undo a join", join: 0 },
    ],
  },
];
