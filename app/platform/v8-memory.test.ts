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

/**
 * Prints the megabytes that 100,000 calls of `process.nextTick` add to the old generation, after some collections that the
 * arguments of earlier calls survived.
 */
const ticksProgram = `
  const { getHeapSpaceStatistics } = await import("node:v8");
  const { disablePretenuring } = await import(process.argv[1]);
  if (process.argv[2] === "young") disablePretenuring();
  for (let round = 0; round < 3; round += 1) {
    for (let count = 0; count < 1000; count += 1) process.nextTick(() => undefined, {});
    gc({ type: "minor" });
  }
  const isOld = (space) => space.space_name === "old_space";
  const used = () => getHeapSpaceStatistics().find(isOld).space_used_size / 2 ** 20;
  let grown = 0;
  let before = 0;
  for (let turn = 0; turn < 20_000; turn += 1) {
    for (let count = 0; count < 10; count += 1) process.nextTick(() => undefined, {});
    await new Promise(setImmediate);
    if (turn % 500 !== 0) continue;
    const now = used();
    if (turn > 10_000) grown += Math.max(0, now - before);
    before = now;
  }
  console.log(grown);`;

const run = promisify(execFile);
const file = new URL("v8-memory.ts", import.meta.url).href;

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

test("arguments of process.nextTick stay young after collections that earlier ones survived", async () => {
  async function measureGrowth(how: string): Promise<number> {
    // V8 decides only when the young generation has its largest size.
    const flags = ["--expose-gc", "--min-semi-space-size=16", "--max-semi-space-size=16"];
    const args = [...flags, "--input-type=module", "--eval", ticksProgram, file, how];
    return Number((await run(process.execPath, args)).stdout);
  }
  expect(await measureGrowth("young")).toBeLessThan(1);
  // Without it, V8 creates them in the old generation. When it no longer does, the function can go.
  expect(await measureGrowth("pretenured")).toBeGreaterThan(4);
});
