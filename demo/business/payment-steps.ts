import type { NewPayment } from "#app/domain/orders/payments/schema.ts";
import { openCents } from "#app/domain/payments/rules.ts";
import { addDays, localClock } from "#app/shared/days.ts";
import { toAmount } from "#app/shared/money.ts";
import { addMinutes, instantOf, workdayFrom } from "./calendar.ts";
import { type Directory, orderOf, readOrder } from "./directory.ts";
import type { PlannedOrder } from "./planned-order.ts";
import { accepted, type Step, type StepContext } from "./step.ts";

type Moments = {
  prepaidAt: Date;
  /** Undefined: not delivered yet. */
  deliveredAt?: Date;
  /** The day on which an invoice is paid. */
  dueOn?: string;
  today: string;
};

/** How an order is paid; what is due later than today is open. */
export function planPayments(
  directory: Directory,
  author: string,
  order: PlannedOrder,
  { prepaidAt, deliveredAt, dueOn, today }: Moments,
): Step[] {
  if (!order.payment || order.payment.share === "nothing") return [];
  const { method, moment, share } = order.payment;
  const day = dueOn && workdayFrom(dueOn);
  const at = {
    order: prepaidAt,
    delivery: deliveredAt && addMinutes(deliveredAt, 4),
    due: day && day < today ? instantOf(day, "09:30") : undefined,
  }[moment];
  if (!at) return [];
  const receive = (at: Date, part: number): Step => ({
    at,
    author,
    run: (context) => addPayment(context, directory, order, { method, part }),
  });
  const steps = [receive(at, share === "all" ? 1 : 0.5)];
  // What was weighed costs more or less than what was paid in advance.
  if (deliveredAt && moment === "order") steps.push(receive(addMinutes(deliveredAt, 6), 1));
  if (share === "in-two-parts") {
    const day = workdayFrom(addDays(localClock(at).date, 7));
    if (day < today) steps.push(receive(instantOf(day, "10:15"), 1));
  }
  if (deliveredAt && order.incident === "refund") {
    const refundedAt = addMinutes(deliveredAt, 130);
    steps.push({ at: refundedAt, author, run: (context) => refund(context, directory, order) });
  }
  return steps;
}

/** A part of what is open; nothing where nothing is. */
async function addPayment(
  context: StepContext,
  directory: Directory,
  order: PlannedOrder,
  { method, part }: { method: string; part: number },
): Promise<void> {
  const cents = Math.round(openCents(await readOrder(context, directory, order)) * part);
  if (cents > 0) await pay(context, directory, order, { method, amount: toAmount(cents) });
}

/** What was paid beyond the total goes back. */
async function refund(context: StepContext, directory: Directory, order: PlannedOrder) {
  const cents = openCents(await readOrder(context, directory, order));
  if (cents >= 0) return;
  const note = "Devolvido: embalagem aberta.";
  await pay(context, directory, order, { method: "PIX", amount: toAmount(cents), note });
}

async function pay(
  { shop, author }: StepContext,
  directory: Directory,
  order: PlannedOrder,
  payment: NewPayment,
): Promise<void> {
  directory.stored.delete(order);
  accepted(await shop.orders.addPayment(author, orderOf(directory, order), payment));
}
