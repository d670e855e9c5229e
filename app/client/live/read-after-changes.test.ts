import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { RowChange } from "#app/shared/changes.ts";
import { announceChanges, announceGap } from "../changes.ts";
import { readAfterChanges, setShared } from "./read-after-changes.ts";

const read = vi.fn();
let ending: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  read.mockReset();
  ending = new AbortController();
  readAfterChanges((table) => table === "products", read, ending.signal);
});

afterEach(() => {
  ending.abort();
  setShared(false);
  vi.useRealTimers();
});

function change(...tables: RowChange["table"][]) {
  announceChanges(tables.map((table) => ({ table, operation: "UPDATE", id: "a" })));
}

test("what is shown is read anew once for a batch, anything else is not", () => {
  change("recipes", "settings");
  expect(read).not.toHaveBeenCalled();
  change("products", "recipes", "products");
  expect(read).toHaveBeenCalledTimes(1);
});

test("after a gap everything is", () => {
  announceGap();
  expect(read).toHaveBeenCalledTimes(1);
});

test("in a shop of several processes it is read once more when all have heard", () => {
  setShared(true);
  change("products");
  vi.advanceTimersByTime(1000);
  change("products");
  expect(read).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(60_000);
  expect(read).toHaveBeenCalledTimes(3);
});

test("nothing is read for a page that is gone", () => {
  setShared(true);
  change("products");
  ending.abort();
  change("products");
  announceGap();
  vi.advanceTimersByTime(60_000);
  expect(read).toHaveBeenCalledTimes(1);
});
