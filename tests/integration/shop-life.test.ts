import fc from "fast-check";
import { afterAll, expect, test, vi } from "vitest";
import { mainOption } from "#app/domain/catalogue/options/sale-options.ts";
import { settings } from "#app/domain/company/table.ts";
import { deliveryZones } from "#app/domain/delivery/table.ts";
import { restoreInitialRows } from "#tests/support/engines.ts";
import { openLifeBank } from "#tests/support/shop-life/bank.ts";
import { cases } from "#tests/support/shop-life/cases.ts";
import { Life } from "#tests/support/shop-life/life.ts";
import { type Counts, StepCommand, stepLists } from "#tests/support/shop-life/steps.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { isNightly } from "#tests/support/test-run.ts";
import { sessionCookie } from "./admin-session.ts";
import { createTestApi } from "./api-shop.ts";

/**
 * Lives of a shop: random steps over its API, after each of which what must always hold is checked. `LIFE_RUNS=200` does that many
 * and prints what was done. A life that breaks a rule is printed as a list of steps for `cases.ts`.
 */
const runs = Number(process.env.LIFE_RUNS ?? (isNightly ? 200 : 15));
/** Twice the steps of an average life. */
const maxSteps = isNightly || process.env.LIFE_RUNS ? 120 : 60;

/** The time for which a life that breaks a rule is shortened. */
const maxShorteningMs = isNightly || process.env.LIFE_RUNS ? 120_000 : 30_000;

vi.setConfig({ testTimeout: 60_000 + maxShorteningMs + runs * 20_000 });

const { database } = await openTestDatabase();
let life: Life | undefined;
const api = createTestApi({ database, now: () => life?.now ?? new Date() });

/** Runs the jobs of `app/server/jobs` that change rows. */
async function runJobs(): Promise<void> {
  const { shop } = api;
  await shop.series.orderDue();
  await shop.customers.attachOrders();
  await shop.catalogue.applyScheduledPrices();
  await shop.outgoing.queueReminders();
  await shop.reports.refreshSales();
}

const bank = await openLifeBank(database);
afterAll(() => bank.stop());

const counts: Counts = new Map();
let lives = 0;
afterAll(() => {
  if (!process.env.LIFE_RUNS) return;
  const all = [...counts.values()];
  const sum = (of: "done" | "accepted") => all.reduce((total, count) => total + count[of], 0);
  console.log(`${lives} lives, ${sum("done")} steps, ${sum("accepted")} accepted`);
  for (const [name, { done, accepted, refusal }] of counts) {
    console.log(
      `${name}: ${accepted} of ${done} accepted. ${refusal && `Last refusal: ${refusal}`}`,
    );
  }
});

/** A shop with a zone, four products and nothing else. */
async function begin(): Promise<Life> {
  life = undefined;
  await restoreInitialRows(database);
  const delivery_settings = { delivery_fee: 10, minimum_order: 0, free_delivery_minimum: 90 };
  await database.update(settings).set({ delivery_settings });
  await bank.reset();
  await database.insert(deliveryZones).values({
    name: "Centro",
    position: 0,
    cep_ranges: [{ from: "01000000", until: "01999999" }],
    weekdays: [1, 4],
    shifts: [{ name: "Manhã", from: "08:00", until: "12:00", capacity: 4 }],
    fee: 7,
    free_delivery_minimum: 60,
  });
  const signIn = (now: Date) => sessionCookie(database, now);
  life = await Life.begin({ database, api, signIn, runJobs, bank });
  const box = { ...mainOption("caixa", 40), contains: 12 };
  const tiers = [{ from: 4, price: 11.9 }];
  const goods = [
    { slug: "acai", sale_options: [{ ...mainOption("caixa", 12.9), tiers }] },
    { slug: "caju", sale_options: [mainOption("unidade", 4.05), box] },
    {
      slug: "tilapia",
      specs: { variable_weight: true },
      sale_options: [mainOption("kg", 33.33, { minimum: 0.5, step: 0.5, tiers: [] })],
    },
    { slug: "manga", sale_options: [mainOption("pacote", 0.1)] },
  ];
  for (const product of goods) {
    const created = await life.send("POST", "/products", {
      ...product,
      title: product.slug,
      stock: 40,
    });
    expect(created.status).toBe(201);
  }
  await life.refresh();
  lives += 1;
  return life;
}

test.each(cases)("$title", async ({ steps }) => {
  const begun = await begin();
  for (const step of steps) await new StepCommand(step).run(begun, counts);
});

test("whatever is done in a shop, its orders, accounts and stocks stay what they are made of", async () => {
  let failedAt: number | undefined;
  await fc.assert(
    fc.asyncProperty(stepLists(maxSteps), async (commands) => {
      // The shortest list that was found until then is printed.
      if (failedAt !== undefined && performance.now() - failedAt > maxShorteningMs) return;
      const model = await begin();
      try {
        await fc.asyncModelRun(() => ({ model, real: counts }), commands);
      } catch (error) {
        failedAt ??= performance.now();
        throw error;
      }
    }),
    { numRuns: runs },
  );
});
