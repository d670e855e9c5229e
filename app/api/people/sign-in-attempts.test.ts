import { expect, it, vi } from "vitest";
import {
  createMemoryRateLimiter,
  selectRateLimiters,
} from "#app/domain/kernel/rate-limits.server.ts";
import { createAuth } from "#app/domain/people/commands.server.ts";
import type { PasswordHasher } from "#app/domain/people/secrets.server.ts";
import {
  createSender,
  email,
  password,
  signIn,
  startAdministratorApi,
  testHasher,
} from "#tests/integration/administrator.ts";
import { createSignInAttempts } from "./sign-in-attempts.ts";

let verified = 0;
const passwords: PasswordHasher = {
  hash: testHasher.hash,
  verify(password, phc) {
    verified += 1;
    return testHasher.verify(password, phc);
  },
};
const { opened, url } = await startAdministratorApi({ passwords });
const rateLimits = selectRateLimiters(opened);
const from = (address: string) => createSender(url, { "x-test-address": address });
const wrong = { email, password: "errada" };

it("blocks an address after ten failures, without hashing the password", async () => {
  const send = from("203.0.113.1");
  for (let count = 0; count < 10; count += 1) {
    expect((await send("POST", "/api/auth/login", wrong)).status).toBe(401);
  }
  expect(verified).toBe(10);
  const blocked = await send("POST", "/api/auth/login", { email, password });
  expect(verified).toBe(10);
  expect(blocked.status).toBe(429);
  expect(Number(blocked.headers.get("Retry-After"))).toBeGreaterThan(200);
  expect(await blocked.json()).toMatchObject({ title: "Muitas tentativas" });
  expect((await from("203.0.113.2")("POST", "/api/auth/login", wrong)).status).toBe(401);
});

it("resets the failures after a success", async () => {
  const send = from("203.0.113.3");
  for (let round = 0; round < 2; round += 1) {
    for (let count = 0; count < 9; count += 1) await send("POST", "/api/auth/login", wrong);
    await signIn(send);
  }
});

it("accepts a known browser even if its address is blocked", async () => {
  const send = from("203.0.113.4");
  const Cookie = await signIn(send);
  for (let count = 0; count < 11; count += 1) await send("POST", "/api/auth/login", wrong);
  expect((await send("POST", "/api/auth/login", { email, password })).status).toBe(429);
  const known = await send("POST", "/api/auth/login", { email, password }, { Cookie });
  expect(known.status).toBe(200);
});

it("counts the IPv6 addresses of one /64 as one", async () => {
  for (let count = 0; count < 10; count += 1) {
    await from(`2001:db8:1:2::${count}`)("POST", "/api/auth/login", wrong);
  }
  const send = from("2001:db8:1:2:ffff::1");
  expect((await send("POST", "/api/auth/login", wrong)).status).toBe(429);
});

it("limits password attempts within a session too", async () => {
  const send = createSender(url, { Cookie: await signIn(from("203.0.113.5")) });
  const change = { current_password: "errada", new_password: "dez-letras-ou-mais" };
  for (let count = 0; count < 10; count += 1) {
    expect((await send("POST", "/api/auth/password", change)).status).toBe(400);
  }
  expect((await send("POST", "/api/auth/password", change)).status).toBe(429);
});

it("delays unknown browsers after many failures and never a known one", async () => {
  const attempts = createSignInAttempts(rateLimits);
  for (let count = 0; count <= 61; count += 1) {
    await attempts.run({ address: `198.51.100.${count}` }, fail);
  }
  const slowed = await duration(() => attempts.run({ address: "192.0.2.1" }, succeed));
  expect(slowed).toBeGreaterThan(200);
  const crowd = Array.from({ length: 5 }, (_, count) =>
    attempts.run({ address: `192.0.2.${10 + count}` }, fail),
  );
  const known = { address: "192.0.2.2", trustedId: "telefone" };
  const first = await Promise.race([
    attempts.run(known, succeed).then(() => "known"),
    ...crowd.map((attempt) => attempt.then(() => "unknown")),
  ]);
  expect(first).toBe("known");
  await Promise.all(crowd);
});

