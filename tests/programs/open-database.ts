import { openPostgresDatabase } from "#app/platform/database/postgres/open.ts";
import { testLog } from "#tests/support/rows.ts";

// Opens the database at the given address, as a starting process does, and exits.
const [url = ""] = process.argv.slice(2);
const { close } = await openPostgresDatabase(url, testLog);
await close();
