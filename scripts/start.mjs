import * as modules from "node:module";
import path from "node:path";
import { build, isBuildNeeded } from "./launch/build.mjs";
import { findNode, nodeMissing, runsHere } from "./launch/node.mjs";
import { installPackages } from "./launch/packages.mjs";
import { fail, root, runInPlace } from "./launch/run.mjs";

// Plain JavaScript for Node 20 and newer: installs what the shop needs, including a newer Node, and starts the shop.
await installPackages({ development: isBuildNeeded() });
const node = findNode() ?? fail(nodeMissing);
await build(node);
process.env.NODE_ENV = "production";

// Later starts reuse the compiled code.
const compileCache = path.join(root, "build/compiled");
if (runsHere) {
  modules.enableCompileCache(compileCache);
  await import("../app/server/start.ts");
} else {
  runInPlace(node, [...process.execArgv, "app/server/start.ts", ...process.argv.slice(2)], {
    NODE_COMPILE_CACHE: compileCache,
  });
}
