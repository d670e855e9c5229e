import { Client } from "pg";
import { expect, inject, it, onTestFinished, vi } from "vitest";
import { createTestDatabase } from "#app/platform/database/test-databases.ts";
import { openWire } from "./fixtures/wire.ts";
import { listenForChanges } from "./listener.ts";

const url = await createTestDatabase(inject("postgresUrl") ?? "");
const quick = { firstPause: 20, longestPause: 50, heartbeat: 100 };

async function listen() {
  const wire = await openWire(url);
  const feed = { announce: vi.fn(), announceGap: vi.fn() };
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const listener = await listenForChanges(wire.url, feed, log, quick);
  onTestFinished(() => listener.close());
  return { wire, feed, log, listener };
}

async function announce(payload: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  await client
    .query("SELECT pg_notify('pomar_changes', $1)", [payload])
    .finally(() => client.end());
}

it("hears what any process announces", async () => {
  const { feed } = await listen();
  await announce("one");
  await vi.waitFor(() => expect(feed.announce).toHaveBeenCalledWith("one"));
  expect(feed.announceGap).not.toHaveBeenCalled();
});

it("comes back when the connection is cut, tells of the gap, and hears again", async () => {
  const { wire, feed, log } = await listen();
  wire.cut();
  await announce("lost");
  await vi.waitFor(() => expect(log.warn.mock.calls.length).toBeGreaterThan(3));
  wire.mend();
  await vi.waitFor(() => expect(feed.announceGap).toHaveBeenCalledTimes(1));
  await announce("two");
  await vi.waitFor(() => expect(feed.announce).toHaveBeenCalledWith("two"));
  expect(feed.announce).not.toHaveBeenCalledWith("lost");
});

it("notices a line that has gone silent without a word", async () => {
  const { wire, feed } = await listen();
  wire.goSilent();
  await vi.waitFor(() => expect(feed.announceGap).toHaveBeenCalledTimes(1));
  await announce("three");
  await vi.waitFor(() => expect(feed.announce).toHaveBeenCalledWith("three"));
});

it("stays away once it is closed, also while it is coming back", async () => {
  const { wire, feed, listener } = await listen();
  wire.cut();
  await listener.close();
  wire.mend();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(feed.announceGap).not.toHaveBeenCalled();
});
