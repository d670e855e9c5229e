import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import { Client, Pool } from "pg";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { openPostgres } from "#app/archive/databases.ts";
import { auditLogs } from "#app/domain/audit/table.ts";
import { products } from "#app/domain/catalogue/table.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import { runAsUser } from "#app/platform/database/database.ts";
import { hasServerProcess, openPostgresDatabase } from "#app/platform/database/postgres/open.ts";
import { createTestDatabase } from "#tests/support/engines.ts";
import { ensurePgbouncer, startPgbouncer } from "#tests/support/pgbouncer.ts";
import { insertOrders, productRow } from "#tests/support/rows.ts";
import { runProgram } from "#tests/support/run-program.ts";

const program = await ensurePgbouncer();
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const serverConnections = 3;

/** A database with another time zone than UTC, and its address through a pooler. */
async function openPooler() {
  const directUrl = await createTestDatabase(inject("postgresUrl") ?? "", "empty");
  const client = new Client(directUrl);
  await client.connect();
  const name = new URL(directUrl).pathname.slice(1);
  await client
    .query(`ALTER DATABASE ${name} SET timezone = 'America/Sao_Paulo'`)
    .finally(() => client.end());
  const pooler = await startPgbouncer(program ?? "", directUrl, serverConnections);
  onTestFinished(() => pooler.stop());
  return { url: pooler.url, directUrl };
}

// PgBouncer may not be installable on this machine.
describe.skipIf(program === undefined)("through PgBouncer in transaction mode", () => {
  test("transactions are isolated, and notifications bypass the pooler", async () => {
    const { url, directUrl } = await openPooler();
    const opened = await openPostgresDatabase(url, quiet, { directUrl, connections: 20 });
    onTestFinished(() => opened.close());
    const { database } = opened;
    const received = new Set<string>();
    opened.subscribe(({ table, id }) => table === "products" && received.add(id));
    const people = Array.from({ length: 120 }, (_, count) => `pessoa${count}@pomar.example`);
    const inserted = await Promise.all(
      people.map((email, count) =>
        runAsUser(database, email, async (tx) => {
          const [row] = await tx
            .insert(products)
            .values(productRow({ slug: `polpa-${count}` }))
            .returning();
          await tx.$count(products);
          return { email, id: row?.id ?? "" };
        }),
      ),
    );
    const logs = await database
      .select({ by: auditLogs.user_email, id: auditLogs.record_id })
      .from(auditLogs)
      .where(eq(auditLogs.table_name, "products"));
    expect(new Map(logs.map(({ id, by }) => [id, by]))).toEqual(
      new Map(inserted.map(({ id, email }) => [id, email])),
    );
    // Outside runAsUser the author is null, although the connection was used with one before.
    await database.update(products).set({ stock: 5 });
    const system = await database.select().from(auditLogs).where(eq(auditLogs.operation, "UPDATE"));
    expect(new Set(system.map(({ user_email }) => user_email))).toEqual(new Set([null]));
    expect(system[0]?.new_data?.updated_at).toMatch(/\+00:00$/);
    await expect.poll(() => received.size).toBe(people.length);
  });

  test("statements that run often are not prepared", async () => {
    const { url, directUrl } = await openPooler();
    const opened = await openPostgresDatabase(url, quiet, { directUrl, connections: 20 });
    onTestFinished(() => opened.close());
    for (let round = 0; round < 20; round += 1) {
      const counts = Array.from({ length: 20 }, () =>
        opened.database.$count(products, eq(products.slug, `polpa-${round}`)),
      );
      expect(new Set(await Promise.all(counts))).toEqual(new Set([0]));
    }
  });

  test("a pooler is recognized without its own setting", async () => {
    const { url, directUrl } = await openPooler();
    const isDirect = async (address: string) => {
      const pool = new Pool({ connectionString: address, max: 1 });
      return hasServerProcess(pool).finally(() => pool.end());
    };
    expect([await isDirect(directUrl), await isDirect(url)]).toEqual([true, false]);
  });

  test("backup and restore of an open shop bypass the pooler", async () => {
    const { url, directUrl } = await openPooler();
    const shop = await openPostgresDatabase(url, quiet, { directUrl });
    onTestFinished(() => shop.close());
    const folder = await mkdtemp(path.join(tmpdir(), "pomar-pooled-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    await insertOrders(shop.database, ...Array.from({ length: 500 }, () => ({})));
    const file = path.join(folder, "backup.tar.gz");
    const run = (program: string, env: Record<string, string>) =>
      runProgram([program, file], {
        DATA_DIR: path.join(folder, "data"),
        ...env,
      });
    const env = { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl };
    expect(await run("scripts/backup.ts", env)).toMatchObject({ code: 0 });

    const emptyUrl = await createTestDatabase(inject("postgresUrl") ?? "", "empty");
    const pooledUrl = new URL(new URL(emptyUrl).pathname, url).href;
    const there = { DATABASE_URL: pooledUrl, DATABASE_DIRECT_URL: emptyUrl };
    expect(await run("scripts/restore.ts", there)).toMatchObject({ code: 0 });
    const back = await openPostgresDatabase(pooledUrl, quiet, { directUrl: emptyUrl });
    onTestFinished(() => back.close());
    const ordersOf = ({ database }: typeof back) =>
      database.select().from(pedidos).orderBy(pedidos.numero_pedido);
    expect(await ordersOf(back)).toEqual(await ordersOf(shop));

    await expect(openPostgres(url, "DATABASE_URL")).rejects.toThrow(
      "behind a pooler set DATABASE_DIRECT_URL too",
    );
  });

  test("without the direct address the start fails with a message", async () => {
    const { url } = await openPooler();
    await expect(openPostgresDatabase(url, quiet)).rejects.toThrow(
      /^DATABASE_URL: no connection to \S+ \(unsupported startup parameter: \S+; behind a pooler set DATABASE_DIRECT_URL too\)$/,
    );
  });
});