it("limits the queue of unknown browsers to one hundred", async () => {
  const attempts = createSignInAttempts(createMemoryRateLimiter);
  const release = Promise.withResolvers<{ ok: boolean }>();
  const waiting = Array.from({ length: 102 }, (_, count) =>
    attempts.run({ address: `10.0.${count}.1` }, () => release.promise),
  );
  const settled = Promise.allSettled(waiting);
  await sleep(20);
  release.resolve({ ok: true });
  const rejected = (await settled).filter(({ status }) => status === "rejected");
  expect(rejected).toMatchObject([{ reason: { status: 503 } }]);
});

it("lets the owner sign in from a new browser while a hundred others fail repeatedly", async () => {
  const attempts = createSignInAttempts(createMemoryRateLimiter, 20);
  const stopping = new AbortController();
  const failed = new Set<string>();
  const attack = Array.from({ length: 100 }, async (_, count) => {
    const address = `198.51.${count}.1`;
    while (!stopping.signal.aborted) {
      await attempts.run({ address }, fail).catch(() => sleep(10));
      failed.add(address);
    }
  });
  await vi.waitFor(() => expect(failed.size).toBe(100), { timeout: 50_000 });
  expect(await attempts.run({ address: "192.0.2.9" }, succeed)).toEqual({ ok: true });
  stopping.abort();
  await Promise.all(attack);
});

/** A sign-in that `others` hundred and fifty concurrent attempts, each from a network that has sent none, try to displace. */
async function signInAmong(
  others: (count: number) => string,
  owner: Parameters<ReturnType<typeof createSignInAttempts>["run"]>[0],
): Promise<unknown> {
  const attempts = createSignInAttempts(createMemoryRateLimiter, 5);
  const stopping = new AbortController();
  let count = 0;
  let rejected = 0;
  const attack = Array.from({ length: 150 }, async () => {
    while (!stopping.signal.aborted) {
      count += 1;
      await attempts.run({ address: others(count) }, fail).catch(() => {
        rejected += 1;
        return sleep(1);
      });
    }
  });
  await vi.waitFor(() => expect(rejected).toBeGreaterThan(300), { timeout: 50_000 });
  const result = await attempts.run(owner, succeed).catch((error) => error);
  stopping.abort();
  await Promise.all(attack);
  return result;
}

const hex = (count: number) => count.toString(16);

it("lets the owner in from a new browser and network among fresh /64 networks of one provider", async () => {
  const result = await signInAmong((count) => `2001:db8:${hex(count)}:1::1`, {
    address: "2a02:1:2:3::1",
  });
  expect(result).toEqual({ ok: true });
});

it("lets the owner in from a known network among fresh networks of many providers", async () => {
  const result = await signInAmong((count) => `2001:${hex(count)}::1`, {
    address: "2a02:1:2:3::1",
    isKnownNetwork: true,
  });
  expect(result).toEqual({ ok: true });
});

it("counts a network as known after a sign-in", async () => {
  await signIn(from("2a02:9:2:3::1"));
  const auth = createAuth(opened.database, () => new Date(), passwords);
  expect(await auth.listSignInAddresses()).toContain("2a02:9:2:3::1");
});

it("admits a source without failures to a full queue in place of one with failures", {
  tags: ["nightly"],
}, async () => {
  const attempts = createSignInAttempts(createMemoryRateLimiter, 20);
  const addresses = Array.from({ length: 101 }, (_, count) => `10.0.${count}.1`);
  await Promise.all(addresses.map((address) => attempts.run({ address }, fail)));
  const release = Promise.withResolvers<{ ok: boolean }>();
  const waiting = addresses.map((address) => attempts.run({ address }, () => release.promise));
  const settled = Promise.allSettled(waiting);
  await sleep(20);
  const owner = attempts.run({ address: "10.1.0.1" }, succeed);
  release.resolve({ ok: true });
  expect(await owner).toEqual({ ok: true });
  const rejected = (await settled).filter(({ status }) => status === "rejected");
  expect(rejected).toMatchObject([{ reason: { status: 503 } }]);
});

const sleep = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

async function fail() {
  await sleep(5);
  return { ok: false };
}

async function succeed() {
  return { ok: true };
}

async function duration(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
