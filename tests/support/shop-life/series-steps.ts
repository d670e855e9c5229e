import fc from "fast-check";
import type { SeriesView } from "#app/domain/series/schema.ts";
import { choice, type Kind, kind, open, pick } from "./kind.ts";
import type { Life } from "./life.ts";

export const actionNames = [
  "skip",
  "keep",
  "pause",
  "resume",
  "end",
  "accept-prices",
  "order",
] as const;
export type ActionName = (typeof actionNames)[number];
const ofDates = ["skip", "keep", "order"];

/** The action as it is sent; undefined for one of a date where none is coming. */
export function describeAction({ version, coming }: SeriesView, action: ActionName, date: number) {
  if (!ofDates.includes(action)) return { action, version };
  return coming.length > 0 ? { action, version, date: pick(coming, date).date } : undefined;
}

/** The series that is chosen, of the customer as it is now. */
async function readSeries(life: Life, index: number): Promise<SeriesView | undefined> {
  const { id, customer } = pick(life.state.series, index);
  const { items } = await life.read<{ items: SeriesView[] }>(`/customers/${customer}/series`);
  return items.find((one) => one.id === id);
}

export const seriesSteps: Record<string, Kind> = {
  "repeat an order": kind<{ order: number; weekday: number; every: 1 | 2 }>({
    args: { order: choice, weekday: fc.constantFrom(1, 4), every: fc.constantFrom(1, 2) },
    weight: 2,
    when: (state) => open(state).length > 0,
    run: (life, { order, weekday, every }) =>
      life.send("POST", `/orders/${pick(open(life.state), order).id}/series`, {
        weekdays: [weekday],
        every_weeks: every,
      }),
  }),
  "act on a series": kind<{ series: number; action: ActionName; date: number }>({
    args: { series: choice, action: fc.constantFrom(...actionNames), date: fc.nat(3) },
    weight: 2,
    when: ({ series }) => series.length > 0,
    run: async (life, { series, action, date }) => {
      const one = await readSeries(life, series);
      if (!one) throw new Error("a customer's series is not in its list");
      const { customer } = pick(life.state.series, series);
      const body = describeAction(one, action, date);
      return body && life.send("POST", `/customers/${customer}/series/${one.id}/actions`, body);
    },
  }),
  "let time pass": kind<{ hours: number }>({
    args: { hours: fc.integer({ min: 1, max: 120 }) },
    weight: 4,
    when: () => true,
    run: async (life, { hours }) => {
      await life.letTimePass(hours);
      return undefined;
    },
  }),
};
