import { readdir } from "node:fs/promises";
import path from "node:path";
import { Pool } from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { verifyArchive } from "#app/archive/archive-file.ts";
import { listMigrations } from "#app/archive/rows.ts";
import { createEarlierVersion } from "#app/platform/database/migrate.ts";
import { inTransaction as onPool } from "#app/platform/database/postgres/open.ts";
import { createTestDatabase } from "#tests/support/engines.ts";
import { insertEarlierOrders } from "#tests/support/rows.ts";
import { removeFolder, startShop, temporaryFolder } from "#tests/support/shop-process.ts";

const waitingOrders = 300;

test("of two processes that start together on an earlier database, one saves it and converts it", {
  timeout: 120_000,
}, async () => {
  const url = await createTestDatabase(inject("postgresUrl") ?? "", "empty");
  const pool = new Pool({ connectionString: url });
  onTestFinished(() => pool.end());
  const inTransaction = onPool(pool);
  await createEarlierVersion(inTransaction);
  await inTransaction((run) => insertEarlierOrders(run, Array(waitingOrders).fill("1 minute")));
  const earlier = await inTransaction(listMigrations);

  const folders = [await temporaryFolder(), await temporaryFolder()];
  onTestFinished(async () => void (await Promise.all(folders.map(removeFolder))));
  const env = { DATABASE_URL: url, ADMIN_PASSWORD: "senha-de-teste", LOG_LEVEL: "info" };
  const shops = await Promise.all(folders.map((folder) => startShop(folder, env)));
  onTestFinished(async () => void (await Promise.all(shops.map((shop) => shop.stop()))));
  const written = await Promise.all(
    folders.map(async (folder) => {
      const backups = path.join(folder, "backups");
      const files = await readdir(backups).catch(() => []);
      return files.map((file) => path.join(backups, file));
    }),
  );
  const [backup = "", ...others] = written.flat();
  expect(path.basename(backup)).toBe("before-0000_from-40eb917.tar.gz");
  expect(others).toEqual([]);
  const { head, tail } = await verifyArchive(backup);
  expect(head.migrations).toEqual(earlier);
  expect(tail.tables.pedidos?.rows).toBe(waitingOrders);
  const printed = shops.map((shop) => shop.output()).join("");
  expect(printed.match(/ran database migrations/g)).toHaveLength(1);
});
