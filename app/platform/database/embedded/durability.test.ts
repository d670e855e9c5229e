import { afterEach, expect, it, vi } from "vitest";
import { pedidos } from "#app/platform/database/schema.ts";
import { testLog } from "#app/platform/database/test-log.ts";
import { orderRow } from "#app/platform/database/testing-rows.ts";
import { migratedFolder } from "./fixtures/temporary-folder.ts";
import { openEmbeddedDatabase } from "./open.ts";

const disk = vi.hoisted(() => ({ syncs: 0, broken: false }));
vi.mock("node:fs", async (original) => {
  const fs = await original<typeof import("node:fs")>();
  const fsyncSync = (file: number) => {
    if (disk.broken) throw Object.assign(new Error("i/o error"), { code: "EIO" });
    fs.fsyncSync(file);
    disk.syncs++;
  };
  return { ...fs, fsyncSync };
});

afterEach(() => {
  disk.broken = false;
});

const databaseFolder = await migratedFolder();
const quiet = { ...testLog, error: () => undefined };

it("syncs the disk once for each commit, before it is acknowledged, and for no read", async () => {
  const { database, close } = await openEmbeddedDatabase(await databaseFolder(), testLog);
  for (let order = 0; order < 5; order++) {
    const before = disk.syncs;
    await database.insert(pedidos).values(orderRow());
    expect(disk.syncs - before).toBe(1);
  }
  const before = disk.syncs;
  await database.select().from(pedidos);
  expect(disk.syncs).toBe(before);
  await close();
});

it("acknowledges nothing that the disk did not take, and answers nothing from then on", async () => {
  const folder = await databaseFolder();
  const { database, crashed, close } = await openEmbeddedDatabase(folder, quiet);
  await database.insert(pedidos).values(orderRow());
  disk.broken = true;
  await expect(database.insert(pedidos).values(orderRow())).rejects.toThrow();
  disk.broken = false;
  expect((await crashed).message).toContain("could not fsync file");
  await expect(database.select().from(pedidos)).rejects.toThrow();
  await expect(database.transaction(async () => undefined)).rejects.toThrow();
  await close();

  const again = await openEmbeddedDatabase(folder, testLog);
  expect(await again.database.$count(pedidos)).toBeGreaterThanOrEqual(1);
  await again.close();
});
