import { addDays, localClock, weekdayOf } from "#app/shared/days.ts";
import type { Random } from "../random.ts";
import { addMinutes, instantOf, laterOf, openingAfter, workdayFrom } from "./calendar.ts";
import { type Directory, orderOf } from "./directory.ts";
import * as actions from "./order-actions.ts";
import { findDemoProduct } from "./order-lines.ts";
import { planPayments } from "./payment-steps.ts";
import type { Staff } from "./people.ts";
import type { PlannedOrder } from "./planned-order.ts";
import type { Step, StepContext } from "./step.ts";

const boletoDays = 28;
/** All orders of so many days are packed; of older ones only those that were weighed. */
const packedDays = 3;

type Action = (context: StepContext, directory: Directory, order: PlannedOrder) => Promise<unknown>;

/** Collects the steps of one order, each at least a minute after the one before. */
function createTimeline(directory: Directory, order: PlannedOrder) {
  const steps: Step[] = [];
  return {
    steps,
    add(at: Date, author: string | null, action: Action): Date {
      const last = steps.at(-1)?.at;
      const step = {
        at: last ? laterOf(at, addMinutes(last, 1)) : at,
        author,
        run: (context: StepContext) => action(context, directory, order),
      };
      steps.push(step);
      return step.at;
    },
  };
}
type Timeline = ReturnType<typeof createTimeline>;

type Plan = {
  directory: Directory;
  random: Random;
  staff: Staff;
  today: string;
  /** Who talks with the customer. */
  seller: string;
};

/** The steps of an order from the first message to the money. */
export function planOrderSteps(
  context: Omit<Plan, "seller">,
  order: PlannedOrder,
  key: string,
): Step[] {
  const { directory, random, staff } = context;
  const seller = random.flip() ? staff.administrator : staff.member;
  const timeline = createTimeline(directory, order);
  timeline.add(order.placedAt, order.channel === "site" ? null : seller, (...all) =>
    actions.placeOrder(...all, key),
  );
  const seenAt = openingAfter(order.placedAt, 8 + Math.floor(random.next() * 50));
  if (order.status === "pendente") {
    if (order.isOpened) timeline.add(seenAt, seller, actions.openOrder);
    return order.isChanged ? [...timeline.steps, planChange(directory, order)] : timeline.steps;
  }
  if (order.status === "cancelado")
    return planCancellation(timeline, seenAt, order, context, seller);
  const confirmedAt = timeline.add(seenAt, seller, setStatus("confirmado"));
  if (order.isRepeated) timeline.add(addMinutes(confirmedAt, 3), seller, actions.repeatWeekly);
  return planFulfillment(timeline, confirmedAt, order, { ...context, seller });
}

function setStatus(status: "confirmado" | "entregue" | "cancelado"): Action {
  return (...all) => actions.setStatus(...all, status);
}

function planChange(directory: Directory, order: PlannedOrder): Step {
  return {
    at: addMinutes(order.placedAt, 25),
    author: null,
    record: () => orderOf(directory, order),
    run: (context) => actions.changeByCustomer(context, directory, order),
  };
}

function planCancellation(
  timeline: Timeline,
  seenAt: Date,
  order: PlannedOrder,
  { directory }: Omit<Plan, "seller">,
  seller: string,
): Step[] {
  if (!order.cancel_reason) {
    timeline.add(seenAt, seller, setStatus("cancelado"));
    return timeline.steps;
  }
  const at = addMinutes(order.placedAt, 25);
  const record = () => orderOf(directory, order);
  const run = (context: StepContext) => actions.cancelByCustomer(context, directory, order);
  return [...timeline.steps, { at, author: null, record, run }];
}

/** From the confirmation on: changes, packing, delivery and payment. */
function planFulfillment(
  timeline: Timeline,
  confirmedAt: Date,
  order: PlannedOrder,
  { directory, random, staff, today, seller }: Plan,
): Step[] {
  const { administrator, member } = staff;
  const { date = today, shift } = order.delivery ?? {};
  const packedAt = addMinutes(instantOf(date, "06:50"), Math.floor(random.next() * 60));
  const draw = random.next();
  if (order.incident === "swap") timeline.add(packedAt, seller, actions.swapProduct);
  if (order.incident === "discount") timeline.add(packedAt, administrator, actions.giveDiscount);
  if (order.isPacked ?? isPackedAlone(order, today)) {
    timeline.add(packedAt, member, (...all) => actions.packOrder(...all, draw));
  }
  const prepaidAt = addMinutes(confirmedAt, 5);
  if (order.status === "confirmado") {
    return [
      ...timeline.steps,
      ...planPayments(directory, administrator, order, { prepaidAt, today }),
    ];
  }
  let deliveryDay = date;
  if (order.incident === "failed-attempt") {
    const next = workdayFrom(addDays(date, 1));
    timeline.add(drawDelivery(random, date, shift), member, (...all) =>
      actions.failDelivery(...all, next),
    );
    deliveryDay = next;
  }
  const deliveredAt = timeline.add(
    drawDelivery(random, deliveryDay, shift),
    member,
    setStatus("entregue"),
  );
  if (order.incident === "refund") {
    timeline.add(addMinutes(deliveredAt, 95), administrator, actions.correctAfterDelivery);
  }
  const dueOn = drawDueDay(random, order, deliveredAt);
  const moments = { prepaidAt, deliveredAt, dueOn, today };
  return [...timeline.steps, ...planPayments(directory, administrator, order, moments)];
}

function isPackedAlone({ status, delivery, lines }: PlannedOrder, today: string): boolean {
  const isRecent = delivery !== undefined && delivery.date >= addDays(today, -packedDays);
  const isWeighed = lines.some(({ slug }) => findDemoProduct(slug).specs.variable_weight);
  return status === "entregue" && (isRecent || isWeighed);
}

/** In the shift; on Saturdays until noon. */
function drawDelivery(random: Random, date: string, shift: string | undefined): Date {
  const isAfternoon = shift?.startsWith("Tarde") && weekdayOf(date) < 5;
  const start = instantOf(date, isAfternoon ? "13:20" : "08:40");
  return addMinutes(start, Math.floor(random.next() * 190));
}

/** Around the due date, when an invoice is paid. */
function drawDueDay(
  random: Random,
  { customer, payment_method }: PlannedOrder,
  deliveredAt: Date,
): string {
  const days = payment_method === "Boleto" ? boletoDays : (customer.terms ?? 0);
  return addDays(localClock(deliveredAt).date, days + Math.floor(random.next() * 4) - 2);
}
