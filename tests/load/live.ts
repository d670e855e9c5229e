import { removeFolder, temporaryFolder } from "#tests/support/shop-process.ts";
import { measureScreen } from "./live-screen.ts";
import { measureStreams } from "./live-streams.ts";
import { describeMachine } from "./machine.ts";
import { printTable } from "./table.ts";

/** How quickly open pages learn of what the seller changes, and what that costs the shop: `npm run bench:live`. */
const folder = await temporaryFolder();
try {
  console.log(`${describeMachine()}\n`);
  const rows = [...(await measureStreams(folder)), ...(await measureScreen(folder))];
  process.exitCode = printTable(rows) ? 0 : 1;
} finally {
  await removeFolder(folder);
}
