import { findNode, nodeMissing } from "./launch/node.mjs";
import { installPackages } from "./launch/packages.mjs";
import { fail, runInPlace } from "./launch/run.mjs";

// Runs one of the programs that work on a shop's data and need no build: `node scripts/tool.mjs scripts/backup.ts`.
await installPackages({ development: false });
runInPlace(findNode() ?? fail(nodeMissing), process.argv.slice(2), {});
