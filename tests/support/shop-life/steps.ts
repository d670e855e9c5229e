import fc from "fast-check";
import { areaSteps } from "./area-steps.ts";
import { customerSteps } from "./customer-steps.ts";
import { goodsSteps } from "./goods-steps.ts";
import type { Kind } from "./kind.ts";
import type { Life } from "./life.ts";
import { moneySteps } from "./money-steps.ts";
import { orderSteps } from "./order-steps.ts";
import { pixSteps } from "./pix-steps.ts";
import { seriesSteps } from "./series-steps.ts";

/** Everything that is done in a life, by its name. */
const kinds: Record<string, Kind> = {
  ...orderSteps,
  ...moneySteps,
  ...pixSteps,
  ...customerSteps,
  ...areaSteps,
  ...goodsSteps,
  ...seriesSteps,
};

/** A step as it is printed and stored: the name of its kind and what was chosen. */
export type Step = { kind: string } & Record<string, unknown>;

/** The number of times that steps of a kind were done, and that the shop accepted them; the last refusal. */
export type Counts = Map<string, { done: number; accepted: number; refusal: string }>;

/** Does a step if it is possible, and checks the shop afterwards. */
export class StepCommand implements fc.AsyncCommand<Life, Counts, true> {
  readonly step: Step;
  readonly #kind: Kind;

  constructor(step: Step) {
    const found = kinds[step.kind];
    if (!found) throw new Error(`no kind of step is called ${step.kind}`);
    this.step = step;
    this.#kind = found;
  }

  async check(life: Readonly<Life>): Promise<boolean> {
    return this.#kind.when(life.state);
  }

  async run(life: Life, counts: Counts): Promise<void> {
    const { kind: name, ...args } = this.step;
    const response = await this.#kind.run(life, args);
    const isAccepted = response?.ok ?? true;
    const { done, accepted, refusal } = counts.get(name) ?? { done: 0, accepted: 0, refusal: "" };
    counts.set(name, {
      done: done + 1,
      accepted: accepted + (isAccepted ? 1 : 0),
      refusal: isAccepted ? refusal : ((await response?.text()) ?? "").slice(0, 300),
    });
    await life.refresh();
    await life.check();
  }

  toString(): string {
    return `\n  ${JSON.stringify(this.step)}`;
  }
}

/** Lists of steps, as fast-check makes and shortens them. */
export const stepLists = (maxCommands: number) =>
  fc.commands(
    [
      fc.oneof(
        ...Object.entries(kinds).map(([name, { args, weight = 1 }]) => ({
          weight,
          arbitrary: fc.record(args).map((chosen) => new StepCommand({ kind: name, ...chosen })),
        })),
      ),
    ],
    { maxCommands, size: "max" },
  );
