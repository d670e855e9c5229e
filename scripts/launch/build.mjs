import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root, runQuietly, say } from "./run.mjs";

/** What is made from sources before the shop can start: `made` is what its command leaves in build/. */
const products = [
  {
    name: "pages",
    saying: "Building the pages...",
    sources: [
      "app",
      "public",
      "vite.config.ts",
      "react-router.config.ts",
      "scripts/build-worker.ts",
      "scripts/compress-files.ts",
      "package-lock.json",
    ],
    command: ["node_modules/@react-router/dev/bin.cjs", "build"],
    made: "build/pages/server/index.js",
  },
  {
    name: "pictures",
    saying: "Drawing the demonstration shop's pictures (once, takes a minute or two)...",
    sources: ["demo/pictures", "demo/goods", "demo/recipes", "demo/categories.ts"],
    command: ["demo/pictures/render.ts", "build/demo-pictures"],
    made: "build/demo-pictures",
  },
  {
    name: "database",
    saying: "Preparing the database...",
    sources: ["app/platform/database/embedded", "scripts/pack-database.ts", "package-lock.json"],
    command: ["scripts/pack-database.ts"],
    made: "build/database.tar.gz",
  },
];

export function buildIsNeeded() {
  return products.some((product) => fingerprint(product) !== lastFingerprint(product));
}

/** Makes what is missing or older than its sources; all of it, or what `names` says. */
export async function build(node, names = products.map(({ name }) => name)) {
  for (const product of products.filter(({ name }) => names.includes(name))) {
    const current = fingerprint(product);
    if (current === lastFingerprint(product)) continue;
    say(product.saying);
    // Gone while the command runs: what an interrupted build leaves behind is not taken for whole.
    rmSync(stampOf(product), { force: true });
    await runQuietly(`Making the ${product.name}`, node, product.command, {
      env: { ...process.env, NODE_ENV: "production" },
    });
    mkdirSync(inRoot("build"), { recursive: true });
    writeFileSync(stampOf(product), current);
  }
}

function lastFingerprint(product) {
  const stamp = stampOf(product);
  return existsSync(inRoot(product.made)) && existsSync(stamp) && readFileSync(stamp, "utf8");
}

/** SHA-256 over names and contents: times of change lie after a checkout. */
function fingerprint(product) {
  const hash = createHash("sha256");
  for (const source of product.sources) {
    for (const file of filesAt(source)) hash.update(`${file}\0`).update(readFileSync(inRoot(file)));
  }
  return hash.digest("hex");
}

function filesAt(source) {
  if (!existsSync(inRoot(source))) return [];
  if (path.extname(source) !== "") return [source];
  return readdirSync(inRoot(source), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes(".test."))
    .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
}

function stampOf(product) {
  return inRoot(`build/${product.name}.stamp`);
}

function inRoot(name) {
  return path.join(root, name);
}
