import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { printLine, requireWritableProject, root, runQuietly } from "./run.mjs";

/** The files that are built from sources; `output` is the file that the command writes to build/. */
const targets = [
  {
    name: "pages",
    message: "Building the pages...",
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
    output: "build/pages/server/index.js",
  },
  {
    name: "database",
    message: "Preparing the database...",
    sources: ["app/platform/database/embedded", "scripts/pack-database.ts", "package-lock.json"],
    command: ["scripts/pack-database.ts"],
    output: "build/database.tar.gz",
  },
];

export function isBuildNeeded() {
  return targets.some((target) => fingerprint(target) !== builtFingerprint(target));
}

/** Builds the named targets, by default all, whose sources changed since their last build, at the same time. */
export async function build(node, names = targets.map(({ name }) => name)) {
  const wanted = targets.filter(({ name }) => names.includes(name));
  await Promise.all(wanted.map((target) => buildTarget(node, target)));
}

async function buildTarget(node, target) {
  const current = fingerprint(target);
  if (current === builtFingerprint(target)) return;
  requireWritableProject(`build/${target.name} is missing or out of date`);
  printLine(target.message);
  // Removed first, so that an interrupted build counts as missing.
  rmSync(stampFile(target), { force: true });
  await runQuietly(`Building the ${target.name}`, node, target.command, {
    env: { ...process.env, NODE_ENV: "production" },
  });
  mkdirSync(inRoot("build"), { recursive: true });
  writeFileSync(stampFile(target), current);
}

function builtFingerprint(target) {
  const stamp = stampFile(target);
  return existsSync(inRoot(target.output)) && existsSync(stamp) && readFileSync(stamp, "utf8");
}

/** SHA-256 over names and contents, because a checkout changes modification times. */
function fingerprint(target) {
  const hash = createHash("sha256");
  for (const source of target.sources) {
    for (const file of listFiles(source))
      hash.update(`${file}\0`).update(readFileSync(inRoot(file)));
  }
  return hash.digest("hex");
}

function listFiles(source) {
  if (!existsSync(inRoot(source))) return [];
  if (path.extname(source) !== "") return [source];
  return readdirSync(inRoot(source), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes(".test."))
    .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
}

function stampFile(target) {
  return inRoot(`build/${target.name}.stamp`);
}

function inRoot(name) {
  return path.join(root, name);
}
