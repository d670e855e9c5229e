import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { categories } from "#app/domain/catalogue/table.ts";
import type { Database } from "#app/platform/database/database.ts";
import { migratedFolder, temporaryFolder } from "#tests/support/database-folders.ts";
import { testLog } from "#tests/support/rows.ts";
import { postgresMajor } from "./durability.ts";
import { openEmbeddedDatabase } from "./open.ts";

const writer = fileURLToPath(
  new URL("../../../../tests/programs/write-orders.ts", import.meta.url),
);
const databaseFolder = await migratedFolder();
const open = (folder: string) => openEmbeddedDatabase(folder, testLog);

it("creates a missing database, readable by its owner only, and opens it again", async () => {
  const folder = temporaryFolder();
  const first = await open(folder);
  expect(await first.database.$count(categories)).toBe(4);
  await first.database.update(categories).set({ description: "Mudou" });
  await first.close();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(readdirSync(path.dirname(folder)).sort()).toEqual(["database", "database.lock"]);

  const second = await open(folder);
  const [row] = await second.database.select().from(categories).limit(1);
  expect(row?.description).toBe("Mudou");
  await second.close();
});

it("checks the folder against the PostgreSQL version that it runs", {
  tags: ["nightly"],
}, async () => {
  const { database, close } = await open(await databaseFolder());
  const answer = await database.execute(sql`SHOW server_version`);
  expect(JSON.stringify(answer)).toContain(`"server_version":"${postgresMajor}.`);
  await close();
});

it("allows one process: a second open here or in another process fails with one clear line", async () => {
  const folder = await databaseFolder();
  const { database, close } = await open(folder);
  await expect(open(folder)).rejects.toMatchObject({
    name: "DatabaseStartError",
    message: `DATA_DIR is in use: another process has ${folder} open. Do not delete database.lock: two processes destroy the database`,
  });
  const otherProcess = promisify(execFile)(process.execPath, [writer, folder]);
  await expect(otherProcess).rejects.toMatchObject({
    stderr: expect.stringContaining(`DatabaseStartError: DATA_DIR is in use`),
  });
  expect(await database.$count(categories)).toBe(4);
  await close();
});

it("can be opened again after close, which may be called twice", {
  tags: ["nightly"],
}, async () => {
  const folder = await databaseFolder();
  const { close } = await open(folder);
  await Promise.all([close(), close()]);
  const again = await open(folder);
  await again.close();
});

it("waits for pending queries when it closes", { tags: ["nightly"] }, async () => {
  const { database, close } = await open(await databaseFolder());
  const update = (within: Database) => within.update(categories).set({ description: "Fim" });
  const writing = Array.from({ length: 20 }, async (_, index) =>
    index % 2 === 0 ? update(database) : database.transaction(update),
  );
  await close();
  await expect(Promise.all(writing)).resolves.toHaveLength(20);
});

it("starts after a kill that left a pid file, even an empty one", async () => {
  const folder = await databaseFolder();
  for (const left of ["", "-1\n/pglite/data\n"]) {
    writeFileSync(path.join(folder, "postmaster.pid"), left);
    await (await open(folder)).close();
    expect(existsSync(path.join(folder, "postmaster.pid"))).toBe(false);
  }
});

it("starts over when the first start was interrupted", { tags: ["nightly"] }, async () => {
  const folder = temporaryFolder();
  mkdirSync(`${folder}.new/base`, { recursive: true });
  writeFileSync(`${folder}.new/PG_VERSION`, postgresMajor);
  const { database, close } = await open(folder);
  expect(await database.$count(categories)).toBe(4);
  await close();
});

it("does not touch files that are not its database", async () => {
  const folder = temporaryFolder();
  mkdirSync(folder);
  writeFileSync(path.join(folder, "letters.txt"), "Querida Ana");
  await expect(open(folder)).rejects.toMatchObject({
    name: "DatabaseStartError",
    message: `DATA_DIR: ${folder} holds files but no database (no PG_VERSION)`,
  });
  writeFileSync(path.join(folder, "PG_VERSION"), "17\n");
  await expect(open(folder)).rejects.toMatchObject({
    name: "DatabaseStartError",
    message: `DATA_DIR: ${folder} was written by PostgreSQL 17, this version of the shop has 18`,
  });
  expect(readdirSync(folder).sort()).toEqual(["PG_VERSION", "letters.txt"]);
});
