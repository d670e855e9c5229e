import { spawn } from "node:child_process";
import { watch } from "node:fs";
import path from "node:path";
import { root, say, whenOrphaned } from "./run.mjs";

/** What the server runs as it is; the pages' own files are Vite's to watch. */
const watched = [
  "app/api",
  "app/domain",
  "app/platform",
  "app/server",
  "app/shop.ts",
  "migrations",
];

/** One save touches several files, several times. */
const settling = 150;

/** Runs a script by `node` and anew after each change of the server's code, until a signal. */
export function runAndWatch(node, script) {
  let child;
  let timer;
  let ending = false;

  function start() {
    child = spawn(node, [script], { cwd: root, stdio: ["ignore", "inherit", "inherit", "ipc"] });
    child.on("exit", (code) => {
      if (ending) process.exit(code ?? 1);
      if (child.restarting) return start();
      say("The server ended; it starts again after the next change.");
      child = undefined;
    });
  }

  function restart(file) {
    say(`${file} changed: restarting the server`);
    if (!child) return start();
    child.restarting = true;
    child.kill("SIGTERM");
  }

  for (const place of watched) {
    watch(path.join(root, place), { recursive: true }, (_event, name) => {
      if (!name || name.includes(".test.") || !/\.(ts|tsx|sql)$/.test(name)) return;
      clearTimeout(timer);
      timer = setTimeout(restart, settling, name);
    });
  }
  function end() {
    ending = true;
    if (child) child.kill("SIGTERM");
    else process.exit(0);
  }

  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, end);
  whenOrphaned(end);
  start();
}
