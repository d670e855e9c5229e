import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** Prints the megabytes of V8's heap after a busy time and after some idle seconds. */
const idleProgram = `
  const { getHeapStatistics } = await import("node:v8");
  const { setTimeout: delay } = await import("node:timers/promises");
  const { returnMemoryWhenIdle } = await import(process.argv[1]);
  if (process.argv[2] === "returned") returnMemoryWhenIdle();
  const end = performance.now() + 2000;
  let objects = [];
  while (performance.now() < end) {
    if (objects.length === 500_000) objects = [];
    objects.push({ count: objects.length, name: "polpa " + objects.length });
    if (objects.length % 1000 === 0) await delay(0);
  }
  objects = undefined;
  const used = () => Math.round(getHeapStatistics().total_physical_size / 2 ** 20);
  const busy = used();
  await delay(22_000);
  console.log(JSON.stringify({ busy, idle: used() }));`;

const run = promisify(execFile);
const file = new URL("idle-memory.ts", import.meta.url).href;

async function measureIdle(how: string): Promise<{ busy: number; idle: number }> {
  const args = ["--input-type=module", "--eval", idleProgram, file, how];
  return JSON.parse((await run(process.execPath, args)).stdout);
}

test("the memory of a busy time is returned once the process is idle", {
  tags: ["nightly"],
}, async () => {
  const [returned, kept] = await Promise.all([measureIdle("returned"), measureIdle("kept")]);
  expect(returned.busy).toBeGreaterThan(40);
  expect(returned.idle).toBeLessThan(15);
  // Without it, V8 keeps the memory. When it no longer does, the function can go.
  expect(kept.idle).toBeGreaterThan(40);
});
