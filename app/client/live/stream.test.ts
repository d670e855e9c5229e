import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeEventSource, fakeBrowser, latestStream, realBrowser } from "./fake-browser.ts";
import { createStream, type Stream, type StreamEvents } from "./stream.ts";

const events = {
  onReady: vi.fn<StreamEvents["onReady"]>(),
  onChanges: vi.fn<StreamEvents["onChanges"]>(),
  onGap: vi.fn<StreamEvents["onGap"]>(),
  onSignedOut: vi.fn<StreamEvents["onSignedOut"]>(),
  onFailure: vi.fn<StreamEvents["onFailure"]>(),
};
let stream: Stream;

beforeEach(() => {
  vi.resetAllMocks();
  fakeBrowser();
  vi.spyOn(Math, "random").mockReturnValue(1);
  stream = createStream(Date.now(), events);
  stream.open();
});

afterEach(() => {
  stream.close();
  realBrowser();
});

const wait = (milliseconds: number) => vi.advanceTimersByTime(milliseconds);
const count = () => FakeEventSource.opened.length;

test("hands on what the shop tells, in one stream however often it is asked for", () => {
  stream.open();
  const change = { table: "products", operation: "UPDATE", id: "a" };
  latestStream().tell("changes", [change]);
  latestStream().tell("gap");
  expect(count()).toBe(1);
  expect(events.onChanges).toHaveBeenCalledExactlyOnceWith([change]);
  expect(events.onGap).toHaveBeenCalledTimes(1);
});

test("comes back after a wait that grows with each failure, and only one at a time", () => {
  for (const [failures, pause] of [2000, 4000, 8000, 16_000, 30_000, 30_000].entries()) {
    latestStream().break();
    expect(latestStream().isClosed).toBe(true);
    expect(events.onFailure).toHaveBeenLastCalledWith(failures + 1);
    wait(pause - 1);
    expect(count()).toBe(failures + 1);
    wait(1);
    expect(count()).toBe(failures + 2);
  }
});

test("a stream that lived long starts the wait anew, one that broke soon does not", () => {
  latestStream().break();
  wait(2000);
  latestStream().tell("ready", { quiet_for: 0 });
  wait(5000);
  latestStream().break();
  expect(events.onFailure).toHaveBeenLastCalledWith(2);
  wait(4000);
  latestStream().tell("ready", { quiet_for: 0 });
  wait(30_000);
  latestStream().break();
  expect(events.onFailure).toHaveBeenLastCalledWith(1);
});

test("is asked for at once out of a wait, and not a second time afterwards", () => {
  latestStream().break();
  stream.open();
  expect(count()).toBe(2);
  latestStream().tell("ready", { quiet_for: 0 });
  wait(20_000);
  expect(count()).toBe(2);
});

test("a connection that says nothing for longer than the shop ever does is given up", () => {
  latestStream().tell("ready", { quiet_for: 0 });
  wait(40_000);
  latestStream().tell("beat");
  wait(49_999);
  expect(events.onFailure).not.toHaveBeenCalled();
  wait(1);
  expect(events.onFailure).toHaveBeenCalledExactlyOnceWith(1);
  expect(latestStream().isClosed).toBe(true);
});

test("says whether anything was told since the page knew all", () => {
  wait(10_000);
  latestStream().tell("ready", { quiet_for: 60_000 });
  expect(events.onReady).toHaveBeenLastCalledWith(false, undefined);
  wait(40_000);
  latestStream().break();
  wait(2000);
  latestStream().tell("ready", { quiet_for: 43_000 });
  expect(events.onReady).toHaveBeenLastCalledWith(true, undefined);
  latestStream().tell("beat");
  latestStream().break();
  wait(4000);
  latestStream().tell("ready", { quiet_for: 49_000 });
  expect(events.onReady).toHaveBeenLastCalledWith(false, undefined);
  stream.close();
  stream.open();
  latestStream().tell("ready", { quiet_for: 0 });
  expect(events.onReady).toHaveBeenLastCalledWith(true, undefined);
});

test("gives way to a visitor's stream when the session ends", () => {
  latestStream().tell("signed-out");
  expect(events.onSignedOut).toHaveBeenCalledTimes(1);
  expect(FakeEventSource.opened.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  expect(events.onFailure).not.toHaveBeenCalled();
});

test("is left alone once it is closed", () => {
  latestStream().break();
  stream.close();
  wait(120_000);
  expect(count()).toBe(1);
});
