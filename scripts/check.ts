import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import pLimit from "p-limit";

/** The checks of `npm run check`, slowest first: scripts of package.json, one per processor at a time. */
const checks = ["types", "lint", "unused", "classes", "api", "migrations"];

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
  scripts: Record<string, string>;
};
const limit = pLimit(availableParallelism());
await Promise.all(checks.map((name) => limit(() => runCheck(`check:${name}`))));

/** Prints the output as a whole, because others run at the same time. */
async function runCheck(name: string): Promise<void> {
  const command = scripts[name];
  if (!command) throw new Error(`package.json has no script ${name}`);
  const options = { shell: true, maxBuffer: Number.POSITIVE_INFINITY };
  const run = promisify(execFile)(command, options).catch((error) => {
    process.exitCode = 1;
    return error as { stdout: string; stderr: string };
  });
  const { stdout, stderr } = await run;
  process.stdout.write(`> ${command}\n${stdout}${stderr}`);
}
