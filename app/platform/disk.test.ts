import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { prepareDisk } from "#tests/faults/server/limited-disk.ts";
import { createDisk } from "./disk.ts";

test("a write that failed because the disk was full is remembered until one succeeds", async (context) => {
  const small = await prepareDisk("8m");
  onTestFinished(() => small.remove());
  if (!small.fill) return context.skip("only root can mount a small disk");
  const disk = createDisk(small.folder, async () => undefined);
  const free = await disk.freeBytes();
  expect(free).toBeGreaterThan(7 * 2 ** 20);
  expect(free).toBeLessThanOrEqual(8 * 2 ** 20);
  await small.fill();
  expect(await disk.freeBytes()).toBe(0);
  const outOfSpace = Object.assign(new Error("no space left"), { code: "53100" });
  expect(disk.noteFailure(new Error("insert failed", { cause: outOfSpace }))).toBe(true);
  expect(await disk.isFull()).toBe(true);
  await small.free();
  expect(await disk.isFull()).toBe(false);
});

test("the database's own disk may be the full one", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "pomar-disk-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  let isFull = true;
  const full = Object.assign(new Error("could not extend file"), { code: "53100" });
  const disk = createDisk(folder, async () => {
    if (isFull) throw full;
  });
  expect(disk.noteFailure(new Error("other"))).toBe(false);
  expect(await disk.isFull()).toBe(false);
  disk.noteFailure(full);
  expect(await disk.isFull()).toBe(true);
  isFull = false;
  expect(await disk.isFull()).toBe(false);
});
