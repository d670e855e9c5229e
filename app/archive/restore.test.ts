import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "#app/platform/database/open.ts";
import { createFolderStore } from "#app/platform/media/media-store.ts";
import { addMigratedDatabase } from "#tests/support/migrated-folder.ts";
import { insertOrders, testLog } from "#tests/support/rows.ts";
import { runProgram } from "#tests/support/run-program.ts";
import { writeArchive } from "./archive-file.ts";
import { openEmbedded } from "./databases.ts";
import { restore } from "./restore.ts";

async function newShop(): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "pomar-restore-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await addMigratedDatabase(dataDir);
  return dataDir;
}

/** An archive of a shop with an order, a member, a webhook and a device. */
async function createArchive() {
  const dataDir = await newShop();
  const media = () => createFolderStore(path.join(dataDir, "media"));
  const file = path.join(dataDir, "backup.tar.gz");
  const running = await openDatabase({ dataDir, log: testLog });
  await running.database.execute(sql`INSERT INTO webhooks (url, secret, events)
    VALUES ('https://erp.example/', repeat('s', 43), '["order.created"]')`);
  await running.database.execute(sql`INSERT INTO push_subscriptions (endpoint, p256dh, auth, device)
    VALUES ('https://push.example/1', repeat('p', 87), repeat('a', 22), 'Firefox')`);
  await insertOrders(running.database);
  await running.database.execute(sql`INSERT INTO delivery_zones (name, position, fee, shifts)
    VALUES ('Sul', 0, 8, '[{"name": "Manhã", "from": "08:00", "until": "12:00", "capacity": 3}]')`);
  await running.database.execute(sql`INSERT INTO delivery_exceptions (date) VALUES ('2026-12-25')`);
  await running.database.execute(sql`UPDATE pedidos SET delivery_kind = 'entrega', delivery_date = '2026-12-26',
    delivery_shift = 'Manhã, 8h às 12h', delivery_zone = 'Sul', delivery_zone_id = (SELECT id FROM delivery_zones)`);
  await running.database.execute(
    sql`INSERT INTO price_tables (name, percentages) VALUES ('Bares', '{"polpas": -5}')`,
  );
  await running.database.execute(
    sql`UPDATE customers SET price_table = (SELECT id FROM price_tables)`,
  );
  await running.database.execute(sql`WITH member AS (
      INSERT INTO members (name, email, role, invited_at) VALUES ('Ana', 'ana@loja.example', 'equipe', now()) RETURNING id, email
    ), added AS (INSERT INTO member_credentials (id, email, password_hash, password_changed_at, device_key)
      SELECT id, email, '$argon2id$ana', now(), 'k' FROM member)
    INSERT INTO sessions (member_id, email, token_hash, expires_at)
      SELECT id, email, repeat('0', 64), now() + interval '1 day' FROM member`);
  await running.close();
  const shop = await openEmbedded(dataDir);
  await writeArchive(shop, media, file);
  await shop.close();
  return { file, media };
}

test("a copy for tests has all rows and sends nothing", async () => {
  const { file, media } = await createArchive();
  const staging = await openEmbedded(await newShop());
  const options = { noOutgoing: true };
  expect((await restore(file, staging, media, options)).outgoing).toEqual([]);
  const [state] = await staging.inTransaction((run) =>
    run(`SELECT (SELECT count(*)::int FROM pedidos) AS orders, customer_mails,
      (SELECT count(*)::int FROM webhooks WHERE enabled) AS webhooks,
      (SELECT count(*)::int FROM push_subscriptions) AS devices FROM settings`),
  );
  expect(state).toEqual({ orders: 1, customer_mails: [], webhooks: 0, devices: 0 });
  const delivery = await staging.inTransaction((run) =>
    run(`SELECT pedidos.delivery_date::text AS day, delivery_shift AS shift, zone.name, zone.fee::text AS fee,
      zone.shifts -> 0 ->> 'name' AS first, (SELECT date::text FROM delivery_exceptions) AS closed
      FROM pedidos JOIN delivery_zones AS zone ON zone.id = delivery_zone_id`),
  );
  const [day, shift] = ["2026-12-26", "Manhã, 8h às 12h"];
  const zone = { name: "Sul", fee: "8.00", first: "Manhã", closed: "2026-12-25" };
  expect(delivery).toEqual([{ day, shift, ...zone }]);
  const tables = await staging.inTransaction((run) =>
    run(`SELECT price_tables.name, percentages ->> 'polpas' AS percent, count(*)::int AS customers
      FROM price_tables JOIN customers ON customers.price_table = price_tables.id GROUP BY price_tables.id`),
  );
  expect(tables).toEqual([{ name: "Bares", percent: "-5", customers: 1 }]);
  // The member has a password and open sessions, as the administrator has.
  const members = await staging.inTransaction((run) =>
    run(`SELECT name, role, active, password_hash AS hash, sessions.email AS session FROM members
      JOIN member_credentials USING (id) JOIN sessions ON member_id = members.id`),
  );
  const [hash, session] = ["$argon2id$ana", "ana@loja.example"];
  expect(members).toEqual([{ name: "Ana", role: "equipe", active: true, hash, session }]);
  await staging.close();
});

test("a restore by the command names what will be sent", { tags: ["nightly"] }, async () => {
  const { file } = await createArchive();
  const again = await runProgram(["scripts/restore.ts", file], { DATA_DIR: await newShop() });
  expect(again.output).toMatch(
    /: 2 mails, 1 push messages, 1 webhook deliveries\. .*--no-outgoing/,
  );
});
