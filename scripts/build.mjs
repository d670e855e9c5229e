import { build } from "./launch/build.mjs";
import { findNode, nodeMissing } from "./launch/node.mjs";
import { installPackages } from "./launch/packages.mjs";
import { fail } from "./launch/run.mjs";

// Builds what is older than its sources: `npm run build`, or `npm run build pages` for the pages only.
await installPackages({ development: true });
const names = process.argv.slice(2);
await build(findNode() ?? fail(nodeMissing), names.length > 0 ? names : undefined);
