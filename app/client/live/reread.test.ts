import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRereading } from "./reread.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("what is asked for during a reading is read once, afterwards", async () => {
  const answers: ((read: boolean) => void)[] = [];
  const read = vi.fn(() => new Promise<boolean>((resolve) => answers.push(resolve)));
  const want = createRereading(read, new AbortController().signal);
  for (let times = 0; times < 5; times += 1) want();
  expect(read).toHaveBeenCalledTimes(1);
  answers[0]?.(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(read).toHaveBeenCalledTimes(2);
  answers[1]?.(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalledTimes(2);
});

test("a reading that failed is tried again twice, and then left to the next occasion", async () => {
  const read = vi.fn(async () => false);
  const want = createRereading(read, new AbortController().signal);
  want();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalledTimes(3);
  want();
  await vi.advanceTimersByTimeAsync(0);
  expect(read).toHaveBeenCalledTimes(4);
});

test("nothing is read for a page that is gone", async () => {
  const ending = new AbortController();
  const read = vi.fn(async () => false);
  const want = createRereading(read, ending.signal);
  want();
  await vi.advanceTimersByTimeAsync(0);
  ending.abort();
  want();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalledTimes(1);
});
