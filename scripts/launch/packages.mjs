import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { printLine, root, runQuietly } from "./run.mjs";

/** Installs packages when node_modules differs from the lock file. A built shop needs no development packages. */
export async function installPackages({ development }) {
  if (!arePackagesMissing({ development })) return;
  printLine("Installing packages (the first time takes a minute)...");
  const [command, npmArgs] = npmCommand();
  // Windows cannot delete a running program, and this Node may be one of the packages, so no clean install there.
  const verb =
    process.platform === "win32" && existsSync(inRoot("node_modules")) ? "install" : "ci";
  const args = [...npmArgs, verb, "--include=dev", "--include=optional", "--no-save"];
  await runQuietly("Installing packages", command, [...args, "--loglevel=error"], {
    shell: command === "npm.cmd",
  });
}

function arePackagesMissing({ development }) {
  const locked = readLock("package-lock.json");
  const installed = readLock("node_modules/.package-lock.json");
  return Object.entries(locked).some(([folder, entry]) => {
    if (folder === "") return false;
    const current = installed[folder];
    if (current) return current.version !== entry.version || current.integrity !== entry.integrity;
    return !entry.optional && !entry.devOptional && (development || !entry.dev);
  });
}

function readLock(name) {
  if (!existsSync(inRoot(name))) return {};
  return JSON.parse(readFileSync(inRoot(name), "utf8")).packages;
}

/** The npm that runs this script, otherwise the one on the path. */
function npmCommand() {
  const { npm_execpath: script, npm_node_execpath: node = process.execPath } = process.env;
  if (script?.endsWith("npm-cli.js")) return [node, [script]];
  return [process.platform === "win32" ? "npm.cmd" : "npm", []];
}

function inRoot(name) {
  return path.join(root, name);
}
