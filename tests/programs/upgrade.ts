import { openDatabase } from "#app/platform/database/open.ts";
import { testLog } from "#tests/support/rows.ts";

// Opens the database in the given folder, or the PostgreSQL at the given address, and prints a line when its upgrade begins and
// when it is open.
const [dataDir = "", databaseUrl] = process.argv.slice(2);
const beforeUpgrade = async () => {
  process.stdout.write("upgrading\n");
};
const { close } = await openDatabase({ dataDir, databaseUrl, log: testLog, beforeUpgrade });
process.stdout.write("open\n");
await close();
