import { build } from "./launch/build.mjs";
import { findNode, nodeMissing } from "./launch/node.mjs";
import { installPackages } from "./launch/packages.mjs";
import { fail } from "./launch/run.mjs";
import { runAndWatch } from "./launch/watch.mjs";

// Vite updates pages in the open browser; a change of a server module restarts the server.
await installPackages({ development: true });
const node = findNode() ?? fail(nodeMissing);
await build(node, ["database"]);
runAndWatch(node, "app/server/dev.ts");
