import { paymentKindTable } from "#app/domain/payments/kinds.ts";
import { addDays } from "#app/shared/days.ts";
import { toAmount, toCents } from "#app/shared/money.ts";
import { instantOf } from "./calendar.ts";
import { type Directory, orderOf } from "./directory.ts";
import type { Staff } from "./people.ts";
import type { PlannedOrder } from "./planned-order.ts";
import { accepted, type Step, type StepContext } from "./step.ts";

/** Days whose cash was counted in the evening. */
const countedDays = 6;

/** The routes of today and tomorrow in order, and the cash of the days before. */
export function planDays(
  directory: Directory,
  { administrator, member }: Staff,
  current: readonly PlannedOrder[],
  today: string,
): Step[] {
  const routeOf = (date: string) => current.filter(({ delivery }) => delivery?.date === date);
  const tomorrow = addDays(today, 1);
  const counts = Array.from({ length: countedDays }, (_, ago): Step => {
    const date = addDays(today, -ago - 1);
    return {
      at: instantOf(date, "18:20"),
      author: administrator,
      // On one evening two reais were missing.
      run: (context) => countCash(context, date, ago === 3 ? -200 : 0),
    };
  });
  return [
    {
      at: instantOf(today, "07:40"),
      author: member,
      run: (context) => saveRoute(context, directory, today, routeOf(today)),
    },
    {
      at: instantOf(today, "10:30"),
      author: member,
      run: (context) => saveRoute(context, directory, tomorrow, routeOf(tomorrow)),
    },
    ...counts,
  ];
}

async function saveRoute(
  { shop, author }: StepContext,
  directory: Directory,
  date: string,
  orders: readonly PlannedOrder[],
): Promise<void> {
  const stops = orders.map((order) => orderOf(directory, order));
  accepted(await shop.day.perform({ author }, { kind: "route", date, stops, route_version: 0 }));
}

async function countCash(
  { shop, author }: StepContext,
  date: string,
  difference: number,
): Promise<void> {
  const { receipts } = await shop.day.read(date);
  const cash = receipts.filter(({ kind }) => paymentKindTable[kind].isCounted);
  const cents = cash.reduce((sum, { amount }) => sum + toCents(amount), 0);
  if (cents === 0) return;
  const counted = { kind: "count", date, cash: toAmount(cents + difference) } as const;
  accepted(await shop.day.perform({ author }, { ...counted, route_version: 0 }));
}
