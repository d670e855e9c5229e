import path from "node:path";
import { build } from "./launch/build.mjs";
import { findNode, nodeMissing } from "./launch/node.mjs";
import { installPackages } from "./launch/packages.mjs";
import { fail, root, runInPlace } from "./launch/run.mjs";

// Runs one of the project's programs after installing and building what is missing: `node scripts/task.mjs scripts/fuzz.ts`.
// With --unbuilt the program builds by itself, beside what it does without a build.
const [first, ...rest] = process.argv.slice(2);
const isUnbuilt = first === "--unbuilt";
await installPackages({ development: true });
const node = findNode() ?? fail(nodeMissing);
if (!isUnbuilt) await build(node);
const programs = [path.join(root, "node_modules/.bin"), path.dirname(node), process.env.PATH];
runInPlace(node, isUnbuilt ? rest : [first, ...rest], { PATH: programs.join(path.delimiter) });
