import { execFile } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { unprivilegedUser } from "#tests/support/postgres.ts";

const folder = mkdtempSync(path.join(tmpdir(), "pomar-launch-"));
afterAll(() => rmSync(folder, { recursive: true }));
for (const name of ["scripts", "package.json", "package-lock.json"]) {
  cpSync(name, path.join(folder, name), { recursive: true });
}

/** Runs `npm start`'s program in a checkout without packages. */
function start(args: string[], env: Record<string, string> = {}, user = {}) {
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    const options = { cwd: folder, env: { PATH: process.env.PATH, ...env }, ...user };
    const program = [...args, path.join(folder, "scripts/start.mjs")];
    execFile(process.execPath, program, options, (error, stdout, stderr) =>
      resolve({ code: error?.code, stdout, stderr }),
    );
  });
}

test("a Node older than 20 is reported before anything is installed", {
  tags: ["nightly"],
}, async () => {
  const version = 'Object.defineProperty(process, "version", { value: "v18.20.4" })';
  expect(await start(["--import", `data:text/javascript,${version}`])).toEqual({
    code: 1,
    stdout: "",
    stderr:
      "pomar: Node 20 or newer is needed and this is v18.20.4: get one from https://nodejs.org\n",
  });
});

test("an installation without network fails within 10 s with one line", {
  tags: ["nightly"],
}, async () => {
  const startedAt = performance.now();
  const result = await start([], {
    npm_config_registry: "http://127.0.0.1:9/",
    npm_config_cache: path.join(folder, "cache"),
  });
  expect(result).toMatchObject({ code: 1 });
  expect(result.stderr).toMatch(
    /^pomar: packages cannot be installed: npm's registry does not answer \(ECONNREFUSED\)\. [^\n]+\n$/,
  );
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

const otherUser = await unprivilegedUser();

test.skipIf(!otherUser)(
  "a user who may not write to the project gets one line",
  {
    tags: ["nightly"],
  },
  async () => {
    chmodSync(folder, 0o755);
    expect(await start([], {}, otherUser)).toEqual({
      code: 1,
      stdout: "",
      stderr: `pomar: the packages in node_modules are missing or out of date and ${folder} is not writable: run npm ci && npm run build there as its owner\n`,
    });
  },
);
