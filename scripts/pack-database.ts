import { packDatabase } from "#app/platform/database/embedded/data-folder.ts";

// What the build leaves of the embedded database, so that a shop's first start need not make its files.
await packDatabase();
