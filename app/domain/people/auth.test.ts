import { beforeEach, describe, expect, it } from "vitest";
import { email, password, testHasher } from "#tests/integration/administrator.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { ensureAdministrator } from "./administrator.server.ts";
import { createAuth } from "./commands.server.ts";
import { maxSessionAgeMs, sessionIdleMs } from "./rules.ts";
import { createPasswordHasher } from "./secrets.server.ts";
import { administrator, sessions } from "./table.ts";

const hour = 3_600_000;

const { database } = await openTestDatabase();
let time = Date.parse("2026-08-03T12:00:00Z");
const owner = { memberId: undefined };
const auth = createAuth(database, () => new Date(time), testHasher);

beforeEach(async () => {
  await ensureAdministrator(database, testHasher, new Date(time), {
    email,
    password,
    generated: false,
  });
});

async function enter() {
  const result = await auth.signIn({ email, password }, { userAgent: "curl/8", address: "::1" });
  if (!result.ok) throw new Error(result.reason);
  return result;
}

describe("signing in", () => {
  it("opens a session for the administrator, ignoring case of the e-mail", async () => {
    const result = await auth.signIn({ email: "ADMIN@pomar.example", password }, {});
    expect(result).toMatchObject({
      ok: true,
      session: { email, expires_at: new Date(time + sessionIdleMs).toISOString() },
    });
  });

  it("rejects a wrong password and any other e-mail", async () => {
    expect(await auth.signIn({ email, password: "errada" }, {})).toEqual({
      ok: false,
      reason: "wrong-password",
    });
    expect(await auth.signIn({ email: "outra@pomar.example", password }, {})).toEqual({
      ok: false,
      reason: "access-denied",
    });
  });

  it("accepts a password with accents in another Unicode form", async () => {
    await auth.changePassword(
      owner,
      { current_password: password, new_password: "maçã-verde-é-boa" },
      {},
    );
    const typed = "maçã-verde-é-boa".normalize("NFD");
    expect(await auth.signIn({ email, password: typed }, {})).toMatchObject({ ok: true });
  });

  it("creates a new token each time and stores neither token nor password in plain text", async () => {
    const [first, second] = [await enter(), await enter()];
    expect(first.token).not.toBe(second.token);
    const stored = JSON.stringify([
      await database.select().from(sessions),
      await database.select().from(administrator),
    ]);
    expect(stored).not.toContain(first.token);
    expect(stored).not.toContain(password);
  });

  it("takes the same time for a wrong e-mail and a wrong password", {
    tags: ["nightly"],
  }, async () => {
    const password_hash = await createPasswordHasher().hash(password);
    await database.update(administrator).set({ password_hash });
    const took = { email: [] as number[], password: [] as number[] };
    for (let round = 0; round < 7; round += 1) {
      took.email.push(await duration({ email: "outra@pomar.example", password }));
      took.password.push(await duration({ email, password: "errada" }));
    }
    const [one, other] = [median(took.email), median(took.password)];
    expect(Math.max(one, other) / Math.min(one, other)).toBeLessThan(1.5);
  });
});

