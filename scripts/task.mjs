import path from "node:path";
import { build } from "./launch/build.mjs";
import { findNode, nodeMissing } from "./launch/node.mjs";
import { installPackages } from "./launch/packages.mjs";
import { fail, root, runInPlace } from "./launch/run.mjs";

// Runs one of the project's programs after installing and building what is missing: `node scripts/task.mjs scripts/test.ts`.
await installPackages({ development: true });
const node = findNode() ?? fail(nodeMissing);
await build(node);
const programs = [path.join(root, "node_modules/.bin"), path.dirname(node), process.env.PATH];
runInPlace(node, process.argv.slice(2), { PATH: programs.join(path.delimiter) });
