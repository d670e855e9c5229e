import { expect, it } from "vitest";
import { readEnvironment } from "#app/platform/env.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { ensureAdministrator, setPassword } from "./administrator.server.ts";
import { createAuth } from "./commands.server.ts";
import { minPasswordLength } from "./rules.ts";
import { createPasswordHasher } from "./secrets.server.ts";
import { administrator } from "./table.ts";

const email = "admin@pomar.example";
const { database } = await openTestDatabase();
const hasher = createPasswordHasher({ memory: 8, passes: 1, parallelism: 1 });
const now = new Date("2026-08-03T12:00:00Z");
const auth = createAuth(database, () => now);

const start = (password: string, generated = false) =>
  ensureAdministrator(database, hasher, now, { email, password, generated });

async function enters(password: string): Promise<boolean> {
  return (await auth.signIn({ email, password }, {})).ok;
}

it("stores the administrator at the first start", async () => {
  expect(await start("primeira-senha")).toEqual({ passwordSet: true });
  expect(await enters("primeira-senha")).toBe(true);
});

it("preserves a password set later while the environment is unchanged", async () => {
  await start("primeira-senha");
  await setPassword(database, now, await hasher.hash("mudada-no-painel"));
  expect(await start("primeira-senha")).toEqual({ passwordSet: false });
  expect(await enters("mudada-no-painel")).toBe(true);
  expect(await enters("primeira-senha")).toBe(false);
});

it("applies a changed password of the environment and ends all sessions", async () => {
  await start("primeira-senha");
  const entered = await auth.signIn({ email, password: "primeira-senha" }, {});
  expect(await start("segunda-senha")).toEqual({ passwordSet: true });
  expect(await enters("segunda-senha")).toBe(true);
  expect(entered.ok && (await auth.resumeSession(entered.token))).toBeUndefined();
});

it("uses a generated password only for the first start", async () => {
  expect(await start("gerada-um", true)).toEqual({ passwordSet: true });
  expect(await start("gerada-dois", true)).toEqual({ passwordSet: false });
  expect(await enters("gerada-um")).toBe(true);
  expect(await start("dita-no-ambiente")).toEqual({ passwordSet: true });
  expect(await enters("dita-no-ambiente")).toBe(true);
});

it("stores one administrator when several processes start at once", async () => {
  const made = await Promise.all([start("uma-de-duas", true), start("duas-de-duas", true)]);
  expect(made.filter(({ passwordSet }) => passwordSet)).toHaveLength(1);
  expect(await database.select().from(administrator)).toHaveLength(1);
});

it("applies another e-mail of the environment", async () => {
  await start("primeira-senha");
  const given = { email: "nova@pomar.example", password: "primeira-senha", generated: false };
  await ensureAdministrator(database, hasher, now, given);
  expect(await auth.signIn({ email, password: "primeira-senha" }, {})).toMatchObject({
    reason: "access-denied",
  });
  const { email: renamed, password } = given;
  expect(await auth.signIn({ email: renamed, password }, {})).toMatchObject({ ok: true });
});

it("applies the same rules to passwords of the environment and of the back office", () => {
  const password = "frutas-do-pomar-em-flor";
  const given = (length: number) => readEnvironment({ ADMIN_PASSWORD: password.slice(0, length) });
  expect(given(minPasswordLength).ok).toBe(true);
  expect(given(minPasswordLength - 1).ok).toBe(false);
});
