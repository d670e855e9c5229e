import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { createSender, email, signIn } from "#tests/integration/administrator.ts";
import { sendSteadyOrders } from "#tests/load/steady-orders.ts";
import { createTestDatabase } from "#tests/support/engines.ts";
import { openEvents } from "#tests/support/event-stream.ts";
import {
  freePort,
  removeFolder,
  type ShopProcess,
  startShop,
  temporaryFolder,
} from "#tests/support/shop-process.ts";
import { installSystemPackages } from "#tests/support/system-packages.ts";
import { queryServer } from "./shop-clients.ts";

// docs/nginx.conf before two shops: a cache for pages, and a rolling restart.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const hasNginx =
  existsSync("/usr/sbin/nginx") ||
  installSystemPackages(["nginx-light"], "the proxy test needs nginx", { RUNLEVEL: "1" });
if (!hasNginx) console.warn("No nginx found: its configuration is not tested");
const password = "senha-de-teste";
const category = "/produtos/polpas-de-frutas";

describe.skipIf(!hasNginx)("behind nginx", () => {
  const folders: string[] = [];
  const ports: number[] = [];
  const shops: ShopProcess[] = [];
  let database = "";
  let proxy = "";
  let nginx: ChildProcess;

  const start = (at: number) =>
    startShop(folders[at] ?? "", {
      PORT: String(ports[at]),
      DATABASE_URL: database,
      ADMIN_PASSWORD: password,
      TRUST_PROXY: "127.0.0.1",
    });

  beforeAll(async () => {
    database = await createTestDatabase(inject("postgresUrl") ?? "", "empty");
    for (let at = 0; at < 2; at += 1) {
      folders.push(await temporaryFolder());
      ports.push(await freePort());
      shops.push(await start(at));
    }
    [proxy, nginx] = await startNginx(ports);
  });
  afterAll(async () => {
    nginx?.kill();
    await Promise.all(shops.map((shop) => shop.stop("SIGKILL")));
    await Promise.all(folders.map(removeFolder));
  });

  const cacheStatus = async (target: string, headers = {}) =>
    (await fetch(proxy + target, { headers })).headers.get("X-Cache");

  test("public pages are answered from the cache for a second, and nothing else is", async () => {
    await fetch(proxy + category);
    expect(await cacheStatus(category)).toBe("HIT");
    await expect.poll(() => cacheStatus(category), { timeout: 5000 }).not.toBe("HIT");
    expect(await cacheStatus(`${category}?pagina=1`)).toBe("MISS");
    expect(await cacheStatus(`${category}?x=1`)).toBe("BYPASS");
    expect(await cacheStatus(category, { Cookie: "pomar_saved=1.x" })).toBe("BYPASS");
    for (const target of ["/api/products", `${category}.data`, "/admin/login", "/pedido/1-abc"]) {
      expect([target, await cacheStatus(target)]).toEqual([target, null]);
    }
    expect((await fetch(`${proxy}/metrics`)).status).toBe(404);
  });

  test("a changed price is on the cached page within two seconds, and events pass at once", async () => {
    const send = createSender(proxy);
    const Cookie = await signIn(send, { email, password });
    const { items } = await (await fetch(`${proxy}/api/products`)).json();
    const product = items.find((one: { category: string }) => one.category === "polpas");
    const stream = await openEvents(`${proxy}/api/events`);
    await stream.event("ready");
    const changes = { price: 987.65, version: product.version };
    const saved = await createSender(proxy, { Cookie })(
      "PATCH",
      `/api/products/${product.id}`,
      changes,
    );
    expect(saved.status).toBe(200);
    await stream.event("changes");
    await expect
      .poll(async () => (await fetch(proxy + category)).text(), { timeout: 2000 })
      .toContain("987,65");
    stream.leave();
  });

  test("a rolling restart at 20 orders per second loses none", async () => {
    const stop = new AbortController();
    const before = await countOrders();
    const load = sendSteadyOrders(proxy, 20, stop.signal);
    await delay(2000);
    for (const at of [0, 1]) {
      expect(await shops[at]?.stop()).toBe(0);
      shops[at] = await start(at);
      await delay(3000);
    }
    stop.abort();
    const result = await load;
    console.log(`Rolling restart behind nginx: ${JSON.stringify(result)}`);
    expect(result.failed).toEqual([]);
    expect((await countOrders()) - before).toBe(result.placed);
  });

  async function countOrders(): Promise<number> {
    const [row] = await queryServer(database, "SELECT count(*)::int AS count FROM pedidos");
    return row.count;
  }
});

/** nginx with docs/nginx.conf, at a free port and with these shops behind it. */
async function startNginx(ports: number[]): Promise<[url: string, process: ChildProcess]> {
  const folder = await temporaryFolder();
  const port = await freePort();
  const site = readFileSync("docs/nginx.conf", "utf8")
    .replace("127.0.0.1:3001", `127.0.0.1:${ports[0]}`)
    .replace("127.0.0.1:3002", `127.0.0.1:${ports[1]}`)
    .replace("listen 80;", `listen 127.0.0.1:${port};`)
    .replace("/var/cache/pomar", path.join(folder, "cache"));
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join("\n");
  const file = path.join(folder, "nginx.conf");
  await writeFile(
    file,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; ${process.getuid?.() === 0 ? "user root;" : ""}
events {}
http { access_log off; ${temporary}
${site} }`,
  );
  const child = spawn("nginx", ["-c", file, "-e", path.join(folder, "error.log")], {
    stdio: "ignore",
  });
  child.once("exit", () => removeFolder(folder));
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => fetch(url), { timeout: 20_000 });
  return [url, child];
}
