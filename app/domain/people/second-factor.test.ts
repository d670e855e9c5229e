import { Secret, TOTP } from "otpauth";
import { beforeEach, expect, it } from "vitest";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { ensureAdministrator } from "./administrator.server.ts";
import { createAuth } from "./commands.server.ts";
import { createPasswordHasher } from "./secrets.server.ts";
import { administrator } from "./table.ts";

const email = "admin@pomar.example";
const password = "uva-roxa-de-jundiai";
const step = 30_000;

const { database } = await openTestDatabase();
const hasher = createPasswordHasher({ memory: 8, passes: 1, parallelism: 1 });
let time = 0;
const owner = { memberId: undefined };
const auth = createAuth(database, () => new Date(time));

beforeEach(async () => {
  time = Date.parse("2026-08-03T12:00:00Z");
  await ensureAdministrator(database, hasher, new Date(time), {
    email,
    password,
    generated: false,
  });
});

function codeAt(secret: string, timestamp: number): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
}

async function switchOn() {
  const { secret, uri } = await auth.startSecondFactorSetup(owner);
  const codes = await auth.confirmSecondFactor(owner, codeAt(secret, time));
  if (!codes) throw new Error("the second factor was not switched on");
  return { secret, uri, codes };
}

const signIn = (code?: string) =>
  auth.signIn(code === undefined ? { email, password } : { email, password, code }, {});

it("is offered as a URI for authenticator apps", async () => {
  const { secret, uri } = await switchOn();
  const url = new URL(uri);
  expect(url.protocol).toBe("otpauth:");
  expect(url.searchParams.get("secret")).toBe(secret);
  expect(url.searchParams.get("issuer")).toBe("Pomar");
  expect(decodeURIComponent(url.pathname)).toContain(email);
});

it("stays off until a code proves that an app has the secret", async () => {
  await auth.startSecondFactorSetup(owner);
  expect(await auth.confirmSecondFactor(owner, "000000")).toBeUndefined();
  expect(await signIn()).toMatchObject({ ok: true });
});

it("requires a code after the correct password, and only then", async () => {
  const { secret } = await switchOn();
  expect(await signIn()).toEqual({ ok: false, reason: "code-required" });
  expect(await auth.signIn({ email, password: "errada" }, {})).toMatchObject({
    reason: "wrong-password",
  });
  time += step;
  expect(await signIn(codeAt(secret, time))).toMatchObject({ ok: true });
});

it("accepts codes of the adjacent time steps only", async () => {
  const { secret } = await switchOn();
  time += 10 * step;
  expect(await signIn(codeAt(secret, time - 2 * step))).toMatchObject({ reason: "wrong-code" });
  expect(await signIn(codeAt(secret, time + 2 * step))).toMatchObject({ reason: "wrong-code" });
  expect(await signIn(codeAt(secret, time - step))).toMatchObject({ ok: true });
  expect(await signIn(codeAt(secret, time + step))).toMatchObject({ ok: true });
});

it("accepts a code once", async () => {
  const { secret } = await switchOn();
  time += step;
  const code = codeAt(secret, time);
  const both = await Promise.all([signIn(code), signIn(code)]);
  expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  expect(await signIn(code)).toMatchObject({ reason: "wrong-code" });
});

it("accepts each recovery code once and stores only hashes", async () => {
  const { codes } = await switchOn();
  const [first = "", second = ""] = codes;
  expect(codes).toHaveLength(10);
  expect(first).toMatch(/^(\w{4}-){3}\w{4}$/);
  const typed = first.replaceAll("-", "");
  expect(await signIn(typed)).toMatchObject({ ok: true });
  expect(await signIn(typed)).toMatchObject({ reason: "wrong-code" });
  const [row] = await database.select().from(administrator);
  expect(row?.recovery_hashes).toHaveLength(9);
  expect(JSON.stringify(row)).not.toContain(second.replaceAll("-", ""));
});

it("replaces the recovery codes", async () => {
  expect(await auth.replaceRecoveryCodes(owner)).toBeUndefined();
  const { codes } = await switchOn();
  const renewed = (await auth.replaceRecoveryCodes(owner)) ?? [];
  expect(await signIn(codes[0]?.replaceAll("-", ""))).toMatchObject({ reason: "wrong-code" });
  expect(await signIn(renewed[0]?.replaceAll("-", ""))).toMatchObject({ ok: true });
});

it("can be disabled", async () => {
  await switchOn();
  await auth.disableSecondFactor(owner);
  expect(await signIn()).toMatchObject({ ok: true });
});
