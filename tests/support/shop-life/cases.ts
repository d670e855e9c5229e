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
  {
    title: "the customer whose orders were split off kept the data of the erased person",
    steps: [
      { kind: "order by telephone", person: 0, lines: [acai] },
      { kind: "split a customer", order: 0 },
      { kind: "split a customer", order: 0 },
      { kind: "erase the customer of an order", order: 0 },
    ],
  },
  {
    title: "a customer who was merged into another one kept the data of the erased person",
    steps: [
      { kind: "order by telephone", person: 1, lines: [acai] },
      { kind: "order by telephone", person: 3, lines: [acai] },
      { kind: "merge customers", customer: 0, other: 0 },
      { kind: "erase the customer of an order", order: 1 },
      { kind: "erase the customer of an order", order: 0 },
    ],
  },
  {
    title: "a split customer who was merged into another one kept the data of the erased person",
    steps: [
      { kind: "order by telephone", person: 1, lines: [acai] },
      { kind: "order by telephone", person: 3, lines: [acai] },
      { kind: "split a customer", order: 0 },
      { kind: "merge customers", customer: 1, other: 1 },
      { kind: "erase a person", person: 1 },
    ],
  },
  {
    title: "the log kept a split customer who was deleted, though the person was erased",
    steps: [
      { kind: "order by telephone", person: 1, lines: [acai] },
      { kind: "split a customer", order: 0 },
      { kind: "delete a customer", customer: 0 },
      { kind: "erase the customer of an order", order: 0 },
    ],
  },
  {
    title:
      "a separated customer had less than no credit, since the other one's was returned as theirs",
    steps: [
      { kind: "order by telephone", person: 0, lines: [acai] },
      { kind: "order by telephone", person: 1, lines: [acai] },
      { kind: "grant an adjustment", customer: 1, amount: 136.46 },
      { kind: "merge customers", customer: 0, other: 0 },
      { kind: "return credit", customer: 0, amount: 71.1 },
      { kind: "separate a customer", customer: 0 },
      { kind: "receive on account", customer: 0, amount: 1 },
    ],
  },
  {
    title: "a payment of joined orders stayed with the other one of two merged customers",
    steps: [
      { kind: "order by telephone", person: 3, lines: [acai] },
      { kind: "split a customer and merge it again", order: 0 },
      { kind: "order by telephone", person: 3, lines: [acai] },
      { kind: "confirm", order: 1 },
      { kind: "pay an order", order: 0 },
      { kind: "confirm", order: 0 },
      { kind: "join orders", order: 0, other: 0 },
      { kind: "undo a join", join: 0 },
    ],
  },
];
