import { asc } from "drizzle-orm";
import { editOrder } from "#app/domain/orders/edit.server.ts";
import { findOrder } from "#app/domain/orders/queries.server.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import { openEmbeddedDatabase } from "#app/platform/database/embedded/open.ts";
import { testLog } from "#tests/support/rows.ts";

// Edits the orders of the given folder, all at the same time, until killed: prints id and version of each acknowledged edit.
const [folder = ""] = process.argv.slice(2);
const { database } = await openEmbeddedDatabase(folder, testLog);
const orders = await database.select({ id: pedidos.id }).from(pedidos).orderBy(asc(pedidos.id));
await Promise.all(orders.map(({ id }) => editForever(id)));

async function editForever(id: string): Promise<never> {
  for (;;) {
    const order = await findOrder(database, id);
    if (!order) throw new Error("the order is missing");
    const { version } = order;
    const itens = order.itens.map(({ product_id, unit, price }, index) => ({
      product_id,
      unit,
      price,
      quantity: 1 + ((version + index) % 7),
      weight: (1000 + ((version * 137 + index) % 9000)) / 1000,
    }));
    const discount = (version % 50) / 100;
    const saved = await editOrder(database, new Date(), "ana@example.com", id, {
      version,
      itens,
      discount,
    });
    if (!saved.ok) throw new Error(`the edit was rejected: ${saved.reason}`);
    process.stdout.write(`${id} ${saved.row.version}\n`);
  }
}
