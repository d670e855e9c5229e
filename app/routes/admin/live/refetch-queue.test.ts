import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createReader, holdReading } from "./refetch-queue.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function countingReader() {
  const read = vi.fn(() => Promise.resolve());
  const reader = createReader(read);
  onTestFinished(reader.stop);
  return { read, ...reader };
}

test("the first change is read at once, and a burst of them a few times a second", async () => {
  const { read, ask } = countingReader();
  ask();
  expect(read).toHaveBeenCalledTimes(1);
  for (let change = 0; change < 40; change += 1) {
    ask();
    await vi.advanceTimersByTimeAsync(50);
  }
  await vi.advanceTimersByTimeAsync(1000);
  expect(read.mock.calls.length).toBeGreaterThanOrEqual(5);
  expect(read.mock.calls.length).toBeLessThanOrEqual(7);
});

test("what changes while a row is dragged is read once it is dropped", async () => {
  const { read, ask } = countingReader();
  const [drop, saved] = [holdReading(), holdReading()];
  ask();
  ask();
  drop();
  drop();
  expect(read).not.toHaveBeenCalled();
  saved();
  expect(read).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(read).toHaveBeenCalledTimes(1);
});
