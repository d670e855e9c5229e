import { removeFolder, temporaryFolder } from "#tests/support/shop-process.ts";
import { measureScreen } from "./live-screen.ts";
import { measureStreams } from "./live-streams.ts";
import { describeMachine } from "./machine.ts";
import { printTable } from "./table.ts";

/** Measures how fast changes reach open pages, and their cost in the shop: `npm run bench:live`. */
const folder = await temporaryFolder();
try {
  console.log(`${describeMachine()}\n`);
  const rows = [...(await measureStreams(folder)), ...(await measureScreen(folder))];
  process.exitCode = printTable(rows) ? 0 : 1;
} finally {
  await removeFolder(folder);
}
