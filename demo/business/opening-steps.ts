import { addDays } from "#app/shared/days.ts";
import { maxListed } from "#app/shared/limits.ts";
import { findStoredCustomer } from "./account-steps.ts";
import { instantOf, workdayFrom } from "./calendar.ts";
import { customersFile } from "./customers.ts";
import { createException, type DemoZone } from "./delivery-zones.ts";
import { type Directory, productOf } from "./directory.ts";
import { demoMember, type Staff } from "./people.ts";
import { type DemoTable, priceTables } from "./price-tables.ts";
import { accepted, createUnknownPassword, type Step, type StepContext } from "./step.ts";

/** What is set up before the first order: the member, zones, price tables and customers; and prices of the coming week. */
export function planOpening(
  directory: Directory,
  zones: readonly DemoZone[],
  { administrator: author }: Staff,
  { firstDay, today }: { firstDay: string; today: string },
): Step[] {
  const at = (time: string) => instantOf(firstDay, time);
  return [
    { at: at("07:00"), author, run: ({ shop }) => readProducts(shop, directory) },
    { at: at("07:05"), author, run: inviteMember },
    ...zones.map((zone) => ({
      at: at("07:10"),
      author,
      run: async ({ shop, author }: StepContext) =>
        accepted(await shop.delivery.createZone(author, zone)),
    })),
    ...Object.entries<DemoTable>(priceTables).map(([name, table]) => ({
      at: at("07:20"),
      author,
      run: (context: StepContext) => createTable(context, directory, name, table),
    })),
    { at: at("07:30"), author, run: importCustomers },
    { at: at("07:35"), author, run: billMonthly },
    {
      at: instantOf(addDays(today, -3), "16:30"),
      author,
      run: async ({ shop, author }) =>
        accepted(await shop.delivery.createException(author, createException(today))),
    },
    {
      at: instantOf(addDays(today, -2), "17:15"),
      author,
      run: (context) => schedulePrices(context, today),
    },
  ];
}

async function readProducts(shop: StepContext["shop"], directory: Directory): Promise<void> {
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

async function createTable(
  { shop, author }: StepContext,
  directory: Directory,
  name: string,
  { fixed = [], ...table }: DemoTable,
): Promise<void> {
  const prices = fixed.map(({ slug, ...price }) => ({
    product_id: productOf(directory, slug).id,
    ...price,
  }));
  const { row } = accepted(
    await shop.catalogue.createPriceTable(author, { name, prices, ...table }),
  );
  directory.tables.set(name, row);
}

async function importCustomers({ shop, author }: StepContext): Promise<void> {
  const file = shop.customers.readFile(customersFile);
  if (typeof file === "string") throw new Error(file);
  const { rejected } = await shop.customers.import(author, file.rows, { isDryRun: false });
  if (rejected.length > 0) throw new Error(`customers were rejected: ${JSON.stringify(rejected)}`);
}

/** The school pays by the month. */
async function billMonthly(context: StepContext): Promise<void> {
  const { id, version } = await findStoredCustomer(context, "19182430000108");
  const billing = { billing_closing_day: 25, billing_due_day: 10, version };
  accepted(await context.shop.customers.change(context.author, id, billing));
}

/** Fish costs five percent more from the next but one Monday morning on. */
async function schedulePrices({ shop, author }: StepContext, today: string): Promise<void> {
  const { items } = await shop.catalogue.listProducts({ category: "pescados", limit: maxListed });
  const products = items.map(({ id, version }) => ({ id, version }));
  const apply_at = instantOf(workdayFrom(addDays(today, 9)), "06:00").toISOString();
  await shop.catalogue.changeManyPrices(author, {
    products,
    percent: 5,
    round_to: "0.10",
    dry_run: false,
    apply_at,
  });
}
