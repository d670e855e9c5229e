import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createChangeFeed } from "#app/platform/database/change-feed.ts";
import { testLog } from "#app/platform/database/fixtures.ts";
import { createLog } from "#app/platform/log.ts";
import type { RowChange } from "#app/shared/changes.ts";
import { openEvents } from "#tests/support/event-stream.ts";
import { createLive } from "./change-streams.ts";

const session = { id: "b1", email: "admin@pomar.example", expires_at: "2027-01-01T00:00:00Z" };
const cookie = { Cookie: "pomar_session=secret" };

/** Streams over a feed that the test speaks into, on a real socket. */
async function openLive({ valid = async () => new Set([session.id]), address = "127.0.0.1" } = {}) {
  const feed = createChangeFeed(testLog);
  const live = createLive({
    opened: { ...feed, engine: "embedded" },
    shop: {
      auth: {
        acceptApiToken: async () => undefined,
        resumeSession: async () => session,
        findStillValid: valid,
      },
    },
    addressOf: (request: IncomingMessage) => String(request.headers["x-test-address"] ?? address),
    commonHeaders: [["X-Content-Type-Options", "nosniff"]],
    log: createLog("silent"),
  });
  const server = createServer(live.open).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const open = async (headers: Record<string, string> = {}) => {
    const stream = await openEvents(`http://127.0.0.1:${port}/api/events`, headers);
    if (stream.response.statusCode === 200) await stream.event("ready");
    return stream;
  };
  const announce = (change: Partial<RowChange>) =>
    feed.publish(JSON.stringify({ table: "products", operation: "UPDATE", id: "a", ...change }));
  return { live, feed, announce, open };
}

test("a stream begins with how long to wait before coming back, and which process it is", async () => {
  const { open } = await openLive();
  const [one, other] = [await open(), await open(cookie)];
  expect(one.response.headers).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
    "x-content-type-options": "nosniff",
  });
  expect(one.response.headers["content-encoding"]).toBeUndefined();
  const [, retry] = /^retry: (\d+)\n\n/.exec(one.text()) ?? [];
  expect(Number(retry)).toBeGreaterThanOrEqual(1000);
  expect(Number(retry)).toBeLessThanOrEqual(3000);
  const { epoch } = (await one.event("ready")) as { epoch: string };
  const begun = { epoch, quiet_for: expect.any(Number), shared: false };
  expect(await one.event("ready")).toEqual({ ...begun, audience: "public" });
  expect(await other.event("ready")).toEqual({ ...begun, audience: "administrator" });
});

test("it says for how long there has been nothing to tell", async () => {
  const { announce, open } = await openLive();
  await delay(300);
  const first = await open();
  expect(await first.event("ready")).toSatisfy(({ quiet_for: quiet }) => quiet >= 300);
  announce({});
  await first.event("changes");
  const next = await open();
  expect(await next.event("ready")).toSatisfy(({ quiet_for: quiet }) => quiet < 300);
});

test("visitors hear of no order, nobody's name and no title", async () => {
  const { announce, open } = await openLive();
  const [visitor, administrator] = [await open(), await open(cookie)];
  const hidden = { title: "Segredo", slug: "segredo", version: 3, by: session.email, tab: "t" };
  announce({ table: "orders", id: "o", operation: "INSERT" });
  announce({ table: "audit_logs", id: "l", operation: "INSERT" });
  announce(hidden);
  expect(await visitor.event("changes")).toEqual([
    { table: "products", operation: "UPDATE", id: "a", version: 3 },
  ]);
  expect(await administrator.event("changes")).toEqual([
    { table: "orders", operation: "INSERT", id: "o" },
    { table: "audit_logs", operation: "INSERT", id: "l" },
    { table: "products", operation: "UPDATE", id: "a", ...hidden },
  ]);
});

