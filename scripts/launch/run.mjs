import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));

/** Prints one line of progress. */
export function printLine(line) {
  process.stdout.write(`${line}\n`);
}

/** Prints one line to standard error and exits with 1. */
export function fail(line) {
  process.stderr.write(`pomar: ${line}\n`);
  process.exit(1);
}

/** A service's user may not write to the project: its owner installs and builds. */
export function requireWritableProject(problem) {
  try {
    accessSync(root, constants.W_OK);
  } catch {
    const folder = path.resolve(root);
    fail(
      `${problem} and ${folder} is not writable: run npm ci && npm run build there as its owner`,
    );
  }
}

/** Runs a command in the project's folder without output; on failure prints its output and exits. */
export function runQuietly(what, command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      ...options,
    });
    const output = [];
    child.stdout.on("data", (chunk) => output.push(chunk));
    child.stderr.on("data", (chunk) => output.push(chunk));
    child.on("error", (error) => fail(`${what} failed: ${error.message}`));
    child.on("close", (code) => {
      if (code === 0) return resolve();
      process.stderr.write(Buffer.concat(output));
      fail(`${what} failed (${command} ${args.join(" ")})`);
    });
  });
}

const forwardedSignals = ["SIGINT", "SIGTERM", "SIGHUP"];
const parentCheckIntervalMs = 250;

/**
 * Runs a command in place of this process: same terminal, signals, exit code and listening socket. The child has an IPC
 * channel, which closes when this process is killed.
 */
export function runInPlace(command, args, env) {
  const { LISTEN_PID, ...variables } = process.env;
  // The socket that systemd passes is descriptor 3 in both processes.
  const socket = Number(LISTEN_PID) === process.pid ? [3] : [];
  const child = spawn(command, args, {
    cwd: root,
    stdio: ["inherit", "inherit", "inherit", ...socket, "ipc"],
    env: { ...variables, ...env, ...(socket.length === 0 && { LISTEN_FDS: undefined }) },
  });
  for (const signal of forwardedSignals) process.on(signal, () => child.kill(signal));
  watchNpm(() => child.kill("SIGTERM"));
  child.on("error", (error) => fail(`cannot run ${command}: ${error.message}`));
  child.on("exit", (code, signal) => {
    if (!signal) process.exit(code);
    for (const forwarded of forwardedSignals) process.removeAllListeners(forwarded);
    process.kill(process.pid, signal);
  });
}

/** On a signal npm ends its shell and itself without forwarding it: this process then has another parent. */
export function watchNpm(onExit) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && onExit(), parentCheckIntervalMs).unref();
}
