import { ensurePostgres, startPostgres } from "#tests/support/postgres.ts";
import { describeMachine } from "../machine.ts";
import { measureOrders } from "./orders.ts";
import { measureProcesses } from "./processes.ts";
import { measureProducts } from "./products.ts";
import { printSeries } from "./series.ts";

/**
 * What things cost as the shop grows: `npm run bench:scale`. SCALE_ORDERS bounds the orders, a million by default, which
 * take some minutes to store.
 */
const mostOrders = Number(process.env.SCALE_ORDERS ?? 1_000_000);
const orderCounts = [1_000, 10_000, 100_000, 1_000_000].filter((count) => count <= mostOrders);

const programs = await ensurePostgres();
if (!programs) throw new Error("no PostgreSQL found: set PG_BIN to the folder of its programs");
const postgres = await startPostgres(programs);
try {
  console.log(describeMachine());
  const products = await measureProducts([100, 1_000, 10_000]);
  printSeries("Products, on the embedded database", "products", products);
  const processes = await measureProcesses(postgres.url, [1, 2, 3, 4]);
  printSeries("Processes, on PostgreSQL", "processes", processes);
  const orders = await measureOrders(postgres.url, orderCounts);
  printSeries("Orders, on PostgreSQL", "orders", orders);
} finally {
  await postgres.stop();
}