test("the first change comes at once, later ones four times a second, each row once", async () => {
  const { announce, open } = await openLive();
  const stream = await open();
  const begun = performance.now();
  for (let version = 1; performance.now() - begun < 1000; version += 1) {
    announce({ version });
    announce({ id: `new ${version}`, operation: "INSERT", version: 1 });
    announce({ id: `new ${version}`, operation: "UPDATE", version: 2 });
    await delay(10);
  }
  await delay(300);
  const frames = stream.received.filter(({ name }) => name === "changes");
  expect(frames[0]?.at).toBeLessThan(begun + 100);
  expect(frames.length).toBeGreaterThanOrEqual(3);
  expect(frames.length).toBeLessThanOrEqual(6);
  for (const { data } of frames) {
    const changes = data as RowChange[];
    expect(new Set(changes.map(({ id }) => id)).size).toBe(changes.length);
    expect(changes.filter(({ id }) => id !== "a")).toSatisfy((news: RowChange[]) =>
      news.every(({ operation, version }) => operation === "INSERT" && version === 2),
    );
  }
});

test("what is done to one row in two tabs is told of both, and no quiet change hides another", async () => {
  const { announce, open } = await openLive();
  const stream = await open(cookie);
  announce({ version: 2, tab: "hers" });
  announce({ version: 3 });
  announce({ version: 4 });
  announce({ version: 5, quiet: true });
  expect(await stream.event("changes")).toMatchObject([
    { version: 2, tab: "hers" },
    { version: 4 },
    { version: 5 },
  ]);
});

test("a gap is told after what was heard before it, and hundreds of changes are one", async () => {
  const { feed, announce, open } = await openLive();
  const stream = await open();
  announce({});
  feed.publishGap();
  await stream.event("gap");
  expect(stream.received.map(({ name }) => name)).toEqual(["ready", "changes", "gap"]);
  for (let id = 0; id < 1000; id += 1) announce({ id: String(id) });
  await vi.waitFor(() => expect(stream.received).toHaveLength(4));
  expect(stream.received.at(-1)).toMatchObject({ name: "gap", data: {} });
});

test("who leaves is counted no more", async () => {
  const { live, announce, open } = await openLive();
  const streams = await Promise.all([open(), open(), open(cookie)]);
  expect(live.count()).toBe(3);
  for (const stream of streams) stream.leave();
  await vi.waitFor(() => expect(live.count()).toBe(0));
  announce({});
});

describe("an administrator's stream", () => {
  test("ends when its session does, told so", async () => {
    let valid = new Set([session.id]);
    const { live, open } = await openLive({ valid: async () => valid });
    const [visitor, administrator] = [await open(), await open(cookie)];
    await delay(1200);
    expect(live.count()).toBe(2);
    valid = new Set();
    expect(await administrator.ended(performance.now())).toBeLessThan(3000);
    expect(administrator.received.at(-1)).toMatchObject({ name: "signed-out", data: {} });
    expect(live.count()).toBe(1);
    visitor.leave();
  });

  test("ends when nobody can say whether its session holds", async () => {
    const valid = () => Promise.reject(new Error("no database"));
    const { open } = await openLive({ valid });
    const stream = await open(cookie);
    await stream.ended(performance.now());
    expect(stream.received.map(({ name }) => name)).toEqual(["ready"]);
  });
});

describe("streams have their limit", () => {
  test("for a network, which the administrator and the machine itself are not bound by", async () => {
    const { open } = await openLive({ address: "203.0.113.7" });
    await Promise.all(Array.from({ length: 200 }, () => open()));
    const refused = await open();
    expect(refused.response).toMatchObject({ statusCode: 429, headers: { "retry-after": "60" } });
    await vi.waitFor(() => expect(refused.text()).toContain("urn:pomar:too-many-streams"));
    for (const headers of [cookie, { "x-test-address": "::1" }, { "x-test-address": "10.0.0.1" }]) {
      expect((await open(headers)).response.statusCode).toBe(200);
    }
  });

  test("a token that is not good is none", async () => {
    const { open } = await openLive();
    const refused = await open({ Authorization: "Bearer pomar_made-up" });
    expect(refused.response.statusCode).toBe(401);
  });
});

test("told to end, the process lets go of all, and takes nobody new", async () => {
  const { live, open } = await openLive();
  const streams = [await open(), await open(cookie)];
  const begun = performance.now();
  live.close();
  expect(live.count()).toBe(0);
  for (const stream of streams) {
    expect(await stream.ended(begun)).toBeLessThan(1000);
    expect(stream.text()).toMatch(/\n\nretry: \d{4}\n\n$/);
  }
  expect((await open()).response.statusCode).toBe(503);
});
