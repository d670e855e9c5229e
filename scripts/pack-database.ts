import { packDatabase } from "#app/platform/database/embedded/data-folder.ts";

// Run by the build: stores the files of an empty database, so that a shop's first start need not create them.
await packDatabase();
