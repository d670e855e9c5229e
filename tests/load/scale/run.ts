import { createTestDatabase } from "#tests/support/engines.ts";
import { ensurePostgres, startPostgres } from "#tests/support/postgres.ts";
import { describeMachine } from "../machine.ts";
import { ensureWrk } from "../wrk.ts";
import { measureImports } from "./imports.ts";
import { measureOrders } from "./orders.ts";
import { measureProcesses } from "./processes.ts";
import { measureProducts } from "./products.ts";
import { printSeries } from "./series.ts";
import { measureWrites } from "./writes.ts";

/**
 * What things cost as the shop grows: `npm run bench:scale`, or one part of it: `npm run bench:scale -- orders`.
 * SCALE_ORDERS bounds the orders, a million by default.
 */
const maxOrders = Number(process.env.SCALE_ORDERS ?? 1_000_000);
const orderCounts = [1_000, 10_000, 100_000, 1_000_000].filter((count) => count <= maxOrders);

/** Those that have targets resolve with whether all are met. */
const parts: Record<string, (databaseUrl: string) => Promise<boolean | undefined>> = {
  products: () => measureProducts([100, 1_000, 10_000]),
  imports: measureImports,
  writes: measureWrites,
  async processes(databaseUrl) {
    const processes = await measureProcesses(databaseUrl, [1, 2, 3, 4]);
    printSeries("Processes, on PostgreSQL", "processes", processes);
    return undefined;
  },
  async orders(databaseUrl) {
    const orders = await measureOrders(databaseUrl, orderCounts);
    printSeries("Orders, on PostgreSQL", "orders", orders);
    return undefined;
  },
};

const [only] = process.argv.slice(2);
const chosen = Object.entries(parts).filter(([name]) => (only ?? name) === name);
if (chosen.length === 0) throw new Error(`no part is called ${only}`);
ensureWrk();
const programs = await ensurePostgres();
if (!programs) throw new Error("no PostgreSQL found: set PG_BIN to the folder of its programs");
const postgres = await startPostgres(programs);
try {
  console.log(describeMachine());
  for (const [name, measure] of chosen) {
    const begun = performance.now();
    const isMet = await measure(await createTestDatabase(postgres.url, "empty"));
    // `npm run test:nightly` fails then.
    if (isMet === false) process.exitCode = 1;
    console.log(`\n${name}: took ${Math.round((performance.now() - begun) / 1000)} s`);
  }
} finally {
  await postgres.stop();
}
