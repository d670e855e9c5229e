import { mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { createLog } from "#app/platform/log.ts";
import { addMigratedDatabase } from "#tests/support/migrated-folder.ts";
import { runProgram } from "#tests/support/run-program.ts";
import { backupName, readBackupStatus, startDailyBackups } from "./backups.ts";

const parent = await mkdtemp(path.join(tmpdir(), "pomar-daily-"));
afterAll(() => rm(parent, { recursive: true }));

const log = createLog("silent");
const quick = { times: { firstDelayMs: 1, intervalMs: 1 }, checkNewest: async () => undefined };
const dayMs = 86_400_000;

/** A folder with backups of these ages in days, and an unrelated file. */
async function createFolder(...ages: number[]): Promise<string> {
  const folder = path.join(parent, crypto.randomUUID());
  await mkdir(folder);
  for (const age of ages) {
    await writeFile(path.join(folder, backupName(new Date(Date.now() - age * dayMs))), "");
  }
  await writeFile(path.join(folder, "notes.txt"), "");
  return folder;
}

/** Writes the incomplete backup that a killed process leaves, with a date so many days ago. */
async function addIncomplete(folder: string, name: string, age: number): Promise<void> {
  const file = path.join(folder, `${name}.${crypto.randomUUID()}.part`);
  await writeFile(file, "");
  const writtenAt = new Date(Date.now() - age * dayMs);
  await utimes(file, writtenAt, writtenAt);
}

const fakeBackup = () => vi.fn(async (file: string) => writeFile(file, "backup"));

test("creates a backup a day and deletes all but the newest seven, and no other file", async () => {
  const folder = await createFolder(1.1, 2, 3, 4, 5, 6, 7, 8);
  await addIncomplete(folder, backupName(new Date()), 0);
  await addIncomplete(folder, backupName(new Date(Date.now() - 2 * dayMs)), 2);
  await addIncomplete(folder, "before-0002_next.tar.gz", 2);
  const createBackup = fakeBackup();
  const stop = startDailyBackups(folder, log, { ...quick, createBackup });
  await vi.waitFor(async () => expect(await readdir(folder)).toHaveLength(9));
  await stop();
  expect(createBackup).toHaveBeenCalledTimes(1);
  const oldest = backupName(new Date(Date.now() - 7 * dayMs)).slice(0, 16);
  const names = (await readdir(folder)).toSorted();
  expect(names[0]).toBe("notes.txt");
  expect(names[1]?.slice(0, 16) ?? "").not.toBe(oldest);
});

test("creates no backup within a day of the last one", async () => {
  const createBackup = fakeBackup();
  const stop = startDailyBackups(await createFolder(0.9), log, { ...quick, createBackup });
  await new Promise((resolve) => setTimeout(resolve, 50));
  await stop();
  expect(createBackup).not.toHaveBeenCalled();
});

test("logs a failed backup, deletes no older one, and tries again", async () => {
  const folder = await createFolder(2, 3, 4, 5, 6, 7, 8);
  const error = vi.spyOn(log, "error");
  const createBackup = fakeBackup().mockRejectedValueOnce(new Error("the disk is full"));
  const stop = startDailyBackups(folder, log, { ...quick, createBackup });
  await vi.waitFor(() => expect(error).toHaveBeenCalled());
  await vi.waitFor(() => expect(createBackup).toHaveBeenCalledTimes(2));
  await stop();
  expect((await readdir(folder)).filter((name) => name.startsWith("pomar-"))).toHaveLength(7);
});

test("BACKUP_COMMAND copies each new backup, and its failure is recorded", async () => {
  const folder = await createFolder();
  const copy = path.join(parent, "copy.tar.gz");
  const runOnce = async (command: string) => {
    const createBackup = fakeBackup();
    const stop = startDailyBackups(folder, log, { ...quick, createBackup, command });
    await vi.waitFor(async () =>
      expect((await readBackupStatus(folder)).copied?.file).toMatch(/^pomar-/),
    );
    await stop();
    return (await readBackupStatus(folder)).copied;
  };
  expect(await runOnce(`cp "$BACKUP_FILE" ${copy}`)).not.toHaveProperty("error");
  expect(await readFile(copy, "utf8")).toBe("backup");
  await rm(folder, { recursive: true });
  await mkdir(folder);
  expect((await runOnce("echo no route to host >&2; exit 3"))?.error).toBe(
    "BACKUP_COMMAND exited with 3: no route to host",
  );
});

test("the newest backup is checked once a week", async () => {
  const folder = await createFolder(0.1, 1);
  const checkNewest = vi.fn(async () => {
    const checked = { at: new Date().toISOString(), file: "x" };
    await writeFile(path.join(folder, "status.json"), JSON.stringify({ checked }));
  });
  const stop = startDailyBackups(folder, log, { ...quick, checkNewest });
  await vi.waitFor(() => expect(checkNewest).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve, 50));
  await stop();
  expect(checkNewest).toHaveBeenCalledTimes(1);
});

test("npm run backup -- --check restores the newest backup into a temporary database", {
  tags: ["nightly"],
  timeout: 120_000,
}, async () => {
  const dataDir = await mkdtemp(path.join(parent, "data-"));
  const folder = path.join(dataDir, "backups");
  await addMigratedDatabase(dataDir);
  const run = (...args: string[]) =>
    runProgram(["scripts/backup.ts", ...args], { DATA_DIR: dataDir });
  expect(await run("--check")).toMatchObject({ code: 1 });
  const file = (await run()).output.split(":", 1)[0] ?? "";
  const { code, output } = await run("--check");
  expect({ code, output }).toMatchObject({
    code: 0,
    output: expect.stringMatching(/ rows.*complete/),
  });
  expect((await readBackupStatus(folder)).checked).toEqual({
    at: expect.any(String),
    file: path.basename(file),
  });
  const bytes = await readFile(file);
  await writeFile(file, bytes.subarray(0, bytes.length - 200));
  expect(await run("--check")).toMatchObject({ code: 1 });
  expect((await readBackupStatus(folder)).checked?.error).toContain("damaged");
});

test("npm run backup -- --prune creates one more and deletes all but the newest seven", {
  tags: ["nightly"],
}, async () => {
  const dataDir = await mkdtemp(path.join(parent, "data-"));
  await addMigratedDatabase(dataDir);
  const folder = path.join(dataDir, "backups");
  await rename(await createFolder(1, 2, 3, 4, 5, 6, 7, 8), folder);
  const backup = ["scripts/backup.ts", "--prune"];
  const { code, output } = await runProgram(backup, { DATA_DIR: dataDir });
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining(" rows") });
  const names = await readdir(folder);
  expect(names.filter((name) => name.startsWith("pomar-"))).toHaveLength(7);
  expect(names).toContain(path.basename(output.split(":", 1)[0] ?? ""));
});
