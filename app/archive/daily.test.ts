import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { createLog } from "#app/platform/log.ts";
import { backupName, keepBackedUp } from "./daily.ts";

const parent = await mkdtemp(path.join(tmpdir(), "pomar-daily-"));
afterAll(() => rm(parent, { recursive: true }));

const log = createLog("silent");
const often = { first: 1, pause: 1 };
const day = 86_400_000;

/** A folder with one backup for each of these ages, in days, and a file of somebody else's. */
async function folderWith(...ages: number[]): Promise<string> {
  const folder = path.join(parent, crypto.randomUUID());
  await mkdir(folder);
  for (const age of ages) {
    await writeFile(path.join(folder, backupName(new Date(Date.now() - age * day))), "");
  }
  await writeFile(path.join(folder, "notes.txt"), "");
  return folder;
}

const make = () => vi.fn(async (file: string) => writeFile(file, "backup"));

test("a backup a day is made, the last seven are kept, and what else lies there", async () => {
  const folder = await folderWith(1.1, 2, 3, 4, 5, 6, 7, 8);
  for (const age of [0, 2]) {
    const name = backupName(new Date(Date.now() - age * day));
    await writeFile(path.join(folder, `${name}.${crypto.randomUUID()}.part`), "");
  }
  const made = make();
  const stop = keepBackedUp(folder, log, made, often);
  await vi.waitFor(async () => expect(await readdir(folder)).toHaveLength(9));
  await stop();
  expect(made).toHaveBeenCalledTimes(1);
  const oldest = backupName(new Date(Date.now() - 7 * day)).slice(0, 16);
  const names = (await readdir(folder)).toSorted();
  expect(names[0]).toBe("notes.txt");
  expect(names[1]?.slice(0, 16) ?? "").not.toBe(oldest);
});

test("a backup that is not a day old is enough", async () => {
  const made = make();
  const stop = keepBackedUp(await folderWith(0.9), log, made, often);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await stop();
  expect(made).not.toHaveBeenCalled();
});

test("one that fails is said, costs no older one, and is tried again", async () => {
  const folder = await folderWith(2, 3, 4, 5, 6, 7, 8);
  const error = vi.spyOn(log, "error");
  const made = make().mockRejectedValueOnce(new Error("the disk is full"));
  const stop = keepBackedUp(folder, log, made, often);
  await vi.waitFor(() => expect(error).toHaveBeenCalled());
  await vi.waitFor(() => expect(made).toHaveBeenCalledTimes(2));
  await stop();
  expect((await readdir(folder)).filter((name) => name.startsWith("pomar-"))).toHaveLength(7);
});
