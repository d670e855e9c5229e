import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  FakeEventSource,
  fakeBrowser,
  latestStream,
  realBrowser,
} from "#tests/support/fake-browser.ts";
import { createChangeStream } from "./change-stream.ts";
import { onMissedChanges, onSignedOut, subscribeToChanges } from "./changes.ts";
import { holdRefetch } from "./refetch.ts";

/** The locks of Node, which belong to the whole process as those of a browser belong to all its tabs. */
const { locks } = navigator;
const realTimeout = setTimeout;
const onConnected = vi.fn<() => void>();
const onFailure = vi.fn<(failures: number) => void>();
const missed = vi.fn();
let browser: ReturnType<typeof fakeBrowser>;
let stops: (() => void)[];

beforeEach(() => {
  vi.resetAllMocks();
  browser = fakeBrowser();
  vi.spyOn(Math, "random").mockReturnValue(1);
  stops = [onMissedChanges(missed)];
});

afterEach(async () => {
  for (const stop of stops) stop();
  await settle();
  realBrowser();
});

function start({ runsHidden = false } = {}) {
  const controller = new AbortController();
  stops.push(() => controller.abort());
  const stream = createChangeStream({ runsHidden, onConnected, onFailure }, controller.signal);
  return { ...stream, stop: () => controller.abort() };
}

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const count = () => FakeEventSource.opened.length;

test("publishes changes, and after each connection that some may have been missed", () => {
  const received = vi.fn();
  stops.push(subscribeToChanges(received));
  start();
  latestStream().receive("ready");
  expect(missed).toHaveBeenCalledTimes(1);
  const change = { table: "products", operation: "UPDATE", id: "a" };
  latestStream().receive("changes", [change]);
  expect(received).toHaveBeenCalledExactlyOnceWith([change], true);
  expect(missed).toHaveBeenCalledTimes(1);
  latestStream().fail();
  latestStream().receive("ready");
  expect(missed).toHaveBeenCalledTimes(2);
  latestStream().receive("gap");
  expect(missed).toHaveBeenCalledTimes(3);
  expect(count()).toBe(1);
});

test("leaves the first reconnections to EventSource, then waits longer each time", async () => {
  start();
  for (let failures = 1; failures <= 3; failures += 1) latestStream().fail();
  expect(count()).toBe(1);
  for (const [index, delayMs] of [16_000, 30_000, 30_000].entries()) {
    latestStream().fail();
    expect(onFailure).toHaveBeenLastCalledWith(index + 4);
    expect(latestStream().isClosed).toBe(true);
    await wait(delayMs - 1);
    expect(count()).toBe(index + 1);
    await wait(1);
    expect(count()).toBe(index + 2);
  }
});

test("reconnects after an error response, which EventSource does not", async () => {
  start();
  latestStream().reject();
  await wait(2000);
  expect(count()).toBe(2);
});

test("counts failures from one again after a stable connection", async () => {
  start();
  latestStream().fail();
  latestStream().receive("ready");
  await wait(5000);
  latestStream().fail();
  expect(onFailure).toHaveBeenLastCalledWith(2);
  latestStream().receive("ready");
  await wait(30_000);
  latestStream().fail();
  expect(onFailure).toHaveBeenLastCalledWith(1);
});

test("connects at once during a retry delay, and not a second time afterwards", async () => {
  const stream = start();
  latestStream().reject();
  stream.connect();
  expect(count()).toBe(2);
  latestStream().receive("ready");
  await wait(20_000);
  expect(count()).toBe(2);
});

test("replaces a connection without beats", async () => {
  start();
  latestStream().receive("ready");
  await wait(40_000);
  latestStream().receive("beat");
  await wait(49_999);
  expect(onFailure).not.toHaveBeenCalled();
  await wait(1);
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(1);
  expect(FakeEventSource.opened.map(({ isClosed }) => isClosed)).toEqual([true, false]);
});

