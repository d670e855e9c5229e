import { spawn } from "node:child_process";
import { watch } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { printLine, root, watchNpm } from "./run.mjs";

/** Editors write a file several times. */
const debounceMs = 150;

/**
 * Runs a script by `node` and restarts it when one of its modules changes, until a signal. Node reports the modules, as it
 * does for `--watch`, which is not used because it also watches the temporary files that Vite imports and deletes.
 */
export function runAndWatch(node, script) {
  let child;
  let timer;
  let isStopping = false;
  let modules = new Set();

  function start() {
    modules = new Set();
    child = spawn(node, [script], {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      env: { ...process.env, WATCH_REPORT_DEPENDENCIES: "1" },
    });
    child.on("message", addModules);
    child.on("exit", (code) => {
      if (isStopping) process.exit(code ?? 1);
      if (child.isRestarting) return start();
      printLine("The server exited; it restarts after the next change.");
      child = undefined;
    });
  }

  function addModules(message) {
    for (const file of message["watch:require"] ?? []) modules.add(file);
    for (const url of message["watch:import"] ?? []) {
      if (url.startsWith("file:")) modules.add(fileURLToPath(url));
    }
  }

  function restart(file) {
    printLine(`${file} changed: restarting the server`);
    if (!child) return start();
    child.isRestarting = true;
    child.kill("SIGTERM");
  }

  function stop() {
    isStopping = true;
    if (child) child.kill("SIGTERM");
    else process.exit(0);
  }

  for (const folder of ["app", "demo", "migrations"]) {
    watch(path.join(root, folder), { recursive: true }, (_event, name) => {
      const file = path.join(folder, name ?? "");
      if (!modules.has(path.join(root, file))) return;
      clearTimeout(timer);
      timer = setTimeout(restart, debounceMs, file);
    });
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
  watchNpm(stop);
  start();
}
