import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createChangeFeed } from "#app/platform/database/database.ts";
import { createLog } from "#app/platform/log.ts";
import type { RowChange } from "#app/shared/changes.ts";
import { openEvents } from "#tests/support/event-stream.ts";
import { testLog } from "#tests/support/rows.ts";
import { createEventStreams } from "./event-streams.ts";

const session = {
  id: "b1",
  email: "admin@pomar.example",
  expires_at: "2027-01-01T00:00:00Z",
  role: "dono" as const,
  memberId: undefined,
  author: "admin@pomar.example",
};
const cookie = { Cookie: "pomar_session=secret" };

/** Event streams on a real socket, over a change feed that the test publishes to. */
async function openStreams({
  valid = async () => new Set([session.id]),
  address = "127.0.0.1",
} = {}) {
  const feed = createChangeFeed(testLog);
  const live = createEventStreams({
    opened: { ...feed, engine: "embedded" },
    shop: {
      people: {
        authenticateApiToken: async () => undefined,
        resumeSession: async () => session,
        findValidCredentials: valid,
      },
    },
    findOrderOfLink: async (ref) => (ref === "1001-valid" ? "order-1001" : undefined),
    revision: () => "revision-1",
    clientAddress: (request: IncomingMessage) =>
      String(request.headers["x-test-address"] ?? address),
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
  const open = async (headers: Record<string, string> = {}, query = "") => {
    const stream = await openEvents(`http://127.0.0.1:${port}/api/events${query}`, headers);
    if (stream.response.statusCode === 200) await stream.event("ready");
    return stream;
  };
  const publish = (change: Partial<RowChange>) =>
    feed.publish(JSON.stringify({ table: "products", operation: "UPDATE", id: "a", ...change }));
  return { live, feed, publish, open };
}

test("a stream begins with a retry delay and its audience", async () => {
  const { open } = await openStreams();
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
  expect(await one.event("ready")).toEqual({ audience: "public", revision: "revision-1" });
  expect(await other.event("ready")).toEqual({ audience: "administrator" });
});

test("visitors receive no orders, authors or titles", async () => {
  const { publish, open } = await openStreams();
  const [visitor, administrator] = [await open(), await open(cookie)];
  const hidden = { title: "Segredo", slug: "segredo", version: 3, by: session.email, tab: "t" };
  publish({ table: "orders", id: "o", operation: "INSERT" });
  publish({ table: "audit_logs", id: "l", operation: "INSERT" });
  publish(hidden);
  expect(await visitor.event("changes")).toEqual([
    { table: "products", operation: "UPDATE", id: "a", version: 3 },
  ]);
  expect(await administrator.event("changes")).toEqual([
    { table: "orders", operation: "INSERT", id: "o" },
    { table: "audit_logs", operation: "INSERT", id: "l" },
    { table: "products", operation: "UPDATE", id: "a", ...hidden },
  ]);
});

test("the page of an order receives that order's changes, without data, and public ones", async () => {
  const { publish, open } = await openStreams();
  const [page, wrong] = [await open({}, "?pedido=1001-valid"), await open({}, "?pedido=1001-x")];
  const details = { by: session.email, status: "confirmado", numero_pedido: 1001, tab: "t" };
  publish({ table: "orders", id: "order-1002" });
  publish({ table: "orders", id: "order-1001", ...details });
  expect(await page.event("changes")).toEqual([
    { table: "orders", operation: "UPDATE", id: "order-1001" },
  ]);
  publish({ id: "b" });
  const product = [{ table: "products", operation: "UPDATE", id: "b" }];
  expect(await wrong.event("changes")).toEqual(product);
  await page.event("changes", (data) => JSON.stringify(data) === JSON.stringify(product));
  expect(page.text().replace(/^retry: \d+/, "")).not.toContain("1002");
  page.leave();
  await wrong.event("ready");
  publish({ table: "orders", id: "order-1001" });
});

test("the first change is sent at once, later ones four times a second, each row once", async () => {
  const { publish, open } = await openStreams();
  const stream = await open();
  const startedAt = performance.now();
  for (let version = 1; performance.now() - startedAt < 1000; version += 1) {
    publish({ version });
    publish({ id: `new ${version}`, operation: "INSERT", version: 1 });
    publish({ id: `new ${version}`, operation: "UPDATE", version: 2 });
    await delay(10);
  }
  await delay(300);
  const frames = stream.received.filter(({ name }) => name === "changes");
  // The changes of one turn, not those of a quarter of a second.
  expect(frames[0]?.data).toHaveLength(2);
  expect(frames.length).toBeGreaterThanOrEqual(2);
  expect(frames.length).toBeLessThanOrEqual(Math.ceil((performance.now() - startedAt) / 250) + 1);
  for (const { data } of frames) {
    const ids = (data as RowChange[]).map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
  }
  const changes = frames.flatMap(({ data }) => data as RowChange[]);
  const inserted = changes.filter(({ id }) => id !== "a");
  expect(inserted.length).toBeGreaterThan(10);
  const lastStates = inserted.map(({ operation, version }) => `${operation} ${version}`);
  expect(new Set(lastStates)).toEqual(new Set(["INSERT 2"]));
});

test("changes of one row from two tabs, and quiet ones, are sent separately", async () => {
  const { publish, open } = await openStreams();
  const stream = await open(cookie);
  publish({ version: 2, tab: "hers" });
  publish({ version: 3 });
  publish({ version: 4 });
  publish({ version: 5, quiet: true });
  expect(await stream.event("changes")).toMatchObject([
    { version: 2, tab: "hers" },
    { version: 4 },
    { version: 5 },
  ]);
});

test("a gap is sent after earlier changes, and hundreds of changes become a gap", async () => {
  const { feed, publish, open } = await openStreams();
  const stream = await open();
  publish({});
  feed.publishGap();
  await stream.event("gap");
  expect(stream.received.map(({ name }) => name)).toEqual(["ready", "changes", "gap"]);
  for (let id = 0; id < 1000; id += 1) publish({ id: String(id) });
  await vi.waitFor(() => expect(stream.received).toHaveLength(4));
  expect(stream.received.at(-1)).toMatchObject({ name: "gap", data: {} });
});

test("disconnected clients are not counted", async () => {
  const { live, publish, open } = await openStreams();
  const streams = await Promise.all([open(), open(), open(cookie)]);
  expect(live.count()).toBe(3);
  for (const stream of streams) stream.leave();
  await vi.waitFor(() => expect(live.count()).toBe(0));
  publish({});
});

describe("an administrator's stream", () => {
  test("ends with its session, after a signed-out event", async () => {
    let valid = new Set([session.id]);
    const { live, open } = await openStreams({ valid: async () => valid });
    const [visitor, administrator] = [await open(), await open(cookie)];
    await delay(1200);
    expect(live.count()).toBe(2);
    valid = new Set();
    await administrator.ended();
    expect(administrator.received.at(-1)).toMatchObject({ name: "signed-out", data: {} });
    expect(live.count()).toBe(1);
    visitor.leave();
  });

  test("ends when its session cannot be checked", async () => {
    const valid = () => Promise.reject(new Error("no database"));
    const { open } = await openStreams({ valid });
    const stream = await open(cookie);
    await stream.ended();
    expect(stream.received.map(({ name }) => name)).toEqual(["ready"]);
  });
});

describe("stream limits", () => {
  test("one network has 200 streams, without administrators and this machine", async () => {
    const { open } = await openStreams({ address: "203.0.113.7" });
    await Promise.all(Array.from({ length: 200 }, () => open()));
    const rejected = await open();
    expect(rejected.response).toMatchObject({ statusCode: 429, headers: { "retry-after": "60" } });
    await vi.waitFor(() => expect(rejected.text()).toContain("urn:pomar:too-many-streams"));
    for (const headers of [cookie, { "x-test-address": "::1" }, { "x-test-address": "10.0.0.1" }]) {
      expect((await open(headers)).response.statusCode).toBe(200);
    }
  });

  test("an invalid token is rejected", async () => {
    const { open } = await openStreams();
    const rejected = await open({ Authorization: "Bearer pomar_made-up" });
    expect(rejected.response.statusCode).toBe(401);
  });
});

test("on shutdown all streams end and new ones are rejected", async () => {
  const { live, open } = await openStreams();
  const streams = [await open(), await open(cookie)];
  live.close();
  expect(live.count()).toBe(0);
  for (const stream of streams) {
    await stream.ended();
    expect(stream.text()).toMatch(/\n\nretry: \d{4}\n\n$/);
  }
  expect((await open()).response.statusCode).toBe(503);
});
