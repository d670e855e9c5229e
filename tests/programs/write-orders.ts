import type { Database } from "#app/platform/database/database.ts";
import { openEmbeddedDatabase } from "#app/platform/database/embedded/open.ts";
import { insertOrders, testLog } from "#tests/support/rows.ts";

// Writes orders into the given folder until killed, four at a time, by statements and by transactions, and prints the
// id of each acknowledged one.
const [folder = ""] = process.argv.slice(2);
const { database } = await openEmbeddedDatabase(folder, testLog);
const insert = (within: Database) => insertOrders(within);
const byTransaction = () => database.transaction(insert);
const byStatement = async () => insert(database);
await Promise.all([byTransaction, byTransaction, byTransaction, byStatement].map(writeForever));

async function writeForever(write: () => Promise<{ id: string }[]>): Promise<never> {
  for (;;) {
    const [row] = await write();
    process.stdout.write(`${row?.id}\n`);
  }
}
