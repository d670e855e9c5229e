import { spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ensureAdministrator } from "#app/domain/auth/administrator.server.ts";
import { createAuth } from "#app/domain/auth/commands.server.ts";
import { createPasswordHasher } from "#app/domain/auth/secrets.server.ts";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import { testLog } from "#app/platform/database/fixtures.ts";
import { openDatabase } from "#app/platform/database/open.ts";
import { addMigratedDatabase } from "#tests/support/migrated-folder.ts";
import { email, password } from "./administrator.ts";

let dataDir = "";
let opened: OpenDatabase;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "pomar-password-"));
  await addMigratedDatabase(dataDir);
  opened = await openDatabase({ dataDir, log: testLog });
});
afterAll(async () => {
  await opened.close();
  await rm(dataDir, { recursive: true, force: true });
});

it("sets a password and ends all sessions when the shop is closed", {
  tags: ["nightly"],
  timeout: 90_000,
}, async () => {
  const given = { email, password, generated: false };
  await ensureAdministrator(opened.database, createPasswordHasher(), new Date(), given);
  const entered = await createAuth(opened.database, () => new Date()).signIn(
    { email, password },
    {},
  );
  const token = entered.ok ? entered.token : "";

  const rejected = await run("uma-senha-bem-nova");
  expect(rejected.code).toBe(1);
  expect(rejected.output).toMatch(/^pomar: DATA_DIR is in use.*Stop the shop.*Conta\.\n$/);

  await opened.close();
  expect(await run("curta")).toMatchObject({ code: 1, output: expect.stringContaining("10 to") });
  const changed = await run("uma-senha-bem-nova");
  expect(changed).toMatchObject({ code: 0, output: expect.stringContaining("has been changed") });

  opened = await openDatabase({ dataDir, log: testLog });
  const auth = createAuth(opened.database, () => new Date());
  expect(await auth.resumeSession(token)).toBeUndefined();
  expect(await auth.signIn({ email, password }, {})).toMatchObject({ reason: "wrong-password" });
  const login = { email, password: "uma-senha-bem-nova" };
  expect(await auth.signIn(login, {})).toMatchObject({ ok: true });
  expect(changed.output).not.toContain("uma-senha-bem-nova");
});

it("creates no database where there is none", async () => {
  const empty = await mkdtemp(join(tmpdir(), "pomar-password-"));
  const { code, output } = await run("uma-senha-bem-nova", empty);
  expect(code).toBe(1);
  expect(output).toBe(
    `pomar: DATA_DIR ${empty} holds no database: start the shop once with npm start\n`,
  );
  expect(await readdir(empty)).toEqual([]);
  await rm(empty, { recursive: true });
});

/** Runs the command with a password on its standard input. */
function run(typed: string, folder = dataDir): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["scripts/admin-password.ts"], {
      env: { ...process.env, DATA_DIR: folder, DATABASE_URL: "", ADMIN_PASSWORD: "" },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
    child.stdin.end(`${typed}\n`);
  });
}
