import { openEmbeddedDatabase } from "#app/platform/database/embedded/open.ts";
import { testLog } from "#tests/support/rows.ts";

// Runs statements that differ, as many as make V8 optimize what parses them, on the database in the given folder.
const [folder = ""] = process.argv.slice(2);
const { database, close } = await openEmbeddedDatabase(folder, testLog);
for (let number = 0; number < 300; number += 1) {
  await database.execute(`SELECT ${number} AS number WHERE ${number} > 0`);
}
await close();
