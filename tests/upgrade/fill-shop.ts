import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { ensureAdministrator } from "#app/domain/people/administrator.server.ts";
import { createPasswordHasher } from "#app/domain/people/secrets.server.ts";
import { refreshSales } from "#app/domain/reports/sales/sums.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import { createFolderStore } from "#app/platform/media/media-store.ts";
import { demoPicturesFolder, seedDemo } from "#demo/seed.ts";

export const administrator = { email: "admin@pomar.example", password: "senha-de-teste" };

/** The end of the demonstration's sixty days. */
const now = new Date("2026-11-26T18:30:00-03:00");
/** One, since all of them have 5 MB. */
const picture = "products/polpa-de-umbu-100-g.webp";

/** The file of an import in progress, which the upgraded shop continues. */
const importedFile = gzipSync("slug\n").toString("base64");

/** The rows that the demonstration lacks. The messages were sent, and the webhook is off: the upgraded shop sends nothing. */
const furtherRows = [
  `INSERT INTO api_tokens (token_hash, ending, name, scope, email, created_at)
    VALUES (repeat('a', 64), 'abcd', 'ERP', 'write', '${administrator.email}', now())`,
  `INSERT INTO helper_links (token_hash, date, role, name, expires_at)
    VALUES (repeat('b', 64), '2026-11-26', 'motorista', 'João', '2026-11-27T12:00:00Z')`,
  `INSERT INTO idempotency_keys (route, key, request_hash) VALUES ('/api/products/batch', 'key', repeat('c', 64))`,
  `INSERT INTO webhooks (url, secret, events, enabled)
    VALUES ('https://erp.example/', repeat('s', 43), '["order.created"]', false)`,
  `INSERT INTO push_key (private_key, public_key) VALUES (repeat('k', 43), repeat('p', 87))`,
  `INSERT INTO push_subscriptions (endpoint, p256dh, auth, device)
    VALUES ('https://push.example/1', repeat('p', 87), repeat('a', 22), 'Firefox')`,
  `INSERT INTO outbox (kind, event, order_id, next_attempt_at, sent_at)
    SELECT 'mail', 'customer', id, NULL, now() FROM pedidos WHERE numero_pedido = 1001`,
  `INSERT INTO product_imports (author, file) VALUES ('${administrator.email}', '${importedFile}')`,
  `INSERT INTO postal_codes (cep, address) VALUES ('01310100', '{"city": "São Paulo", "state": "SP"}')`,
  "INSERT INTO sales_stale (day) VALUES ('2026-11-26')",
  `INSERT INTO unused_media (name, since) VALUES ('site-assets/unused.webp', now())`,
  `WITH charge AS (
    INSERT INTO pix_charges (txid, order_id, revision, amount, state, next_check_at)
    SELECT replace(order_id::text, '-', '') || '0', order_id, 0, payments.amount, 'paid', NULL
    FROM payments JOIN receipts ON receipts.id = receipt_id WHERE kind = 'pix' AND payments.amount > 0
    ORDER BY received_at, order_id LIMIT 1 RETURNING *
  )
  INSERT INTO pix_receipts (end_to_end_id, txid, amount, receipt_id)
  SELECT 'E00000000202611261830aaaaaaaaaaa', txid, charge.amount, receipt_id
  FROM charge JOIN payments ON payments.order_id = charge.order_id LIMIT 1`,
  `INSERT INTO supplier_invoices (access_key, supplier_document, number, issued_on)
    VALUES ('35261111222333000181550010000012341123456789', '11222333000181', 1234, '2026-11-24')`,
  `INSERT INTO supplier_codes (supplier_document, code, purchase_unit, product_id, factor)
    SELECT '11222333000181', 'P-102', 'CX', id, 12 FROM products ORDER BY slug LIMIT 1`,
  `INSERT INTO customer_links (token_hash, customer_id, expires_at)
    SELECT repeat('d', 64), id, '2027-11-26' FROM customers ORDER BY created_at, id LIMIT 1`,
  `INSERT INTO customer_devices (token_hash, customer_id, user_agent, expires_at)
    SELECT repeat('e', 64), id, 'Firefox', '2027-11-26' FROM customers ORDER BY created_at, id LIMIT 1`,
  `INSERT INTO customer_link_requests (customer_id, contact)
    SELECT id, '11987654321' FROM customers ORDER BY created_at, id LIMIT 1`,
  `INSERT INTO customer_lists (customer_id, name, lines)
    SELECT customers.id, 'Semana', jsonb_build_array(jsonb_build_object('product_id', products.id, 'unit', 'caixa', 'quantity', 2))
    FROM customers, products ORDER BY customers.created_at, customers.id, products.slug LIMIT 1`,
  "INSERT INTO area_orders SELECT id FROM pedidos WHERE numero_pedido = 1001",
  `INSERT INTO joined_orders (order_id, into_id, undo)
    SELECT cancelled.id, other.id, '{}' FROM pedidos AS cancelled, pedidos AS other
    WHERE cancelled.status = 'cancelado' AND other.status = 'entregue' ORDER BY cancelled.numero_pedido, other.numero_pedido LIMIT 1`,
  `WITH series AS (
    INSERT INTO order_series (customer_id, order_id, cliente_info, channel, lines, weekdays, starts_on, counts_from)
    SELECT customer_id, id, cliente_info, 'site', '[]', '[1]', '2026-12-01', '2026-12-01' FROM pedidos
    WHERE customer_id IS NOT NULL ORDER BY numero_pedido LIMIT 1 RETURNING id
  ) INSERT INTO series_dates (series_id, date, state) SELECT id, '2026-12-08', 'skipped' FROM series`,
  `INSERT INTO order_aliases (customer_id, words, product_id, unit)
    SELECT customers.id, 'acerola', products.id, 'caixa' FROM customers, products
    ORDER BY customers.created_at, customers.id, products.slug LIMIT 1`,
  // The upgraded shop has no bank.
  "INSERT INTO pix_provider DEFAULT VALUES",
];

/** Fills a migrated database with rows in every table, and the folder `media` with a picture. */
export async function fillShop(database: Database, media: string): Promise<void> {
  const hasher = createPasswordHasher();
  await ensureAdministrator(database, hasher, now, { ...administrator, generated: false });
  const pictures = await mkdtemp(path.join(tmpdir(), "pomar-pictures-"));
  try {
    await cp(path.join(demoPicturesFolder, picture), path.join(pictures, picture));
    await seedDemo({
      database,
      media: createFolderStore(media),
      pictures,
      business: { administrator: administrator.email, now },
    });
  } finally {
    await rm(pictures, { recursive: true });
  }
  await refreshSales(database);
  for (const row of furtherRows) await database.execute(sql.raw(row));
  await rejectEmptyTables(database);
}

async function rejectEmptyTables(database: Database): Promise<void> {
  const { rows } = await database.execute<{ name: string }>(sql`
    SELECT relname AS name FROM pg_class
    WHERE relkind = 'r' AND relpersistence = 'p' AND relnamespace = 'public'::regnamespace
      AND (xpath('/row/rows/text()', query_to_xml(format('SELECT count(*) AS rows FROM %I', relname), true, true, '')))[1]::text = '0'`);
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(", ");
  throw new Error(`add rows to tests/upgrade/fill-shop.ts: ${names} would be empty`);
}
