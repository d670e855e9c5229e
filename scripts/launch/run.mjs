import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));

/** Prints one line of progress. */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/** Ends the launch with one line on standard error. */
export function fail(line) {
  process.stderr.write(`pomar: ${line}\n`);
  process.exit(1);
}

/** Runs a command silently in the project's folder; a failure shows what it had to say and ends the launch. */
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

const passedSignals = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Runs a command in this one's place: same terminal, same signals, same exit code. The child holds a channel to this
 * process, so that it learns when this one is killed outright.
 */
export function become(command, args, env) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...process.env, ...env },
  });
  for (const signal of passedSignals) process.on(signal, () => child.kill(signal));
  whenOrphaned(() => child.kill("SIGTERM"));
  child.on("error", (error) => fail(`cannot run ${command}: ${error.message}`));
  child.on("exit", (code, signal) => {
    if (!signal) process.exit(code);
    for (const passed of passedSignals) process.removeAllListeners(passed);
    process.kill(process.pid, signal);
  });
}

/** npm, told to end, ends its shell and itself, and the signal goes no further: the parent is then another one. */
export function whenOrphaned(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(), 250).unref();
}
