import type { Database } from "#app/platform/database/database.ts";
import type { MediaStore } from "#app/platform/media/media-store.ts";
import { createPictures } from "#app/platform/media/pictures.ts";
import { addDays, dayOf } from "#app/shared/days.ts";
import { createShop } from "#app/shop.ts";
import { createRandom } from "../random.ts";
import { planAccounts } from "./account-steps.ts";
import { businessWeeks, instantOf } from "./calendar.ts";
import { dateSteps, disableUnneededTriggers } from "./date-steps.ts";
import { planDays } from "./day-steps.ts";
import { createZones } from "./delivery-zones.ts";
import { planOpening } from "./opening-steps.ts";
import { planOrderSteps } from "./order-steps.ts";
import { demoMember } from "./people.ts";
import { planCurrentOrders, planPastOrders } from "./planned-orders.ts";
import { runSteps, type Step, sortSteps } from "./step.ts";
import { planStock } from "./stock-steps.ts";

const seed = 20;

export type Business = {
  /** E-mail of the administrator, who did most of it. */
  administrator: string;
  now: Date;
  media: MediaStore;
};

/**
 * Sixty days of business until now, through the use cases of the shop: the same on the same day. `fillCatalogue` is the first
 * step of it. Belongs into a transaction: until its end the rows have the wrong times.
 */
export async function fillBusiness(
  tx: Database,
  { administrator, now, media }: Business,
  fillCatalogue: () => Promise<void>,
): Promise<void> {
  const today = dayOf(now);
  const steps = sortSteps(
    planSteps(administrator, today, fillCatalogue),
    now,
    instantOf(today, "00:00"),
  );
  await disableUnneededTriggers(tx);
  const finished = await runSteps(tx, steps, (clock) =>
    createShop({
      database: withoutSavepoints(tx),
      now: clock,
      pictures: createPictures(media, media),
      postalCodes: { find: async () => ({ ok: false, reason: "unavailable" }) },
    }),
  );
  await dateSteps(tx, finished);
}

function planSteps(
  administrator: string,
  today: string,
  fillCatalogue: () => Promise<void>,
): Step[] {
  const random = createRandom(seed);
  const staff = { administrator, member: demoMember.email };
  const zones = createZones(today);
  const current = planCurrentOrders(today);
  const orders = [...planPastOrders(today, zones), ...current];
  // Orders that would not be delivered yet were placed before these weeks.
  const firstDay = addDays(today, -7 * (businessWeeks + 1));
  return [
    { at: instantOf(firstDay, "06:00"), author: null, run: fillCatalogue },
    ...planOpening(zones, staff, { firstDay, today }),
    ...orders.flatMap((order) => planOrderSteps(order, { random, staff, today })),
    ...planStock(staff, orders, today),
    ...planDays(staff, current, today),
    ...planAccounts(staff, today),
  ];
}

/** The transaction, in which use cases set no savepoints: these would be a fifth of the statements, and after an error nothing is stored. */
function withoutSavepoints(tx: Database): Database {
  const database: Database = Object.create(tx, {
    transaction: { value: (work: (tx: Database) => Promise<unknown>) => work(database) },
  });
  return database;
}
