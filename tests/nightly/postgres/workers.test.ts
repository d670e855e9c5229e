import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { createTestDatabase } from "#tests/support/engines.ts";
import {
  removeFolder,
  type ShopProcess,
  startShop,
  temporaryFolder,
} from "#tests/support/shop-process.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const folder = await temporaryFolder();
const env = {
  DATABASE_URL: await createTestDatabase(inject("postgresUrl") ?? "", "empty"),
  SEED: "open",
  // Logs the health checks, which name their worker.
  LOG_LEVEL: "debug",
};
let shop: ShopProcess;

beforeAll(async () => {
  shop = await startShop(folder, env, ["--workers", "2"]);
  const isOpen = () => expect(shop.output()).toContain("Pomar is open at");
  await vi.waitFor(isOpen, { timeout: 30_000 });
});
afterAll(async () => {
  await shop?.stop("SIGKILL");
  await removeFolder(folder);
});

/** The workers that have answered requests, from the log. */
function findActiveWorkers(since = 0): Set<number> {
  const lines = shop.output().slice(since).split("\n");
  const requests = lines.filter((line) => line.includes('"msg":"request"'));
  return new Set(requests.map((line) => JSON.parse(line).worker));
}

/** Sends requests until both workers have answered, each on a new connection, since connections are distributed. */
async function waitForBothWorkers(since = 0): Promise<void> {
  await expect
    .poll(
      async () => {
        await fetch(`${shop.url}/api/health`, { headers: { Connection: "close" } });
        return findActiveWorkers(since);
      },
      { timeout: 30_000 },
    )
    .toEqual(new Set([1, 2]));
}

test("two workers answer on one port, and each log line names its worker", async () => {
  await waitForBothWorkers();
  expect(shop.output().match(/Pomar is open at/g)).toHaveLength(1);
  expect(shop.output()).toContain(`Pomar is open at ${shop.url}`);
  expect(shop.output().match(/password: /g)).toHaveLength(1);
});

test("a crashed worker is replaced while the other answers", async () => {
  const [victim] = await findChildProcesses(shop.pid);
  const since = shop.output().length;
  process.kill(victim ?? 0, "SIGKILL");
  await expect.poll(() => shop.output()).toContain("worker exited and is replaced");
  expect((await fetch(`${shop.url}/api/health`)).status).toBe(200);
  await waitForBothWorkers(since);
});

test("the metrics are the sum of all workers", async () => {
  const counted = async () => {
    const text = await (await fetch(`${shop.url}/metrics`)).text();
    const lines = text.match(/^pomar_http_request_duration_seconds_count\{.*live.*\} \d+$/gm) ?? [];
    return lines.map((line) => Number(line.split(" ").at(-1)));
  };
  const [before = 0] = await counted();
  const live = () => fetch(`${shop.url}/api/health/live`, { headers: { Connection: "close" } });
  for (let count = 0; count < 10; count += 1) await live();
  expect(await counted()).toEqual([before + 10]);
});

test("all workers shut down cleanly on SIGTERM", async () => {
  const workers = await findChildProcesses(shop.pid);
  expect(workers).toHaveLength(2);
  expect(await shop.stop("SIGTERM")).toBe(0);
  for (const worker of workers) expect(() => process.kill(worker, 0)).toThrow(/ESRCH/);
});

test("a port in use is reported once", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const { code, output } = await runFailingStart({ ...env, PORT: String(port) });
  expect(code).toBe(1);
  expect(output).toBe(`pomar: PORT ${port} is in use on 127.0.0.1\n`);
  other.close();
});

async function runFailingStart(variables: Record<string, string>) {
  const child = spawn(process.execPath, ["app/server/start.ts", "--workers", "2"], {
    env: { ...process.env, HOST: "127.0.0.1", DATA_DIR: folder, ...variables },
  });
  let output = "";
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, "close");
  return { code, output };
}

/** The ids of the child processes. */
async function findChildProcesses(parent: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid="]);
  const pairs = stdout.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([pid, ppid]) => (pid && ppid === parent ? [pid] : []));
}
