import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { pedidos } from "#app/domain/orders/table.ts";
import { migratedFolder, temporaryFolder } from "#tests/support/database-folders.ts";
import { testLog } from "#tests/support/rows.ts";
import { lockFolder } from "./data-folder.ts";
import { openEmbeddedDatabase } from "./open.ts";

const writer = fileURLToPath(
  new URL("../../../../tests/programs/write-orders.ts", import.meta.url),
);
const databaseFolder = await migratedFolder();
const silentLog = { ...testLog, error: () => undefined };

function emptyFolder(): string {
  const folder = temporaryFolder();
  mkdirSync(folder);
  return folder;
}

async function lock(folder: string, intervalMs?: number) {
  const held = await lockFolder(folder, intervalMs);
  onTestFinished(() => held.release());
  return held;
}

it("rejects other processes when the lock file is deleted, and stops the first", {
  tags: ["nightly"],
  timeout: 30_000,
}, async () => {
  const folder = await databaseFolder();
  const { database, crashed, close } = await openEmbeddedDatabase(folder, silentLog);
  rmSync(`${folder}.lock`);
  await expect(openEmbeddedDatabase(folder, testLog)).rejects.toThrow("DATA_DIR is in use");
  await expect(promisify(execFile)(process.execPath, [writer, folder])).rejects.toMatchObject({
    stderr: expect.stringMatching(
      `DATA_DIR is in use: process ${process.pid} has .* open. Do not delete database.lock`,
    ),
  });
  expect((await crashed).message).toContain("database.lock was deleted or replaced");
  expect(await database.$count(pedidos)).toBe(0);
  await close();
  await (await openEmbeddedDatabase(folder, testLog)).close();
});

it("reports a lock file that another one replaced", async () => {
  const folder = emptyFolder();
  const { lost } = await lock(folder, 10);
  rmSync(`${folder}.lock`);
  writeFileSync(`${folder}.lock`, "");
  expect((await lost).message).toContain("deleted or replaced");
});

it("rejects a folder for which a control socket answers", async () => {
  const folder = emptyFolder();
  const socket = path.join(path.dirname(folder), "control.sock");
  const shop = createServer().listen(socket);
  onTestFinished(() => void shop.close());
  await expect(lock(folder)).rejects.toThrow("a running shop answers");
});

it("ignores the record of an ended process, of a reused pid and of a copied folder", async () => {
  const folder = emptyFolder();
  const record = path.join(folder, "pomar.pid");
  const first = await lockFolder(folder);
  await first.recordOwner();
  const current = JSON.parse(readFileSync(record, "utf8"));
  await first.release();
  for (const changes of [
    { pid: 4_194_304 },
    { started: "1" },
    { namespace: "1" },
    { folder: "1" },
  ]) {
    writeFileSync(record, JSON.stringify({ ...current, ...changes }));
    await (await lockFolder(folder)).release();
  }
  writeFileSync(record, JSON.stringify(current));
  await expect(lock(folder)).rejects.toThrow(`process ${process.pid} has ${folder} open`);
});

it("ignores a damaged record", async () => {
  const folder = emptyFolder();
  writeFileSync(path.join(folder, "pomar.pid"), "");
  await lock(folder);
});
