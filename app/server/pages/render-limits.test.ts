import { expect, test } from "vitest";
import { createRenderLimits } from "#app/server/http/concurrency-limit.ts";

/** Counts turns of the event loop, in each of which received requests are read. */
function countTurns() {
  let turns = 0;
  const count = () => {
    turns += 1;
    immediate = setImmediate(count);
  };
  let immediate = setImmediate(count);
  return { read: () => turns, stop: () => clearImmediate(immediate) };
}

test("received requests are read before each render, although renders wait for nothing", async () => {
  const limits = createRenderLimits();
  const turns = countTurns();
  const rendered: number[] = [];
  const renders = Array.from({ length: 5 }, () =>
    limits.run("uncached", "network", async () => rendered.push(turns.read())),
  );
  for (let step = 0; step < 50; step += 1) await Promise.resolve();
  expect(rendered).toEqual([]);
  await Promise.all(renders).finally(turns.stop);
  expect(new Set(rendered).size).toBe(5);
});

test("one network fills half of the queue, and a finished render leaves it", async () => {
  const limits = createRenderLimits();
  const gate = Promise.withResolvers<void>();
  const renders = Array.from({ length: 10 }, () =>
    limits.run("uncached", "network", () => gate.promise),
  );
  expect(limits.isFull("uncached", "network")).toBe(true);
  expect(limits.isFull("uncached", "other network")).toBe(false);
  expect(limits.isFull("admin", "network")).toBe(false);
  await expect(limits.run("uncached", "network", async () => 1)).rejects.toThrow("overloaded");
  gate.resolve();
  await Promise.all(renders);
  expect(limits.isFull("uncached", "network")).toBe(false);
  await expect(
    limits.run("uncached", "network", async () => {
      throw new Error("broken");
    }),
  ).rejects.toThrow("broken");
});
