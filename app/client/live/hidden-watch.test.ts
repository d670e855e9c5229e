import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { takeTurns } from "./hidden-watch.ts";

/** The browser's locks, as far as one name needs them. */
function oneLock() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request(_name: string, _options: object, hold: () => Promise<void>) {
      last = last.then(hold);
      return last;
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function hide() {
  const ending = new AbortController();
  const told: string[] = [];
  takeTurns(
    () => void told.push("turn"),
    () => void told.push("rest"),
    ending.signal,
  );
  return { told, show: () => ending.abort() };
}

const wait = () => vi.advanceTimersByTimeAsync(1000);

test("of the hidden tabs one watches, and another when it is seen or closed", async () => {
  vi.stubGlobal("navigator", { locks: oneLock() });
  const [first, second] = [hide(), hide()];
  await wait();
  expect(first.told).toEqual(["turn"]);
  expect(second.told).toEqual(["rest"]);
  first.show();
  await wait();
  expect(second.told).toEqual(["rest", "turn"]);
});

test("where there are no locks every tab watches", async () => {
  vi.stubGlobal("navigator", {});
  const tab = hide();
  await wait();
  expect(tab.told).toEqual([]);
});
