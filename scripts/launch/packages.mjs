import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { rejectOldNode } from "./node.mjs";
import { fail, printLine, requireWritableProject, root, runQuietly } from "./run.mjs";

const registryTimeoutMs = 5_000;

/** Installs packages when node_modules differs from the lock file. A built shop needs no development packages. */
export async function installPackages({ development }) {
  rejectOldNode();
  if (!arePackagesMissing({ development })) return;
  requireWritableProject("the packages in node_modules are missing or out of date");
  printLine("Installing packages (the first time takes a minute)...");
  const [command, npmArgs] = npmCommand();
  // Windows cannot delete a running program, and this Node may be one of the packages, so no clean install there.
  const verb =
    process.platform === "win32" && existsSync(inRoot("node_modules")) ? "install" : "ci";
  const options = ["--include=dev", "--include=optional", "--no-save", "--loglevel=error"];
  const args = [...npmArgs, verb, ...options];
  const shell = command === "npm.cmd";
  const problem = findRegistryProblem(command, npmArgs, shell);
  if (!problem) return runQuietly("Installing packages", command, args, { shell });
  // npm retries for minutes; without a connection its cache may be enough.
  const { status } = spawnSync(command, [...args, "--offline"], { cwd: root, shell });
  if (status !== 0) {
    fail(`packages cannot be installed: npm's registry does not answer (${problem}). \
Connect to the internet and try again`);
  }
}

/** The code of npm's network error; undefined when the registry answers, with any status. */
function findRegistryProblem(command, npmArgs, shell) {
  const args = [...npmArgs, "ping", "--fetch-retries=0", "--loglevel=error"];
  const timeout = registryTimeoutMs;
  const { status, stderr, error } = spawnSync(command, args, { cwd: root, shell, timeout });
  // Without npm the installation itself says so.
  if (status === 0 || error?.code === "ENOENT") return undefined;
  const code = /code (E\w+)/.exec(String(stderr))?.[1] ?? "timeout";
  return /^E\d{3}$/.test(code) ? undefined : code;
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
