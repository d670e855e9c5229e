import { customerAuthor } from "#app/domain/orders/links/rules.ts";
import { addDays, dayOf, weekdayOf } from "#app/shared/days.ts";
import type { Random } from "../random.ts";
import { addMinutes, instantOf, laterOf, openingAfter, workdayFrom } from "./calendar.ts";
import * as actions from "./order-actions.ts";
import type { Staff } from "./people.ts";
import type { PlannedOrder } from "./planned-orders.ts";
import type { Step } from "./step.ts";

const boletoDays = 28;
/** All orders of so many days are packed; of older ones only those that were weighed. */
const packedDays = 3;

type Plan = { random: Random; staff: Staff; today: string };

/** The steps of an order, from the first message to the money. */
export function planOrderSteps(order: PlannedOrder, plan: Plan): Step[] {
  const { administrator, member } = plan.staff;
  const { placedAt, status, channel, events } = order;
  const isOfSite = channel === "site";
  const seller = plan.random.flip() ? administrator : member;
  const steps = createSteps(order);
  steps.add(placedAt, isOfSite ? null : seller, actions.placeOrder);
  const seenAt = openingAfter(placedAt, 8 + Math.floor(plan.random.next() * 50));
  const customerAt = addMinutes(placedAt, 25);
  if (status === "pendente") {
    if (events.includes("opened")) steps.add(seenAt, seller, actions.openOrder);
    if (events.includes("changed")) steps.add(customerAt, customerAuthor, actions.changeByCustomer);
  } else if (status === "cancelado") {
    if (isOfSite) steps.add(customerAt, customerAuthor, actions.cancelByCustomer);
    else steps.add(seenAt, seller, actions.setStatus("cancelado"));
  } else {
    const confirmedAt = steps.add(seenAt, seller, actions.setStatus("confirmado"));
    if (events.includes("repeated")) {
      steps.add(addMinutes(confirmedAt, 3), seller, actions.repeatWeekly);
    }
    if (order.paid === "order") {
      steps.add(addMinutes(confirmedAt, 5), administrator, actions.receivePayment(1));
    }
    planFulfillment(steps, order, plan, seller);
  }
  return steps.list;
}

/** Collects the steps of one order, each at least a minute after the one before. */
function createSteps(order: PlannedOrder) {
  const list: Step[] = [];
  return {
    list,
    add(at: Date, author: string | null, action: actions.Action): Date {
      const last = list.at(-1)?.at;
      const step = {
        at: last ? laterOf(at, addMinutes(last, 1)) : at,
        author,
        order,
        run: (context: Parameters<Step["run"]>[0]) => action(context, order),
      };
      list.push(step);
      return step.at;
    },
  };
}
type OrderSteps = ReturnType<typeof createSteps>;

/** Plans the steps from the confirmation on: changes, packing and delivery. */
function planFulfillment(steps: OrderSteps, order: PlannedOrder, plan: Plan, seller: string): void {
  const { random, staff, today } = plan;
  const { administrator, member } = staff;
  const { status, events, lines, delivery } = order;
  const date = delivery?.date ?? today;
  const isDelivered = status === "entregue";
  const packedAt = addMinutes(instantOf(date, "06:50"), Math.floor(random.next() * 60));
  if (lines.some(({ substitute }) => substitute)) {
    steps.add(packedAt, seller, actions.sendSubstitutes);
  }
  if (events.includes("discount")) steps.add(packedAt, administrator, actions.giveDiscount);
  if (isDelivered || events.includes("packed")) {
    const isRecent = date >= addDays(today, -packedDays);
    steps.add(packedAt, member, isRecent ? actions.packOrder : actions.packWeighedOrder);
  }
  if (!isDelivered) return;
  let deliveryDay = date;
  if (events.includes("failed")) {
    deliveryDay = workdayFrom(addDays(date, 1));
    steps.add(drawDelivery(plan, order, date), member, actions.failDelivery(deliveryDay));
  }
  const drawnAt = drawDelivery(plan, order, deliveryDay);
  const deliveredAt = steps.add(drawnAt, member, actions.setStatus("entregue"));
  planPayments(steps, order, plan, deliveredAt);
}

/** Draws a moment in the shift; on Saturdays until noon. */
function drawDelivery({ random }: Plan, { delivery }: PlannedOrder, date: string): Date {
  const isAfternoon = delivery?.shift?.startsWith("Tarde") && weekdayOf(date) < 5;
  const start = instantOf(date, isAfternoon ? "13:20" : "08:40");
  return addMinutes(start, Math.floor(random.next() * 190));
}

/** Plans the payments from the delivery on, and the refunds; amounts that are due later than today are open. */
function planPayments(
  steps: OrderSteps,
  order: PlannedOrder,
  { random, staff: { administrator }, today }: Plan,
  deliveredAt: Date,
): void {
  const { paid, payment_method, customer, events } = order;
  const deliveryDay = dayOf(deliveredAt);
  const receive = (at: Date, part: number) =>
    steps.add(at, administrator, actions.receivePayment(part));
  const receiveLater = (day: string) => {
    if (workdayFrom(day) < today) receive(instantOf(workdayFrom(day), "09:30"), 1);
  };
  const atDoor = addMinutes(deliveredAt, 4);
  // Weighed goods cost more or less than was paid with the order.
  if (paid === "delivery" || paid === "order") receive(atDoor, 1);
  if (paid === "half" || paid === "halves") receive(atDoor, 0.5);
  if (paid === "halves") receiveLater(addDays(deliveryDay, 7));
  if (events.includes("corrected")) {
    steps.add(addMinutes(deliveredAt, 95), administrator, actions.correctAfterDelivery);
    steps.add(addMinutes(deliveredAt, 130), administrator, actions.refund);
  }
  if (paid === "due") {
    const days = payment_method === "Boleto" ? boletoDays : customer.terms;
    receiveLater(addDays(deliveryDay, days + Math.floor(random.next() * 4) - 2));
  }
}
