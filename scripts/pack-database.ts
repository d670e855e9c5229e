import { packDatabase } from "#app/platform/database/embedded/fresh-database.ts";

// What the build leaves of the embedded database, so that a shop's first start need not make its files.
await packDatabase();
