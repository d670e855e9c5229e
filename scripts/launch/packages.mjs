import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { root, runQuietly, say } from "./run.mjs";

/**
 * Installs the packages when those in node_modules are not those of the lock file. A shop that is already built runs
 * without the packages for development.
 */
export async function installPackages({ development }) {
  if (!packagesMissing({ development })) return;
  say("Installing packages (the first time takes a minute)...");
  const [command, before] = npm();
  // Windows keeps a running program's file, and this very Node may be one of the packages: no clean install there.
  const verb =
    process.platform === "win32" && existsSync(inRoot("node_modules")) ? "install" : "ci";
  const args = [...before, verb, "--include=dev", "--include=optional", "--no-save"];
  await runQuietly("Installing packages", command, [...args, "--loglevel=error"], {
    shell: command === "npm.cmd",
  });
}

function packagesMissing({ development }) {
  const wanted = readLock("package-lock.json");
  const installed = readLock("node_modules/.package-lock.json");
  return Object.entries(wanted).some(([folder, entry]) => {
    if (folder === "") return false;
    const there = installed[folder];
    if (there) return there.version !== entry.version || there.integrity !== entry.integrity;
    return !entry.optional && !entry.devOptional && (development || !entry.dev);
  });
}

function readLock(name) {
  if (!existsSync(inRoot(name))) return {};
  return JSON.parse(readFileSync(inRoot(name), "utf8")).packages;
}

/** npm as it runs this script, else the one on the path. */
function npm() {
  const { npm_execpath: script, npm_node_execpath: node = process.execPath } = process.env;
  if (script?.endsWith("npm-cli.js")) return [node, [script]];
  return [process.platform === "win32" ? "npm.cmd" : "npm", []];
}

function inRoot(name) {
  return path.join(root, name);
}
