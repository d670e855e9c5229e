import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createRefetchQueue, holdRefetch } from "./refetch-queue.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function createCountingQueue() {
  const refetch = vi.fn(() => Promise.resolve());
  const queue = createRefetchQueue(refetch);
  onTestFinished(queue.stop);
  return { refetch, ...queue };
}

test("the first change is fetched at once, a burst of them a few times a second", async () => {
  const { refetch, request } = createCountingQueue();
  request();
  expect(refetch).toHaveBeenCalledTimes(1);
  for (let change = 0; change < 40; change += 1) {
    request();
    await vi.advanceTimersByTimeAsync(50);
  }
  await vi.advanceTimersByTimeAsync(1000);
  expect(refetch.mock.calls.length).toBeGreaterThanOrEqual(5);
  expect(refetch.mock.calls.length).toBeLessThanOrEqual(7);
});

test("changes during a drag or a save are fetched once, after both have ended", async () => {
  const { refetch, request } = createCountingQueue();
  const [endDrag, endSave] = [holdRefetch(), holdRefetch()];
  request();
  request();
  endDrag();
  endDrag();
  expect(refetch).not.toHaveBeenCalled();
  endSave();
  expect(refetch).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(refetch).toHaveBeenCalledTimes(1);
});
