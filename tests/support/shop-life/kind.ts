import fc from "fast-check";
import type { Life, Snapshot } from "./life.ts";

/** A number that chooses among what there is at that moment. */
export const choice = fc.nat(11);
export const count = fc.integer({ min: 1, max: 6 });
/** An amount in reais. */
export const amount = fc.integer({ min: 1, max: 9_999 }).map((cents) => cents / 100);

export function pick<T>(list: readonly T[], index: number): T {
  const one = list[index % list.length];
  if (one === undefined) throw new Error("a step runs only when there is something to choose");
  return one;
}

export type Order = Snapshot["orders"][number];

export const anOrder = ({ orders }: Snapshot) => orders.length > 0;
export const aProduct = ({ products }: Snapshot) => products.length > 0;
export const roots = ({ customers }: Snapshot) => customers.filter(({ id, root }) => id === root);
export const withStatus =
  (...statuses: Order["status"][]) =>
  ({ orders }: Snapshot) =>
    orders.filter(({ status }) => statuses.includes(status));
export const open = withStatus("pendente", "confirmado");

type Described<Args> = {
  args: { [Name in keyof Args]: fc.Arbitrary<Args[Name]> };
  /** The weight with which it is chosen, 1 if not given. */
  weight?: number;
  /** Returns whether there is anything that it could be done with. */
  when: (state: Snapshot) => boolean;
  /** Does it, and returns the answer that says whether it was accepted; without one it was. */
  run: (life: Life, args: Args) => Promise<Response | undefined>;
};

/** Something that is done in a shop, with what it chooses at random. */
export type Kind = Pick<Described<unknown>, "weight" | "when" | "run"> & {
  args: Record<string, fc.Arbitrary<unknown>>;
};

export const kind = <Args>(described: Described<Args>) => described as unknown as Kind;
