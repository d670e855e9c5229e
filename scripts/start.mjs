import * as modules from "node:module";
import path from "node:path";
import { build, buildIsNeeded } from "./launch/build.mjs";
import { findNode, nodeMissing, runsHere } from "./launch/node.mjs";
import { installPackages } from "./launch/packages.mjs";
import { become, fail, root } from "./launch/run.mjs";

// Plain JavaScript for Node 20 and newer: it fetches what the shop needs, a newer Node included, and starts it.
await installPackages({ development: buildIsNeeded() });
const node = findNode() ?? fail(nodeMissing);
await build(node);
process.env.NODE_ENV = "production";

// Spares each later start the compiling of the same sources.
const compiled = path.join(root, "build/compiled");
if (runsHere) {
  modules.enableCompileCache(compiled);
  await import("../app/server/start.ts");
} else {
  become(node, ["app/server/start.ts", ...process.argv.slice(2)], { NODE_COMPILE_CACHE: compiled });
}
