import { expect, it } from "vitest";
import { openTestDatabase } from "#app/platform/database/testing.ts";
import { countInMemory, rateLimitsOver } from "#app/platform/rate-limits.ts";
import {
  asker,
  email,
  password,
  prepareAdministrator,
  signIn,
} from "#tests/integration/administrator.ts";
import { startApi } from "#tests/integration/api-shop.ts";
import { createSignInAttempts } from "./sign-in-attempts.ts";

const opened = await openTestDatabase();
const { database } = opened;
const rateLimits = rateLimitsOver(opened);
prepareAdministrator(database);
const url = await startApi({ database });
const from = (address: string) => asker(url, { "x-test-address": address });
const wrong = { email, password: "errada" };

it("closes the door to an address after ten failures, before hashing anything", async () => {
  const ask = from("203.0.113.1");
  for (let count = 0; count < 10; count += 1) {
    expect((await ask("POST", "/api/auth/login", wrong)).status).toBe(401);
  }
  const login = () => ask("POST", "/api/auth/login", { email, password });
  const refused = await login();
  const took = [await duration(login), await duration(login), await duration(login)];
  expect(Math.min(...took)).toBeLessThan(40);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(200);
  expect(await refused.json()).toMatchObject({ title: "Muitas tentativas" });
  expect((await from("203.0.113.2")("POST", "/api/auth/login", wrong)).status).toBe(401);
});

it("forgets failures at a success", async () => {
  const ask = from("203.0.113.3");
  for (let round = 0; round < 2; round += 1) {
    for (let count = 0; count < 9; count += 1) await ask("POST", "/api/auth/login", wrong);
    await signIn(ask);
  }
});

it("lets a browser in that has signed in before, whatever others do from its address", async () => {
  const ask = from("203.0.113.4");
  const Cookie = await signIn(ask);
  for (let count = 0; count < 11; count += 1) await ask("POST", "/api/auth/login", wrong);
  expect((await ask("POST", "/api/auth/login", { email, password })).status).toBe(429);
  const known = await ask("POST", "/api/auth/login", { email, password }, { Cookie });
  expect(known.status).toBe(200);
});

it("counts one household's IPv6 addresses as one", async () => {
  for (let count = 0; count < 10; count += 1) {
    await from(`2001:db8:1:2::${count}`)("POST", "/api/auth/login", wrong);
  }
  const ask = from("2001:db8:1:2:ffff::1");
  expect((await ask("POST", "/api/auth/login", wrong)).status).toBe(429);
});

it("limits guesses at the password from within a session too", async () => {
  const ask = asker(url, { Cookie: await signIn(from("203.0.113.5")) });
  const change = { current_password: "errada", new_password: "dez-letras-ou-mais" };
  for (let count = 0; count < 10; count += 1) {
    expect((await ask("POST", "/api/auth/password", change)).status).toBe(400);
  }
  expect((await ask("POST", "/api/auth/password", change)).status).toBe(429);
});

it("slows a crowd of strangers and locks nobody out", async () => {
  const attempts = createSignInAttempts(rateLimits);
  const fail = async () => ({ ok: false });
  for (let count = 0; count <= 61; count += 1) {
    await attempts.run({ address: `198.51.100.${count}` }, fail);
  }
  const slowed = await duration(() => attempts.run({ address: "192.0.2.1" }, succeed));
  expect(slowed).toBeGreaterThan(200);
  const crowd = Array.from({ length: 5 }, (_, count) =>
    attempts.run({ address: `192.0.2.${10 + count}` }, fail),
  );
  const known = { address: "192.0.2.2", trustedId: "telefone" };
  expect(await duration(() => attempts.run(known, succeed))).toBeLessThan(100);
  await Promise.all(crowd);
});

it("keeps only a hundred strangers waiting", async () => {
  const attempts = createSignInAttempts(countInMemory);
  const release = Promise.withResolvers<{ ok: boolean }>();
  const waiting = Array.from({ length: 101 }, (_, count) =>
    attempts.run({ address: `10.0.${count}.1` }, () => release.promise),
  );
  await new Promise((resolve) => setTimeout(resolve, 20));
  await expect(attempts.run({ address: "10.1.0.1" }, succeed)).rejects.toMatchObject({
    status: 503,
  });
  release.resolve({ ok: true });
  await Promise.all(waiting);
});

async function succeed() {
  return { ok: true };
}

async function duration(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
