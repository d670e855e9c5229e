import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { isNull } from "drizzle-orm";
import { afterAll, expect, inject, onTestFinished, test } from "vitest";
import { writeArchive } from "#app/archive/archive-file.ts";
import { type ArchiveDatabase, openPostgres } from "#app/archive/databases.ts";
import { restore } from "#app/archive/restore.ts";
import { listMigrations } from "#app/archive/rows.ts";
import { openedOrders, pedidos } from "#app/domain/orders/table.ts";
import { outbox } from "#app/domain/outbox/table.ts";
import { createEarlierVersion, readMigrations } from "#app/platform/database/migrate.ts";
import { openPostgresDatabase } from "#app/platform/database/postgres/open.ts";
import { createFolderStore } from "#app/platform/media/media-store.ts";
import { createTestDatabase } from "#tests/support/engines.ts";
import { insertEarlierOrders, insertOrders, testLog } from "#tests/support/rows.ts";

const server = inject("postgresUrl") ?? "";
const folder = await mkdtemp(path.join(tmpdir(), "pomar-old-archive-"));
afterAll(() => rm(folder, { recursive: true }));
const media = () => createFolderStore(path.join(folder, "media"));
const everything = "SELECT to_jsonb(pedidos) AS row FROM pedidos ORDER BY numero_pedido";

async function openPlace(): Promise<{ url: string; place: ArchiveDatabase }> {
  const url = await createTestDatabase(server, "empty");
  const place = await openPostgres(url, "DATABASE_URL");
  onTestFinished(() => place.close());
  return { url, place };
}

/** The archive of a shop of the earlier version, or one whose last migration has that number, and its orders. */
async function archiveOf(last = "9999") {
  const { place } = await openPlace();
  await createEarlierVersion(place.inTransaction);
  const orders = await place.inTransaction(async (run) => {
    await insertEarlierOrders(run, Array(5).fill("0 seconds"));
    await run("UPDATE pedidos SET status = 'entregue' WHERE numero_pedido = 1002");
    await run("DELETE FROM pedidos WHERE numero_pedido = 1005");
    // A copy of an embedded database during an order may have an advanced sequence.
    await run("SELECT setval('pedidos_numero_pedido_seq', 1037)");
    await run("DELETE FROM migrations WHERE name > $1", [last]);
    return run(everything);
  });
  const file = path.join(folder, `${last}.tar.gz`);
  await writeArchive(place, media, file);
  return { file, orders: orders.map(({ row }) => row) };
}

test("the archive of a shop of the earlier version is restored completely and converted", async () => {
  const { file, orders } = await archiveOf();
  const { url, place } = await openPlace();
  await restore(file, place, media);
  const ran = await place.inTransaction(listMigrations);
  expect(ran.map(({ name }) => name)).toEqual((await readMigrations()).map(({ name }) => name));
  const back = await place.inTransaction((run) =>
    run(
      everything.replace(
        "to_jsonb(pedidos)",
        "to_jsonb(pedidos) || jsonb_build_object('itens', order_items(id))",
      ),
    ),
  );
  expect(back).toHaveLength(4);
  expect(back).toEqual(orders.map((row) => ({ row: expect.objectContaining(row) })));

  const { database, close } = await openPostgresDatabase(url, testLog);
  // The mails of four orders that the earlier version had not queued yet, and one of a status.
  expect(await database.$count(outbox)).toBe(9);
  expect(await database.$count(openedOrders)).toBe(0);
  // Continues after the last number used, even if its order was deleted.
  const [next] = await insertOrders(database);
  expect(next?.numero_pedido).toBe(1006);
  await close();
});

test("an archive from before the earlier version is rejected with the commit to start", async () => {
  const { file } = await archiveOf("0024");
  const { place } = await openPlace();
  await expect(restore(file, place, media)).rejects.toThrow(/before commit 40eb917: restore it/);
});

test("an old archive is rejected with a message where a newer shop has been started", async () => {
  const { file } = await archiveOf();
  const place = await openPostgres(await createTestDatabase(server), "DATABASE_URL");
  onTestFinished(() => place.close());
  await expect(restore(file, place, media)).rejects.toThrow(/^a newer version was started/);
});

test("a copy for tests sends nothing", async () => {
  const { file } = await archiveOf();
  const { url, place } = await openPlace();
  expect((await restore(file, place, media, { noOutgoing: true })).outgoing).toEqual([]);
  const { database, close } = await openPostgresDatabase(url, testLog);
  expect(await database.$count(pedidos)).toBe(4);
  expect(await database.$count(outbox, isNull(outbox.sent_at))).toBe(0);
  await close();
});
