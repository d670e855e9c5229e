import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { type SQL, sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { writeArchive } from "#app/archive/archive-file.ts";
import type { PlacedOrder } from "#app/domain/orders/schema.ts";
import type { InTransaction } from "#app/platform/database/migrate.ts";
import { createLog } from "#app/platform/log.ts";
import { createFolderStore } from "#app/platform/media/media-store.ts";
import { openEvents } from "#tests/support/event-stream.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { isNightly } from "#tests/support/test-run.ts";
import { listenForTest } from "#tests/support/test-shop.ts";
import { sessionCookie } from "./admin-session.ts";
import { createSender } from "./administrator.ts";
import { addProduct, customer, lineFor } from "./api-shop.ts";

const opened = await openTestDatabase();
const { database } = opened;

async function openShop() {
  const lines: string[] = [];
  const log = createLog("trace", undefined, { write: (line: string) => lines.push(line) });
  const env = { TRUST_PROXY: "127.0.0.1" };
  const { ask, port } = await listenForTest({ opened, log, env });
  const url = `http://127.0.0.1:${port}`;
  const product = await addProduct(database);
  const body = JSON.stringify({ customer, items: [lineFor(product)] });
  const headers = { "Content-Type": "application/json", "Idempotency-Key": randomUUID() };
  const response = await ask("/api/orders", headers, { method: "POST", body });
  const order: PlacedOrder = JSON.parse(response.body.toString());
  const ref = order.link.split("/pedido/")[1] ?? "";
  return { ask, url, lines, order, ref, token: ref.slice(ref.indexOf("-") + 1) };
}

test("no table, log line, metric or backup contains the token of a link in use", async () => {
  const { ask, url, lines, order, ref, token } = await openShop();
  const json = { "Content-Type": "application/json" };
  const cancel = { method: "POST", body: JSON.stringify({ version: 1, reason: "Engano" }) };
  const paths = [`/pedido/${ref}`, `/api/order-links/${ref}`, `/pedido/${ref}/`, `/pedido/${ref}x`];
  for (const target of paths) await ask(target);
  expect((await ask(`/api/order-links/${ref}`)).status).toBe(200);
  expect((await ask(`/api/order-links/${ref}/cancel`, json, cancel)).status).toBe(200);
  expect((await ask(`/api/order-links/${ref}/cancel`, json, { method: "POST" })).status).toBe(400);
  const stream = await openEvents(`${url}/api/events?pedido=${ref}`);
  await stream.event("ready");
  const send = createSender(url, { Cookie: await sessionCookie(database) });
  expect((await send("POST", `/api/orders/${order.id}/link/rotate`, {})).status).toBe(200);

  const metrics = (await ask("/metrics")).body.toString();
  expect(metrics).toContain("/api/order-links/:ref");
  const archive = await readArchive();
  expect(archive).toContain(order.id);
  const log = lines.join("");
  expect(log).toContain("/api/order-links/");
  for (const text of [log, metrics, archive]) expect(text).not.toContain(token);
  await expectNoRowWith(token);
});

async function expectNoRowWith(token: string): Promise<void> {
  const { rows: tables } = await database.execute<{ tablename: string }>(
    sql`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`,
  );
  expect(tables.map(({ tablename }) => tablename)).toContain("audit_logs");
  for (const { tablename } of tables) {
    const table = sql`${sql.identifier(tablename)} AS row`;
    expect(await database.$count(table, sql`row::text LIKE ${`%${token}%`}`), tablename).toBe(0);
  }
}

/** A backup of the shop, decompressed. */
async function readArchive(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "pomar-archive-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, "loja.tar.gz");
  const source = { inTransaction, close: async () => undefined };
  await writeArchive(source, () => createFolderStore(path.join(folder, "media")), file);
  return gunzipSync(await readFile(file)).toString();
}

const inTransaction: InTransaction = (work) =>
  database.transaction((tx) =>
    work(async (text, values = []) => {
      const { rows } = await tx.execute<Record<string, unknown>>(withValues(text, values));
      return rows;
    }),
  );

/** A statement with `$1`, `$2` … as Drizzle's parameters. */
function withValues(text: string, values: unknown[]): SQL {
  const parts = text.split(/\$(\d+)/);
  return sql.join(
    parts.map((part, index) =>
      index % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1])}`,
    ),
  );
}

test("wrong numbers, tokens and texts have the same response", async () => {
  const { ask, token } = await openShop();
  const responses = new Set<string>();
  const collect = async (reference: string, address: string) => {
    const { status, headers, body } = await ask(`/api/order-links/${reference}`, {
      "X-Forwarded-For": address,
    });
    // `ratelimit` counts the network's own attempts.
    const { date, "x-request-id": id, ratelimit, ...others } = headers;
    responses.add(`${status} ${JSON.stringify(others)} ${body}`);
  };
  for (let index = 0; index < (isNightly ? 1000 : 100); index++) {
    const number = [1001, 1002 + index, 9_999_999_999][index % 3];
    const reference =
      index % 5 === 0 ? `${1002 + index}-${token}` : `${number}-${wrongToken(index)}`;
    await collect(reference, `10.9.${Math.floor(index / 50)}.1`);
  }
  for (const malformed of ["1001", "1001-", `01001-${token}`, `1001-${token}a`, "x"]) {
    await collect(malformed, "10.9.99.1");
  }
  expect([...responses]).toEqual([expect.stringMatching(/^404 /)]);
});

const wrongToken = (index: number) =>
  Buffer.from(`${index}`.padStart(16, "x")).toString("base64url");

test("a wrong number and a wrong token take the same time", { tags: ["nightly"] }, async () => {
  const { ask, ref } = await openShop();
  const [number = ""] = ref.split("-");
  const measure = async (reference: string, index: number) => {
    const start = performance.now();
    const address = { "X-Forwarded-For": `10.8.${Math.floor(index / 25)}.1` };
    expect((await ask(`/api/order-links/${reference}`, address)).status).toBe(404);
    return performance.now() - start;
  };
  // Pairs in alternating order, so that load on the machine affects both kinds alike.
  const differences: number[] = [];
  const durations: number[] = [];
  for (let index = -20; index < 400; index++) {
    const references = [`${number}-${wrongToken(index)}`, `999${index + 20}-${wrongToken(index)}`];
    const isSwapped = index % 2 === 0;
    const times = [];
    for (const reference of isSwapped ? references.toReversed() : references) {
      times.push(await measure(reference, index + 20));
    }
    const [one = 0, other = 0] = isSwapped ? times.toReversed() : times;
    // The first requests compile.
    if (index < 0) continue;
    differences.push(one - other);
    durations.push(one, other);
  }
  // The median's standard error follows from the spread of the pairs; the work on a found row is below a tenth.
  const spread = quantile(differences, 0.75) - quantile(differences, 0.25);
  const noise = (4 * spread) / Math.sqrt(differences.length);
  const tolerance = Math.max(noise, quantile(durations, 0.5) / 10);
  expect(Math.abs(quantile(differences, 0.5))).toBeLessThan(tolerance);
});

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0;
}
