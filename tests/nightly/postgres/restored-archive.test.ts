import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, expect, inject, onTestFinished, test } from "vitest";
import { writeArchive } from "#app/archive/archive-file.ts";
import { openPostgres } from "#app/archive/databases.ts";
import { restore } from "#app/archive/restore.ts";
import { outbox } from "#app/domain/kernel/table.ts";
import { orderColumns, pedidos } from "#app/domain/orders/table.ts";
import { openPostgresDatabase } from "#app/platform/database/postgres/open.ts";
import { createFolderStore } from "#app/platform/media/media-store.ts";
import { createTestDatabase } from "#tests/support/engines.ts";
import { insertOrders, testLog } from "#tests/support/rows.ts";

const server = inject("postgresUrl") ?? "";
const folder = await mkdtemp(path.join(tmpdir(), "pomar-restored-"));
afterAll(() => rm(folder, { recursive: true }));
const media = () => createFolderStore(path.join(folder, "media"));

async function openShop(url: string) {
  const { database, close } = await openPostgresDatabase(url, testLog);
  onTestFinished(close);
  return {
    database,
    orders: () => database.select(orderColumns).from(pedidos).orderBy(pedidos.numero_pedido),
  };
}

test("an archive is restored completely, and orders continue after the last number that was used", async () => {
  const url = await createTestDatabase(server);
  const source = await openShop(url);
  const [, second] = await insertOrders(source.database, {}, {}, {}, {}, {});
  await source.database
    .update(pedidos)
    .set({ status: "entregue" })
    .where(eq(pedidos.id, second?.id ?? ""));
  await source.database.delete(pedidos).where(eq(pedidos.numero_pedido, 1005));
  // A copy of an embedded database during an order may have an advanced sequence.
  await source.database.execute(sql`SELECT setval('pedidos_numero_pedido_seq', 1037)`);
  const place = await openPostgres(url, "DATABASE_URL");
  const file = path.join(folder, "shop.tar.gz");
  await writeArchive(place, media, file);
  await place.close();

  const targetUrl = await createTestDatabase(server, "empty");
  const target = await openPostgres(targetUrl, "DATABASE_URL");
  await restore(file, target, media);
  await target.close();
  const restored = await openShop(targetUrl);
  expect(await restored.orders()).toEqual(await source.orders());
  expect(await restored.orders()).toHaveLength(4);
  expect(await restored.database.$count(outbox)).toBe(await source.database.$count(outbox));
  const [next] = await insertOrders(restored.database);
  expect(next?.numero_pedido).toBe(1006);
});
