import { paymentKindTable } from "#app/domain/payments/kinds.ts";
import { addDays } from "#app/shared/days.ts";
import { toAmount, toCents } from "#app/shared/money.ts";
import type { Staff } from "./people.ts";
import type { PlannedOrder } from "./planned-orders.ts";
import { createStep, type Step, type StepContext } from "./step.ts";

/** Days whose cash was counted in the evening. */
const countedDays = 6;

/** The routes of today and tomorrow in order, and the cash of the days before. */
export function planDays(
  { administrator, member }: Staff,
  current: readonly PlannedOrder[],
  today: string,
): Step[] {
  const planRoute = (date: string, time: string) =>
    createStep(today, time, member, ({ shop, author, directory }) => {
      const orders = current.filter(({ delivery }) => delivery?.date === date);
      const stops = orders.map((order) => directory.orderId(order));
      return shop.day.perform({ author }, { kind: "route", date, stops, route_version: 0 });
    });
  const counts = Array.from({ length: countedDays }, (_, index) => {
    const date = addDays(today, -index - 1);
    // On one evening two reais were missing.
    const difference = index === 3 ? -200 : 0;
    return createStep(date, "18:20", administrator, (context) =>
      countCash(context, date, difference),
    );
  });
  return [planRoute(today, "07:40"), planRoute(addDays(today, 1), "10:30"), ...counts];
}

async function countCash({ shop, author }: StepContext, date: string, difference: number) {
  const { receipts } = await shop.day.read(date);
  const cash = receipts.filter(({ kind }) => paymentKindTable[kind].isCounted);
  const cents = cash.reduce((sum, { amount }) => sum + toCents(amount), 0);
  if (cents === 0) return;
  const counted = { kind: "count", date, cash: toAmount(cents + difference) } as const;
  return shop.day.perform({ author }, { ...counted, route_version: 0 });
}
