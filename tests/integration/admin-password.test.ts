import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { ensureAdministrator } from "#app/domain/people/administrator.server.ts";
import { createAuth } from "#app/domain/people/commands.server.ts";
import { createPasswordHasher } from "#app/domain/people/secrets.server.ts";
import { openDatabase } from "#app/platform/database/open.ts";
import { addMigratedDatabase } from "#tests/support/migrated-folder.ts";
import { testLog } from "#tests/support/rows.ts";
import { runProgram } from "#tests/support/run-program.ts";
import { email, password } from "./administrator.ts";

const dataDir = await mkdtemp(join(tmpdir(), "pomar-password-"));
afterAll(() => rm(dataDir, { recursive: true }));

it("sets a password and ends all sessions when the shop is closed", {
  tags: ["nightly"],
  timeout: 90_000,
}, async () => {
  await addMigratedDatabase(dataDir);
  let opened = await openDatabase({ dataDir, log: testLog });
  const given = { email, password, generated: false };
  await ensureAdministrator(opened.database, createPasswordHasher(), new Date(), given);
  const entered = await createAuth(opened.database, () => new Date()).signIn(
    { email, password },
    {},
  );
  const token = entered.ok ? entered.token : "";

  const rejected = await run("uma-senha-bem-nova", dataDir);
  expect(rejected.code).toBe(1);
  expect(rejected.output).toMatch(/^pomar: DATA_DIR is in use.*Stop the shop.*Conta\.\n$/);

  await opened.close();
  expect(await run("curta", dataDir)).toMatchObject({
    code: 1,
    output: expect.stringContaining("10 to"),
  });
  const changed = await run("uma-senha-bem-nova", dataDir);
  expect(changed).toMatchObject({ code: 0, output: expect.stringContaining("has been changed") });

  opened = await openDatabase({ dataDir, log: testLog });
  const auth = createAuth(opened.database, () => new Date());
  expect(await auth.resumeSession(token)).toBeUndefined();
  expect(await auth.signIn({ email, password }, {})).toMatchObject({ reason: "wrong-password" });
  const login = { email, password: "uma-senha-bem-nova" };
  expect(await auth.signIn(login, {})).toMatchObject({ ok: true });
  expect(changed.output).not.toContain("uma-senha-bem-nova");
  await opened.close();
});

it("creates no database where there is none", async () => {
  const empty = join(dataDir, "empty");
  await mkdir(empty);
  const { code, output } = await run("uma-senha-bem-nova", empty);
  expect(code).toBe(1);
  expect(output).toBe(
    `pomar: DATA_DIR ${empty} holds no database: start the shop once with npm start\n`,
  );
  expect(await readdir(empty)).toEqual([]);
});

/** Runs the command with a password on its standard input. */
const run = (typed: string, dataDir: string) =>
  runProgram(["scripts/admin-password.ts"], { DATA_DIR: dataDir, ADMIN_PASSWORD: "" }, typed);