describe("a session", () => {
  it("expires a day after its last use", async () => {
    const { token, session } = await enter();
    time += 23 * hour;
    expect(await auth.resumeSession(token)).toMatchObject({ id: session.id, email });
    time += 23 * hour;
    expect(await auth.resumeSession(token)).toMatchObject({ id: session.id, email });
    time += 24 * hour;
    expect(await auth.resumeSession(token)).toBeUndefined();
    expect(await auth.refreshSession(token)).toBeUndefined();
  });

  it("expires thirty days after signing in, even when used", async () => {
    const { token, session } = await enter();
    const end = time + maxSessionAgeMs;
    while (time + 20 * hour < end) {
      time += 20 * hour;
      expect(await auth.refreshSession(token)).toMatchObject({ id: session.id, email });
    }
    time = end;
    expect(await auth.resumeSession(token)).toBeUndefined();
  });

  it("is extended on request", async () => {
    const { token } = await enter();
    time += 5000;
    expect((await auth.refreshSession(token))?.expires_at).toBe(
      new Date(time + sessionIdleMs).toISOString(),
    );
  });

  it("is not found for an invented token", async () => {
    await enter();
    expect(await auth.resumeSession("")).toBeUndefined();
    expect(await auth.resumeSession("made-up")).toBeUndefined();
  });

  it("ends at sign-out and when revoked from another session", async () => {
    const [here, there] = [await enter(), await enter()];
    expect(await auth.listOpenSessions(owner, here.session.id)).toHaveLength(2);
    expect(await auth.revokeSession(owner, there.session.id)).toBe(true);
    expect(await auth.revokeSession(owner, there.session.id)).toBe(false);
    expect(await auth.resumeSession(there.token)).toBeUndefined();
    await auth.endSession(here.token);
    expect(await auth.resumeSession(here.token)).toBeUndefined();
  });

  it("can revoke all others at once", async () => {
    const [here, there] = [await enter(), await enter()];
    await auth.revokeOtherSessions(owner, here.session.id);
    expect(await auth.resumeSession(here.token)).toMatchObject({ id: here.session.id });
    expect(await auth.resumeSession(there.token)).toBeUndefined();
  });

  it("is invalid once another e-mail is configured", async () => {
    const { token } = await enter();
    await database.update(administrator).set({ email: "nova@pomar.example" });
    expect(await auth.resumeSession(token)).toBeUndefined();
  });
});

describe("a change of password", () => {
  it("ends every session and opens a new one", async () => {
    const [here, there] = [await enter(), await enter()];
    const changed = await auth.changePassword(
      owner,
      { current_password: password, new_password: "outra-senha-boa" },
      {},
    );
    expect(await auth.resumeSession(here.token)).toBeUndefined();
    expect(await auth.resumeSession(there.token)).toBeUndefined();
    expect(await auth.resumeSession(changed?.token ?? "")).toMatchObject({ email });
    expect(await auth.signIn({ email, password }, {})).toMatchObject({ ok: false });
  });

  it("requires the current password", async () => {
    const change = { current_password: "errada", new_password: "outra-senha-boa" };
    expect(await auth.changePassword(owner, change, {})).toBeUndefined();
    await enter();
  });

  it("makes known browsers unknown", async () => {
    const { deviceMark } = await enter();
    expect(await auth.findKnownDevice(deviceMark, email)).toBe(deviceMark.split(".")[0]);
    expect(await auth.findKnownDevice(`${deviceMark.split(".")[0]}.forged`, email)).toBeUndefined();
    await auth.changePassword(
      owner,
      { current_password: password, new_password: "outra-senha-boa" },
      {},
    );
    expect(await auth.findKnownDevice(deviceMark, email)).toBeUndefined();
  });
});

describe("a personal token", () => {
  it("is valid within its scope until it is revoked", async () => {
    const made = await auth.createApiToken(email, { name: "Planilha", scope: "read" });
    expect(made.token).toMatch(/^pomar_[\w-]{43}$/);
    expect(await auth.authenticateApiToken(made.token)).toEqual({
      id: made.id,
      email,
      scope: "read",
    });
    expect(await auth.listApiTokens()).toMatchObject([
      {
        name: "Planilha",
        ending: made.token.slice(-4),
        last_used_at: new Date(time).toISOString(),
      },
    ]);
    expect(await auth.revokeApiToken(made.id)).toBe(true);
    expect(await auth.revokeApiToken(made.id)).toBe(false);
    expect(await auth.authenticateApiToken(made.token)).toBeUndefined();
    expect(await auth.listApiTokens()).toEqual([]);
  });

  it("is invalid once another e-mail is configured", async () => {
    const { token } = await auth.createApiToken(email, { name: "ERP", scope: "write" });
    await database.update(administrator).set({ email: "nova@pomar.example" });
    expect(await auth.authenticateApiToken(token)).toBeUndefined();
  });
});

async function duration(login: { email: string; password: string }): Promise<number> {
  const begun = performance.now();
  await auth.signIn(login, {});
  return performance.now() - begun;
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
