import { execFile } from "node:child_process";
import { chmod, readdir } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test, vi } from "vitest";
import { createOrderSource } from "#tests/load/orders.ts";
import { ensurePostgres, type PostgresServer, startPostgres } from "#tests/support/postgres.ts";
import {
  removeFolder,
  type ShopProcess,
  startShop,
  temporaryFolder,
} from "#tests/support/shop-process.ts";
import { createReader, queryServer } from "./shop-clients.ts";

// The steps of docs/growing.md, 'Back to any minute': a base backup, archived WAL, and recovery to before a mistake.

vi.setConfig({ testTimeout: 180_000 });

const run = promisify(execFile);
const programs = (await ensurePostgres()) ?? "";
const password = "senha-de-teste";
const folder = await temporaryFolder();
const archive = await temporaryFolder();
const servers: PostgresServer[] = [];
let shop: ShopProcess | undefined;

afterAll(async () => {
  await shop?.stop("SIGKILL");
  await Promise.all(servers.map((server) => server.stop()));
  await Promise.all([folder, archive].map(removeFolder));
});

const env = (server: PostgresServer) => ({
  DATABASE_URL: server.url,
  ADMIN_PASSWORD: password,
});

async function placeOrders(url: string, count: number) {
  const nextOrder = await createOrderSource(url);
  for (let placed = 0; placed < count; placed += 1) {
    const { headers, body } = nextOrder();
    const response = await fetch(`${url}/api/orders`, { method: "POST", headers, body });
    expect(response.status).toBe(201);
  }
}

test("a database is recovered to the minute before all orders were deleted", async () => {
  // PostgreSQL runs as another user than the test.
  await chmod(archive, 0o777);
  const settings = {
    synchronous_commit: "on",
    archive_mode: "on",
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
  };
  const primary = await startPostgres(programs, { settings });
  servers.push(primary);
  shop = await startShop(folder, env(primary));
  await placeOrders(shop.url, 10);
  const baseBackup = path.join(folder, "base");
  await run(path.join(programs, "pg_basebackup"), [
    ...["--dbname", primary.url, "--pgdata", baseBackup, "--checkpoint=fast"],
  ]);
  await placeOrders(shop.url, 10);
  const { next_cursor } = await (await createReader(shop.url, password)).readOrders("start");
  const [{ now }] = await queryServer(primary.url, "SELECT clock_timestamp()::text AS now");
  await queryServer(primary.url, "DELETE FROM pedidos");
  const [{ wal }] = await queryServer(
    primary.url,
    "SELECT pg_walfile_name(pg_switch_wal()) AS wal",
  );
  const archived = `SELECT last_archived_wal >= '${wal}' AS is_archived FROM pg_stat_archiver`;
  await expect
    .poll(() => queryServer(primary.url, archived), { timeout: 30_000 })
    .toEqual([{ is_archived: true }]);
  await shop.stop();
  await primary.kill();

  const recovered = await startPostgres(programs, {
    baseBackup,
    files: { "recovery.signal": "" },
    settings: {
      restore_command: `cp ${archive}/%f %p`,
      recovery_target_time: now,
      recovery_target_action: "promote",
    },
  });
  servers.push(recovered);
  await expect
    .poll(() => queryServer(recovered.url, "SELECT pg_is_in_recovery() AS is_recovering"), {
      timeout: 30_000,
    })
    .toEqual([{ is_recovering: false }]);
  shop = await startShop(folder, env(recovered));
  expect(await queryServer(recovered.url, "SELECT count(*)::int AS count FROM pedidos")).toEqual([
    { count: 20 },
  ]);
  await placeOrders(shop.url, 1);
  const feed = await createReader(shop.url, password);
  await expect(feed.readOrders(next_cursor)).rejects.toThrow("start");
  expect((await feed.readOrders("start")).items).toHaveLength(21);
  expect(await readdir(archive)).not.toEqual([]);
});
