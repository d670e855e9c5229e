import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { RowChange } from "#app/shared/changes.ts";
import { publishChanges, publishMissedChanges } from "./changes.ts";
import { createRefetchQueue, holdRefetch, refetchAfterChanges } from "./refetch.ts";

let controller: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  controller = new AbortController();
});
afterEach(() => {
  controller.abort();
  vi.useRealTimers();
});

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("requests during a refetch are answered by one more", async () => {
  const responses: ((isComplete: boolean) => void)[] = [];
  const refetch = vi.fn(() => new Promise<boolean>((resolve) => responses.push(resolve)));
  const request = createRefetchQueue(refetch, controller.signal);
  for (let times = 0; times < 5; times += 1) request();
  expect(refetch).toHaveBeenCalledTimes(1);
  responses[0]?.(true);
  await wait(1000);
  expect(refetch).toHaveBeenCalledTimes(2);
  responses[1]?.(true);
  await wait(60_000);
  expect(refetch).toHaveBeenCalledTimes(2);
});

test("requests at short intervals leave a pause between refetches", async () => {
  const refetch = vi.fn(async () => true);
  const request = createRefetchQueue(refetch, controller.signal);
  for (let times = 0; times < 20; times += 1) {
    request();
    await wait(100);
  }
  await wait(1000);
  expect(refetch.mock.calls.length).toBeGreaterThanOrEqual(5);
  expect(refetch.mock.calls.length).toBeLessThanOrEqual(7);
});

test("a refetch waits for the end of every drag and save", async () => {
  const refetch = vi.fn(async () => true);
  const request = createRefetchQueue(refetch, controller.signal);
  const releases = [holdRefetch(), holdRefetch()];
  request();
  await wait(1000);
  releases[0]?.();
  releases[0]?.();
  await wait(1000);
  expect(refetch).not.toHaveBeenCalled();
  releases[1]?.();
  await wait(1000);
  expect(refetch).toHaveBeenCalledTimes(1);
});

test("a failed refetch is repeated twice, and then at the next request", async () => {
  const refetch = vi.fn(async () => false);
  const request = createRefetchQueue(refetch, controller.signal);
  request();
  await wait(60_000);
  expect(refetch).toHaveBeenCalledTimes(3);
  request();
  await wait(0);
  expect(refetch).toHaveBeenCalledTimes(4);
});

test("nothing is refetched after the queue was stopped", async () => {
  const refetch = vi.fn(async () => false);
  const request = createRefetchQueue(refetch, controller.signal);
  request();
  await wait(0);
  controller.abort();
  request();
  await wait(60_000);
  expect(refetch).toHaveBeenCalledTimes(1);
});

function change(...tables: RowChange["table"][]) {
  publishChanges(
    tables.map((table) => ({ table, operation: "UPDATE", id: "a" })),
    true,
  );
}

test("a batch with shown tables causes one refetch, other tables none", () => {
  const refetch = vi.fn();
  refetchAfterChanges(({ table }) => table === "products", refetch, controller.signal);
  change("recipes", "settings");
  expect(refetch).not.toHaveBeenCalled();
  change("products", "recipes", "products");
  expect(refetch).toHaveBeenCalledTimes(1);
});

test("possibly missed changes cause a refetch until it is stopped", () => {
  const refetch = vi.fn();
  refetchAfterChanges(({ table }) => table === "products", refetch, controller.signal);
  publishMissedChanges();
  expect(refetch).toHaveBeenCalledTimes(1);
  controller.abort();
  publishMissedChanges();
  change("products");
  expect(refetch).toHaveBeenCalledTimes(1);
});
