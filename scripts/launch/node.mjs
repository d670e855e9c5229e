import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { root } from "./run.mjs";

const needed = 24;

export const runsHere = major(process.version) >= needed;

/** A Node new enough for the shop: this one, or the one that came with the packages; undefined when there is none. */
export function findNode() {
  if (runsHere) return process.execPath;
  const platform = process.platform === "win32" ? "win" : process.platform;
  const program = process.platform === "win32" ? "node.exe" : "node";
  const brought = path.join(root, `node_modules/node-${platform}-${process.arch}/bin/${program}`);
  // Being there is not enough: a build for another C library does not run.
  return existsSync(brought) && runs(brought) ? brought : undefined;
}

export const nodeMissing = `Node ${needed} or newer is needed and this is ${process.version}, for which no newer one \
could be installed: get one from https://nodejs.org`;

function runs(program) {
  const { status, stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
  return status === 0 && major(stdout) >= needed;
}

function major(version) {
  return Number(/^v(\d+)/.exec(version)?.[1] ?? 0);
}
