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

afterEach(() => {
  for (const stop of stops) stop();
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
  expect(received).toHaveBeenCalledExactlyOnceWith([change]);
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

/** The browser's locks, for one name. */
function oneLock() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request(_name: string, _options: object, hold: () => Promise<void>) {
      last = last.then(hold);
      return last;
    },
  };
}

test("of the back office's hidden tabs one has a stream, and another one after it is closed", async () => {
  vi.stubGlobal("navigator", { onLine: true, locks: oneLock() });
  const first = start({ runsHidden: true });
  start({ runsHidden: true });
  browser.show("hidden");
  await wait(20_000);
  expect(FakeEventSource.opened.map(({ isClosed }) => isClosed)).toEqual([false, true]);
  first.stop();
  await wait(0);
  expect(FakeEventSource.opened.map(({ isClosed }) => isClosed)).toEqual([true, true, false]);
});

test.each([
  ["without locks", undefined],
  [
    "where site data is blocked",
    {
      request: () => {
        throw new DOMException("denied", "SecurityError");
      },
    },
  ],
])("%s every hidden tab of the back office has its stream", async (_, locks) => {
  vi.stubGlobal("navigator", { onLine: true, locks });
  start({ runsHidden: true });
  browser.show("hidden");
  await wait(20_000);
  expect(latestStream().isClosed).toBe(false);
});
