import { Client } from "pg";
import { expect, inject, it, onTestFinished, vi } from "vitest";
import { openProxy } from "#tests/support/database-proxy.ts";
import { createTestDatabase } from "#tests/support/engines.ts";
import { listenForChanges } from "./open.ts";

const url = await createTestDatabase(inject("postgresUrl") ?? "");
const shortTimes = { firstDelayMs: 20, maxDelayMs: 50, heartbeatMs: 100 };

async function listen() {
  const proxy = await openProxy(url);
  const feed = { publish: vi.fn(), publishGap: vi.fn() };
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const listener = await listenForChanges(proxy.url, feed, log, shortTimes);
  onTestFinished(() => listener.close());
  return { proxy, feed, log, listener };
}

async function notify(payload: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  await client
    .query("SELECT pg_notify('pomar_changes', $1)", [payload])
    .finally(() => client.end());
}

it("receives the notifications of any process", async () => {
  const { feed } = await listen();
  await notify("one");
  await vi.waitFor(() => expect(feed.publish).toHaveBeenCalledWith("one"));
  expect(feed.publishGap).not.toHaveBeenCalled();
});

it("reconnects when the connection is cut, publishes the gap, and receives again", async () => {
  const { proxy, feed, log } = await listen();
  proxy.cut();
  await notify("lost");
  await vi.waitFor(() => expect(log.warn.mock.calls.length).toBeGreaterThan(3));
  proxy.restore();
  await vi.waitFor(() => expect(feed.publishGap).toHaveBeenCalledTimes(1));
  await notify("two");
  await vi.waitFor(() => expect(feed.publish).toHaveBeenCalledWith("two"));
  expect(feed.publish).not.toHaveBeenCalledWith("lost");
});

it("detects a connection that no longer forwards anything", async () => {
  const { proxy, feed } = await listen();
  proxy.freeze();
  await vi.waitFor(() => expect(feed.publishGap).toHaveBeenCalledTimes(1));
  await notify("three");
  await vi.waitFor(() => expect(feed.publish).toHaveBeenCalledWith("three"));
});

it("does not reconnect after close, even while reconnecting", async () => {
  const { proxy, feed, listener } = await listen();
  proxy.cut();
  await listener.close();
  proxy.restore();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(feed.publishGap).not.toHaveBeenCalled();
});
