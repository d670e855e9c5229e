import { addDays } from "#app/shared/days.ts";
import { maxListed } from "#app/shared/limits.ts";
import { instantOf, workdayFrom } from "./calendar.ts";
import { customersFile } from "./customers.ts";
import { createException, type DemoZone } from "./delivery-zones.ts";
import { demoMember, type Staff } from "./people.ts";
import { type DemoTable, priceTables } from "./price-tables.ts";
import {
  accepted,
  createStep,
  createUnknownPassword,
  type Step,
  type StepContext,
} from "./step.ts";

/**
 * Plans the opening of the shop before the first order: the member, zones, price tables and customers; and prices of the coming
 * week.
 */
export function planOpening(
  zones: readonly DemoZone[],
  { administrator }: Staff,
  { firstDay, today }: { firstDay: string; today: string },
): Step[] {
  const onFirstDay = (time: string, run: Step["run"]) =>
    createStep(firstDay, time, administrator, run);
  return [
    onFirstDay("07:00", readProducts),
    onFirstDay("07:05", inviteMember),
    ...zones.map((zone) =>
      onFirstDay("07:10", ({ shop, author }) => shop.delivery.createZone(author, zone)),
    ),
    ...priceTables.map((table) =>
      onFirstDay("07:20", (context) => createPriceTable(context, table)),
    ),
    onFirstDay("07:30", importCustomers),
    onFirstDay("07:35", billMonthly),
    createStep(addDays(today, -3), "16:30", administrator, ({ shop, author }) =>
      shop.delivery.createException(author, createException(today)),
    ),
    createStep(addDays(today, -2), "17:15", administrator, (context) =>
      schedulePrices(context, today),
    ),
  ];
}

async function readProducts({ shop, directory }: StepContext): Promise<void> {
  const { items } = await shop.catalogue.listProducts({ all: true, limit: maxListed });
  for (const product of items) directory.products.set(product.slug, product);
}

/** The member is active with a random password that is not stored, and no session stays open. */
async function inviteMember({ shop, author }: StepContext): Promise<void> {
  const { row } = accepted(await shop.people.inviteMember(author, demoMember));
  const invitation = row.path.split("/").at(-1) ?? "";
  const opened = await shop.people.acceptInvitation(invitation, createUnknownPassword(), {});
  if (!opened) throw new Error("an invitation that was just made is valid");
  await shop.people.endSession(opened.token);
}

async function createPriceTable(
  { shop, author, directory }: StepContext,
  { fixed = [], ...table }: DemoTable,
): Promise<void> {
  const prices = fixed.map(({ slug, unit, price }) => ({
    product_id: directory.product(slug).id,
    unit,
    price,
  }));
  const { row } = accepted(await shop.catalogue.createPriceTable(author, { ...table, prices }));
  directory.tables.set(table.name, row);
}

async function importCustomers({ shop, author }: StepContext): Promise<void> {
  const file = shop.customers.readFile(customersFile);
  if (typeof file === "string") throw new Error(file);
  const { rejected } = await shop.customers.import(author, file.rows, { isDryRun: false });
  if (rejected.length > 0) throw new Error(`customers were rejected: ${JSON.stringify(rejected)}`);
}

/** The school pays by the month. */
async function billMonthly({ shop, author, directory }: StepContext) {
  const { id, version } = await directory.findCustomer("19182430000108");
  const billing = { billing_closing_day: 25, billing_due_day: 10, version };
  return shop.customers.change(author, id, billing);
}

/** Fish costs five percent more from the next but one Monday morning on. */
async function schedulePrices({ shop, author }: StepContext, today: string) {
  const { items } = await shop.catalogue.listProducts({ category: "pescados", limit: maxListed });
  const products = items.map(({ id, version }) => ({ id, version }));
  const apply_at = instantOf(workdayFrom(addDays(today, 9)), "06:00").toISOString();
  return shop.catalogue.changeManyPrices(author, {
    products,
    percent: 5,
    round_to: "0.10",
    dry_run: false,
    apply_at,
  });
}
