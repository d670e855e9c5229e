import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { pedidos } from "#app/domain/orders/table.ts";
import { listen } from "#tests/integration/api-shop.ts";
import { sendSteadyOrders } from "#tests/load/steady-orders.ts";
import { createTestDatabase } from "#tests/support/engines.ts";
import {
  freePort,
  removeFolder,
  type ShopProcess,
  startShop,
  temporaryFolder,
} from "#tests/support/shop-process.ts";
import { installSystemPackages } from "#tests/support/system-packages.ts";

// Two shops behind Caddy with the files of docker/, where a deployment replaces one after the other.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const hasCaddy =
  existsSync("/usr/bin/caddy") ||
  installSystemPackages(["caddy"], "rolling restarts need a proxy", { RUNLEVEL: "1" });
if (!hasCaddy) console.warn("No Caddy found: rolling restarts are not tested");
const ordersPerSecond = 20;
const [, drainSeconds = ""] =
  /DRAIN_SECONDS: (\d+)/.exec(readFileSync("docker/compose.yaml", "utf8")) ?? [];

describe.skipIf(!hasCaddy)("behind Caddy", () => {
  const url = { database: "", proxy: "" };
  const ports: number[] = [];
  const folders: string[] = [];
  const shops: ShopProcess[] = [];
  let caddy: ChildProcess;

  const start = (at: number) =>
    startShop(folders[at] ?? "", {
      PORT: String(ports[at]),
      DATABASE_URL: url.database,
      DRAIN_SECONDS: drainSeconds,
      TRUST_PROXY: "127.0.0.1",
    });

  beforeAll(async () => {
    url.database = await createTestDatabase(inject("postgresUrl") ?? "", "empty");
    for (let at = 0; at < 2; at += 1) {
      folders.push(await temporaryFolder());
      ports.push(await freePort());
      shops.push(await start(at));
    }
    [url.proxy, caddy] = await startCaddy(ports.map((port) => `127.0.0.1:${port}`));
  });
  afterAll(async () => {
    caddy?.kill();
    await Promise.all(shops.map((shop) => shop.stop("SIGKILL")));
    await Promise.all(folders.map(removeFolder));
  });

  test("a rolling restart of two shops at 20 orders per second loses none", async () => {
    const stop = new AbortController();
    const load = sendSteadyOrders(url.proxy, ordersPerSecond, stop.signal);
    await delay(2_000);
    for (const at of [0, 1]) {
      expect(await shops[at]?.stop()).toBe(0);
      shops[at] = await start(at);
      await delay(4_000);
    }
    stop.abort();
    const result = await load;
    console.log(`Rolling restart: ${JSON.stringify(result)}`);
    expect(result.failed).toEqual([]);
    expect(result.placed).toBeGreaterThan(10 * ordersPerSecond);
    const client = new Client(url.database);
    await client.connect();
    expect(await drizzle(client).$count(pedidos)).toBe(result.placed);
    await client.end();
  });

  test("an order that reached a shop is not sent again", async () => {
    let received = 0;
    const failing = createServer((request, response) => {
      if (request.method !== "POST") return response.end();
      received += 1;
      request.socket.destroy();
    });
    const address = new URL(await listen(failing)).host;
    const [proxy, process] = await startCaddy([address]);
    const answer = await fetch(`${proxy}/api/orders`, { method: "POST", body: "{}" });
    expect(answer.status).toBe(502);
    expect(received).toBe(1);
    process.kill();
    failing.close();
  });
});

/** Caddy with docker/Caddyfile, at a free port of this machine and with other shops behind it. */
async function startCaddy(targets: string[]): Promise<[url: string, process: ChildProcess]> {
  const proxy = `http://127.0.0.1:${await freePort()}`;
  const folder = await temporaryFolder();
  const file = path.join(folder, "Caddyfile");
  const shipped = readFileSync("docker/Caddyfile", "utf8");
  const site = shipped.replace("shop-1:3000 shop-2:3000", targets.join(" "));
  expect(site).not.toBe(shipped);
  await writeFile(file, `{\n\tadmin off\n}\n${site}`);
  const child = spawn("caddy", ["run", "--config", file], {
    env: { ...process.env, SITE: proxy, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: "ignore",
  });
  once(child, "exit").then(() => removeFolder(folder));
  await vi.waitFor(() => fetch(proxy), { timeout: 20_000 });
  return [proxy, child];
}
