import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { maxFileProducts } from "#app/domain/catalogue/file/schema.ts";
import { mainOption } from "#app/domain/catalogue/options/sale-options.ts";
import { products } from "#app/domain/catalogue/table.ts";
import { settings } from "#app/domain/company/table.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import type { Database } from "#app/platform/database/database.ts";
import { openDatabase } from "#app/platform/database/open.ts";
import { createShop } from "#app/shop.ts";
import { createMemoryPictures } from "#tests/support/memory-pictures.ts";
import { testLog } from "#tests/support/rows.ts";
import { removeFolder, temporaryFolder } from "#tests/support/shop-process.ts";
import { addManyOrders } from "../many-orders.ts";
import type { Row } from "../table.ts";
import { timeMeanwhile } from "../timing.ts";

const rowCount = 5000;
/** The API accepts so many orders per request. */
const maxOrdersPerRequest = 1000;
/** The longest that another query may wait for a write that is done in pieces, on a machine in use by others. */
const maxWaitMs = 200;
const author = "ana@example.com";
const day = 86_400_000;

/**
 * Measures the time for which another query of the embedded database waits while each write of many rows runs: 5,000 products, and
 * 5,000 orders of one customer. Most targets are those of the writes that are done in pieces.
 */
export async function measureWrites(): Promise<Row[]> {
  const folder = await temporaryFolder();
  const { database, close } = await openDatabase({ dataDir: folder, log: testLog });
  let now = new Date();
  const shop = createShop({
    database,
    now: () => now,
    pictures: createMemoryPictures(),
    postalCodes: { find: async () => ({ ok: false, reason: "unavailable" }) },
  });
  const rows: Row[] = [];
  async function measure(name: string, work: () => Promise<unknown>, max?: number) {
    const begun = performance.now();
    const before = process.cpuUsage();
    const waits = await timeMeanwhile(work(), askOther, 0);
    const { user, system } = process.cpuUsage(before);
    const row = { name, unit: "ms" };
    rows.push({ ...row, value: performance.now() - begun });
    // The processor time is that for which a write in one transaction holds the connection, without other work of the machine.
    rows.push({ ...row, column: "processor", value: (user + system) / 1000 });
    rows.push({ ...row, column: "another waits", value: Math.max(...waits), max });
  }

  async function askOther(): Promise<void> {
    // A transaction leaves the event loop no turn either.
    await nextTurn();
    await database.execute(sql`SELECT 1`);
  }

  try {
    await addProducts(database);
    await addManyOrders(database, rowCount);
    await measure("find the customers of orders", () => shop.customers.attachOrders());
    await measure("sums of the sales, first reading", () => shop.reports.refreshSales());

    const read = shop.customers.readFile(customerFile());
    if (typeof read === "string") throw new Error(read);
    const importRows = (isDryRun: boolean) => () =>
      shop.customers.import(author, read.rows, { isDryRun });
    await measure("import of customers, dry run", importRows(true), maxWaitMs);
    await measure("import of customers", importRows(false), maxWaitMs);
    await measure("import of customers, no change", importRows(false), maxWaitMs);

    const change = { percent: 10, rounding: "0.05" } as const;
    const changed = await shop.catalogue.changeManyPrices(author, { ...change, dry_run: true });
    const ofAll = { products: changed.map(({ id, version }) => ({ id, version })) };
    const changePrices = (dry_run: boolean) => () =>
      shop.catalogue.changeManyPrices(author, { ...ofAll, ...change, dry_run });
    await measure("change of prices, preview", changePrices(true), maxWaitMs);
    await measure("change of prices", changePrices(false), maxWaitMs);
    const saved = ofAll.products.map(({ id, version }) => ({ id, version: version + 1 }));
    const undoPrices = () => shop.catalogue.undoPriceChange(author, saved);
    await measure("change of prices, undone", undoPrices, maxWaitMs);
    const apply_at = new Date(now.getTime() + day).toISOString();
    await measure("change of prices, planned", () =>
      shop.catalogue.changeManyPrices(author, { ...change, dry_run: false, apply_at }),
    );
    now = new Date(now.getTime() + 2 * day);
    const applyPrices = () => shop.catalogue.applyScheduledPrices();
    await measure("change of prices, when it is due", applyPrices, maxWaitMs);
    await measure(`contents of a catalogue of ${maxFileProducts} products in PDF`, async () => {
      const contents = await shop.catalogueFile.readContents(
        { format: "a4", prices: "public", categories: ["polpas"], sold_out: true },
        "https://loja.example",
      );
      if (!contents.ok) throw new Error(contents.reason);
    });
    await measure(
      "products hidden",
      () => shop.catalogue.changeSelection(author, { action: "hide", matching: {} }),
      maxWaitMs,
    );
    await measure("products in the opposite order", () =>
      shop.catalogue.reorderProducts(author, ofAll.products.map(({ id }) => id).toReversed()),
    );

    const orders = await database.select().from(pedidos).orderBy(pedidos.numero_pedido);
    const ids = orders.map(({ id }) => id);
    const [first, last] = [orders[0], orders.at(-1)];
    if (!first?.customer_id || !last) throw new Error("the orders have no customer");
    const customerId = first.customer_id;
    const some = ids.slice(0, maxOrdersPerRequest);
    let splitId = "";
    await measure(`split of ${some.length} orders`, async () => {
      const split = await shop.customers.split(author, customerId, some);
      if (!split.ok) throw new Error(split.reason);
      splitId = split.row.id;
    });
    await measure("merge of two customers", () =>
      shop.customers.merge(author, splitId, customerId),
    );
    await measure("search of a customer's orders", () =>
      shop.customers.listRelatedOrders(first.id),
    );
    const erase = () => shop.customers.anonymize(author, first.id, some);
    await measure(`erasure of ${some.length} orders`, erase);
    await database.update(settings).set({ retention_months: 1 });
    now = new Date(now.getTime() + 3 * 365 * day);
    await measure("erasure of old orders", () => shop.customers.anonymizeOldOrders(), maxWaitMs);
    await database.update(settings).set({ stage: "demo" });
    await measure("'Começar minha loja'", () => shop.demonstration.startOwnShop(author));
    return rows;
  } finally {
    await close();
    await removeFolder(folder);
  }
}

async function addProducts(database: Database): Promise<void> {
  const size = 500;
  for (let start = 0; start < rowCount; start += size) {
    const rows = Array.from({ length: size }, (_, index) => ({
      title: `Produto de medida ${start + index}`,
      slug: `produto-de-medida-${start + index}`,
      category: start < maxFileProducts ? "polpas" : "pescados",
      stock: 100,
      position: start + index,
      sale_options: [mainOption("unidade", 10 + (index % 90))],
    }));
    await database.insert(products).values(rows);
  }
}

function customerFile(): string {
  const rows = Array.from(
    { length: rowCount },
    (_, index) =>
      `Cliente ${index};cliente${index}@example.com;1133${100_000 + index};Rua ${index};Itu`,
  );
  return ["Nome;E-mail;Telefone;Rua;Cidade", ...rows].join("\n");
}
