import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, inject, onTestFinished, test } from "vitest";
import { writeArchive } from "#app/archive/archive-file.ts";
import { type ArchiveDatabase, openPostgres } from "#app/archive/databases.ts";
import { restore } from "#app/archive/restore.ts";
import { listMigrations } from "#app/archive/rows.ts";
import { orderRow, testLog } from "#app/platform/database/fixtures.ts";
import { migrate, readMigrations } from "#app/platform/database/migrate.ts";
import { openPostgresDatabase } from "#app/platform/database/postgres/open.ts";
import { openedOrders, orderMails, pedidos } from "#app/platform/database/schema.ts";
import { createTestDatabase } from "#app/platform/database/test-databases.ts";
import { createFolderStore } from "#app/platform/media/folder-store.ts";

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

/** The archive of a shop whose last migration has that number, and its orders. */
async function archiveOf(last: string) {
  const { place } = await openPlace();
  const names = (await readMigrations()).map(({ name }) => name);
  const then = new Set(names.filter((name) => name.slice(0, 4) <= last));
  await migrate(place.inTransaction, undefined, then);
  const { cliente_info, itens } = orderRow();
  const orders = await place.inTransaction(async (run) => {
    await run(
      `INSERT INTO pedidos (valor_total, cliente_info, itens)
        SELECT 0.30, $1::jsonb, $2::jsonb FROM generate_series(1, 5)`,
      [JSON.stringify(cliente_info), JSON.stringify(itens)],
    );
    await run("UPDATE pedidos SET status = 'entregue' WHERE numero_pedido = 1002");
    await run("DELETE FROM pedidos WHERE numero_pedido = 1005");
    // A copy of an embedded database during an order may have an advanced sequence.
    await run("SELECT setval('pedidos_numero_pedido_seq', 1037)");
    return run(everything);
  });
  const file = path.join(folder, `${last}.tar.gz`);
  await writeArchive(place, media, file);
  return { file, orders: orders.map(({ row }) => row), migrations: names };
}

test.each(["0001", "0003", "0005"])(
  "the archive of a shop at migration %s is restored completely and migrated",
  async (last) => {
    const { file, orders, migrations } = await archiveOf(last);
    const { url, place } = await openPlace();
    await restore(file, place, media);
    const ran = await place.inTransaction(listMigrations);
    expect(ran.map(({ name }) => name)).toEqual(migrations);
    const back = await place.inTransaction((run) => run(everything));
    expect(back).toHaveLength(4);
    expect(back).toEqual(orders.map((row) => ({ row: expect.objectContaining(row) })));

    const { database, close } = await openPostgresDatabase(url, testLog);
    // Orders older than the migrations of mails and of new orders are neither mailed nor new.
    expect(await database.$count(orderMails)).toBe(0);
    expect(await database.$count(openedOrders)).toBe(4);
    // Continues after the last number used, even if its order was deleted.
    const [next] = await database.insert(pedidos).values(orderRow()).returning();
    expect(next?.numero_pedido).toBe(1006);
    await close();
  },
);

test("an old archive is rejected with a message where a newer shop has been started", async () => {
  const { file } = await archiveOf("0003");
  const place = await openPostgres(await createTestDatabase(server), "DATABASE_URL");
  onTestFinished(() => place.close());
  await expect(restore(file, place, media)).rejects.toThrow(/^a newer version was started/);
});