test("opens a visitor's stream when the session ends", () => {
  const signedOut = vi.fn();
  stops.push(onSignedOut(signedOut));
  start();
  latestStream().receive("signed-out");
  expect(signedOut).toHaveBeenCalledTimes(1);
  expect(FakeEventSource.opened.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  expect(onFailure).not.toHaveBeenCalled();
});

test("leaves the end of a session to a save in progress, which may open the next one", () => {
  const signedOut = vi.fn();
  stops.push(onSignedOut(signedOut));
  start();
  const endSave = holdRefetch();
  latestStream().receive("signed-out");
  expect(signedOut).not.toHaveBeenCalled();
  expect(FakeEventSource.opened.map(({ isClosed }) => isClosed)).toEqual([true]);
  endSave();
  expect(signedOut).toHaveBeenCalledTimes(1);
  expect(FakeEventSource.opened.map(({ isClosed }) => isClosed)).toEqual([true, false]);
});

test("does nothing after it was stopped", async () => {
  const stream = start();
  latestStream().reject();
  stream.stop();
  await wait(120_000);
  expect(count()).toBe(1);
});

test("closes while the page is hidden for long, and opens when it is visible", async () => {
  start();
  browser.show("hidden");
  await wait(5000);
  browser.show("visible");
  browser.show("hidden");
  await wait(9000);
  expect(latestStream().isClosed).toBe(false);
  await wait(2000);
  expect(latestStream().isClosed).toBe(true);
  await wait(600_000);
  expect(count()).toBe(1);
  browser.show("visible");
  expect(count()).toBe(2);
});

test("is not opened by a page that was never visible", () => {
  browser.show("hidden");
  start();
  expect(count()).toBe(0);
  browser.show("visible");
  expect(count()).toBe(1);
});

test("closes when the page leaves, and opens when the back button restores it", () => {
  start({ runsHidden: true });
  browser.putAway();
  expect(latestStream().isClosed).toBe(true);
  browser.bringBack();
  expect(count()).toBe(2);
});

/** A tab of the same browser: modules of its own, and the locks and channels of all. */
async function openTab({
  runsHidden = false,
  order,
}: {
  runsHidden?: boolean;
  order?: string;
} = {}) {
  vi.resetModules();
  const { createChangeStream: createStream } = await import("./change-stream.ts");
  const changes = await import("./changes.ts");
  const controller = new AbortController();
  const received: [string, boolean][] = [];
  const connected = vi.fn();
  const failed = vi.fn();
  const missedHere = vi.fn();
  changes.subscribeToChanges((rows, isNoticedHere) => {
    for (const { id } of rows) received.push([id, isNoticedHere]);
  });
  changes.onMissedChanges(missedHere);
  const stream = createStream(
    { runsHidden, order, onConnected: connected, onFailure: failed },
    controller.signal,
  );
  stops.push(() => controller.abort());
  await settle();
  return { ...stream, received, connected, failed, missedHere, close: () => controller.abort() };
}

/** Locks and messages of channels come by the real event loop. */
async function settle(): Promise<void> {
  await new Promise((resolve) => realTimeout(resolve, 20));
}

const openStreams = () => FakeEventSource.opened.filter(({ isClosed }) => !isClosed).length;
const changeOf = (id: string) => [{ table: "products", operation: "UPDATE", id }];
const shareLocks = () => vi.stubGlobal("navigator", { onLine: true, locks });

test("six tabs share one stream, of which one shows notices", async () => {
  shareLocks();
  const tabs = [];
  for (let count = 0; count < 6; count += 1) tabs.push(await openTab());
  expect(count()).toBe(1);
  latestStream().receive("ready");
  latestStream().receive("changes", changeOf("a"));
  await settle();
  expect(tabs.map(({ connected }) => connected.mock.calls.length)).toEqual(Array(6).fill(1));
  expect(tabs.map(({ received }) => received.map(([id]) => id))).toEqual(Array(6).fill(["a"]));
  expect(
    tabs.flatMap(({ received }) => received).filter(([, isNoticed]) => isNoticed),
  ).toHaveLength(1);
  latestStream().fail();
  await settle();
  for (const tab of tabs) expect(tab.failed).toHaveBeenLastCalledWith(1);
});

test("a tab that joins learns that the stream is connected, and fetches what it may have missed", async () => {
  shareLocks();
  await openTab();
  latestStream().receive("ready", { audience: "public", revision: "7" });
  const second = await openTab();
  expect(second.connected).toHaveBeenCalledTimes(1);
  expect(second.missedHere).toHaveBeenCalledTimes(1);
  expect(openStreams()).toBe(1);
});

test("a tab whose data are of the stream's revision fetches nothing, until something changes", async () => {
  shareLocks();
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([
    { serverTiming: [{ name: "revision", description: "7" }] } as unknown as PerformanceEntry,
  ]);
  await openTab();
  latestStream().receive("ready", { audience: "public", revision: "7" });
  expect((await openTab()).missedHere).not.toHaveBeenCalled();
  latestStream().receive("changes", changeOf("a"));
  expect((await openTab()).missedHere).toHaveBeenCalledTimes(1);
});

test("when the tab with the stream is closed, another one opens it", async () => {
  shareLocks();
  const first = await openTab();
  const second = await openTab();
  latestStream().receive("ready");
  first.close();
  await settle();
  expect([count(), openStreams()]).toEqual([2, 1]);
  latestStream().receive("ready");
  latestStream().receive("changes", changeOf("b"));
  await settle();
  expect(second.received).toEqual([["b", true]]);
  expect(first.received).toEqual([]);
});

test("a tab that is silent for long loses the stream to another one, and follows it", async () => {
  shareLocks();
  const first = await openTab();
  const second = await openTab();
  const silent = latestStream();
  silent.receive("ready");
  await settle();
  // A suspended tab neither passes anything on nor notices that its connection is silent.
  first.disconnect();
  await wait(70_000);
  await settle();
  expect(latestStream()).not.toBe(silent);
  expect(openStreams()).toBe(1);
  latestStream().receive("ready");
  latestStream().receive("changes", changeOf("c"));
  await settle();
  expect(second.received.map(([id]) => id)).toEqual(["c"]);
  expect(first.received.map(([id]) => id)).toEqual(["c"]);
});

test("hidden tabs of the back office share one stream too", async () => {
  shareLocks();
  const tabs = [await openTab({ runsHidden: true }), await openTab({ runsHidden: true })];
  latestStream().receive("ready", { audience: "administrator" });
  browser.show("hidden");
  await wait(20_000);
  expect([count(), openStreams()]).toEqual([1, 1]);
  latestStream().receive("changes", changeOf("d"));
  await settle();
  for (const tab of tabs) expect(tab.received.map(([id]) => id)).toEqual(["d"]);
});

test("a tab of the back office that joins a visitor's stream makes it that of the session", async () => {
  shareLocks();
  await openTab({ runsHidden: true });
  latestStream().receive("ready", { audience: "public" });
  await openTab({ runsHidden: true });
  expect([count(), openStreams()]).toEqual([2, 1]);
});

test("the pages of orders and of the shop have streams of their own", async () => {
  shareLocks();
  await openTab();
  await openTab({ runsHidden: true });
  await openTab({ order: "1001-abc" });
  await openTab({ order: "1001-abc" });
  expect([count(), openStreams()]).toEqual([3, 3]);
});

test.each([
  ["without locks", { onLine: true }],
  [
    "where site data is blocked",
    {
      onLine: true,
      locks: { request: () => Promise.reject(new DOMException("denied", "SecurityError")) },
    },
  ],
])("%s every tab has its stream and shows notices", async (_, navigator) => {
  vi.stubGlobal("navigator", navigator);
  const first = await openTab({ runsHidden: true });
  await openTab({ runsHidden: true });
  expect(openStreams()).toBe(2);
  FakeEventSource.opened[0]?.receive("changes", changeOf("e"));
  expect(first.received).toEqual([["e", true]]);
});
