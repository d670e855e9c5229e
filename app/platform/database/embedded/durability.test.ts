import { setTimeout } from "node:timers/promises";
import { afterEach, expect, it, vi } from "vitest";
import { pedidos } from "#app/domain/orders/table.ts";
import { recipes } from "#app/domain/recipes/table.ts";
import type { Database } from "#app/platform/database/database.ts";
import { migratedFolder } from "#tests/support/database-folders.ts";
import { insertOrders, recipeRow, testLog } from "#tests/support/rows.ts";
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
    await insertOrders(database);
    expect(disk.syncs - before).toBe(1);
  }
  const before = disk.syncs;
  await database.select().from(pedidos);
  expect(disk.syncs).toBe(before);
  await close();
});

it("syncs once for concurrent transactions, after the commit of each", async () => {
  const { database, close } = await openEmbeddedDatabase(await databaseFolder(), testLog);
  const before = disk.syncs;
  const orders = Array.from({ length: 16 }, async () => {
    const syncsAtCommit = await database.transaction(async (transaction) => {
      await insertOrders(transaction);
      return disk.syncs;
    });
    expect(disk.syncs).toBeGreaterThan(syncsAtCommit);
  });
  await Promise.all(orders);
  expect(disk.syncs - before).toBeLessThan(4);

  const alone = disk.syncs;
  await database.transaction((transaction) => insertOrders(transaction));
  expect(disk.syncs - alone).toBe(1);
  await close();
});

it("syncs once for concurrent single statements, before each is acknowledged", {
  tags: ["nightly"],
}, async () => {
  const { database, close } = await openEmbeddedDatabase(await databaseFolder(), testLog);
  const before = disk.syncs;
  const saved = Array.from({ length: 16 }, async (_, index) => {
    const row = recipeRow({ slug: `suco-${index}` });
    const [inserted] = await database.insert(recipes).values(row).returning();
    expect(inserted?.slug).toBe(row.slug);
    expect(disk.syncs).toBeGreaterThan(before);
  });
  await Promise.all(saved);
  expect(disk.syncs - before).toBeLessThan(4);
  expect(await database.$count(recipes)).toBe(16);
  await close();
});

it("syncs once for transactions that begin in the same tick", { tags: ["nightly"] }, async () => {
  const { database, close } = await openEmbeddedDatabase(await databaseFolder(), testLog);
  const before = disk.syncs;
  // Timers due together run like requests received together: one ends before the next begins.
  const orders = Array.from({ length: 16 }, async () => {
    await setTimeout(20);
    await database.transaction((transaction) => insertOrders(transaction));
  });
  await Promise.all(orders);
  expect(disk.syncs - before).toBeLessThan(6);
  expect(await database.$count(pedidos)).toBe(16);
  await close();
});

it.each([
  ["statement", async (database: Database) => insertOrders(database)],
  ["transaction", (database: Database) => database.transaction((tx) => insertOrders(tx))],
])(
  "acknowledges no %s that failed to reach the disk, and rejects everything afterwards",
  async (_, write) => {
    const folder = await databaseFolder();
    const { database, crashed, close } = await openEmbeddedDatabase(folder, quiet);
    await insertOrders(database);
    disk.broken = true;
    await expect(write(database)).rejects.toThrow();
    disk.broken = false;
    expect((await crashed).message).toContain("could not fsync file");
    await expect(database.select().from(pedidos)).rejects.toThrow();
    await expect(database.transaction(async () => undefined)).rejects.toThrow();
    await close();

    const again = await openEmbeddedDatabase(folder, testLog);
    expect(await again.database.$count(pedidos)).toBeGreaterThanOrEqual(1);
    await again.close();
  },
);
