import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { createOrderSource } from "#tests/load/orders.ts";
import { openEvents } from "#tests/support/event-stream.ts";
import { ensurePostgres, type PostgresServer, startPostgres } from "#tests/support/postgres.ts";
import {
  removeFolder,
  type ShopProcess,
  startShop,
  temporaryFolder,
} from "#tests/support/shop-process.ts";
import { createReader, queryServer } from "./shop-clients.ts";

// The steps of docs/growing.md, 'A standby that takes over': the primary is killed under load and the standby promoted.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const programs = (await ensurePostgres()) ?? "";
const password = "senha-de-teste";
const ordersPerSecond = 20;
const secondsOfLoad = 5;

let servers: PostgresServer[] = [];
let shop: ShopProcess | undefined;
const folder = await temporaryFolder();

afterEach(async () => {
  await shop?.stop("SIGKILL");
  await Promise.all(servers.map((server) => server.stop()));
  await removeFolder(folder);
  servers = [];
});

/** A primary and its streaming standby; with synchronous replication a commit waits for the standby. */
async function startServers(isSynchronous: boolean) {
  const settings: Record<string, string> = { synchronous_commit: "on" };
  if (isSynchronous) settings.synchronous_standby_names = "*";
  const primary = await startPostgres(programs, { settings });
  servers.push(primary);
  const standby = await startPostgres(programs, { standbyOf: primary.url });
  servers.push(standby);
  const hosts = servers.map((server) => new URL(server.url).host).join(",");
  const url = `postgres://postgres@${hosts}/postgres?target_session_attrs=read-write`;
  return { primary, standby, url };
}

/** Sends orders at a constant rate; each is repeated with its key until it is acknowledged. */
async function sendOrders(url: string, until: AbortSignal) {
  const nextOrder = await createOrderSource(url);
  const acknowledged: string[] = [];
  let unavailableMs = 0;
  async function send() {
    const { headers, body } = nextOrder();
    const startedAt = performance.now();
    for (;;) {
      const response = await fetch(`${url}/api/orders`, { method: "POST", headers, body });
      const answer = await response.json();
      if (response.ok) {
        acknowledged.push(answer.id);
        unavailableMs = Math.max(unavailableMs, performance.now() - startedAt);
        return;
      }
      expect({ status: response.status, title: answer.title }).toEqual({
        status: 503,
        title: "Loja indisponível no momento",
      });
      await delay(200);
    }
  }
  const sent: Promise<void>[] = [];
  while (!until.aborted) {
    sent.push(send());
    await delay(1000 / ordersPerSecond);
  }
  await Promise.all(sent);
  return { acknowledged, unavailableMs: Math.round(unavailableMs) };
}

/** Reads all pages after the cursor: the ids of the orders, and the cursor to continue with. */
async function readFeed(url: string, start: string) {
  const client = await createReader(url, password);
  const ids: string[] = [];
  for (let cursor = start; ; ) {
    const page = await client.readOrders(cursor);
    cursor = page.next_cursor;
    if (page.items.length === 0) return { ids, cursor };
    ids.push(...page.items.map(({ id }) => id));
  }
}

test.each([
  ["synchronous", true],
  ["asynchronous", false],
])(
  "the standby takes over at 20 orders per second with %s replication",
  async (name, isSynchronous) => {
    const { primary, standby, url } = await startServers(isSynchronous);
    shop = await startShop(folder, { DATABASE_URL: url, ADMIN_PASSWORD: password });
    const page = await openEvents(`${shop.url}/api/events`);
    const stop = new AbortController();
    const load = sendOrders(shop.url, stop.signal);
    await delay(secondsOfLoad * 1000);
    const before = await readFeed(shop.url, "start");
    expect(before.ids.length).toBeGreaterThan(ordersPerSecond);
    await primary.kill();
    await delay(1000);
    await queryServer(standby.url, "SELECT pg_promote()");
    await delay(secondsOfLoad * 1000);
    stop.abort();
    const { acknowledged, unavailableMs } = await load;

    const rows = await queryServer(standby.url, "SELECT id FROM pedidos");
    const stored = new Set(rows.map(({ id }) => id));
    const lost = acknowledged.filter((id) => !stored.has(id));
    console.log(
      `Failover, ${name}: ${acknowledged.length} orders acknowledged, ${stored.size} stored, ${lost.length} lost, longest order ${unavailableMs} ms`,
    );
    expect(acknowledged.length).toBeGreaterThan(2 * ordersPerSecond);
    if (isSynchronous) expect(lost).toEqual([]);
    expect(stored.size).toBe(acknowledged.length - lost.length);

    // Open pages are notified to refetch what they may have missed.
    expect(page.received.map(({ name }) => name)).toContain("gap");
    page.leave();
    // The feed rejects cursors from before the failover, since lost transactions' ids are used again.
    await expect(readFeed(shop.url, before.cursor)).rejects.toThrow("start");
    expect((await readFeed(shop.url, "start")).ids.toSorted()).toEqual([...stored].toSorted());
    expect(await shop.stop()).toBe(0);
  },
);
