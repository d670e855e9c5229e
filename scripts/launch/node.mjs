import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fail, root } from "./run.mjs";

const minMajorVersion = 24;
/** Installs the packages, among which is a newer Node. */
const minLauncherVersion = 20;

export const runsHere = majorVersion(process.version) >= minMajorVersion;

/** A Node new enough for the shop: this one, or the one among the packages; undefined when there is none. */
export function findNode() {
  if (runsHere) return process.execPath;
  const platform = process.platform === "win32" ? "win" : process.platform;
  const program = process.platform === "win32" ? "node.exe" : "node";
  const packaged = path.join(root, `node_modules/node-${platform}-${process.arch}/bin/${program}`);
  // A build for another C library exists but does not run.
  return existsSync(packaged) && runs(packaged) ? packaged : undefined;
}

export const nodeMissing = `Node ${minMajorVersion} or newer is needed and this is ${process.version}, for which no newer one \
could be installed: get one from https://nodejs.org`;

/** Ends with one line before anything is installed. */
export function rejectOldNode() {
  if (majorVersion(process.version) >= minLauncherVersion) return;
  fail(
    `Node ${minLauncherVersion} or newer is needed and this is ${process.version}: get one from https://nodejs.org`,
  );
}

function runs(program) {
  const { status, stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
  return status === 0 && majorVersion(stdout) >= minMajorVersion;
}

function majorVersion(version) {
  return Number(/^v(\d+)/.exec(version)?.[1] ?? 0);
}
