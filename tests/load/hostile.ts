import { fork } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { createConnection, type Socket } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import {
  removeFolder,
  serviceVariables,
  startShop,
  temporaryFolder,
} from "#tests/support/shop-process.ts";
import { createOrderSource } from "./orders.ts";
import { createSeller, login, signIn } from "./seller.ts";
import { describeMachine, percentile } from "./table.ts";

/**
 * Response times and memory of a shop while 100 hostile connections request what is expensive, and while 2,000 clients
 * send or read slowly: `npm run bench:hostile`. `HOSTILE_ATTACKS` selects some by name, separated by commas. Each line ends
 * with the event loop delay of the measuring process: what it measures cannot be less. Exits with 1 when a target is missed.
 * The shop has the variables of `systemd/pomar.service`, and its memory is compared with that after ordinary use: a shop
 * that was just started grows by itself.
 */
const seconds = Number(process.env.HOSTILE_SECONDS ?? 10);
const hostileConnections = 100;
const slowClients = 2_000;
const stalledReaders = 500;
const page = "/produtos/polpas-de-frutas";
const targets = {
  pageP99Ms: 50,
  orderP99Ms: 150,
  /** V8 keeps much of the heap of a busy time. */
  memoryGrowth: 0.6,
  slowClosedSeconds: 60,
  stalledClosedSeconds: 30,
};
const ordinaryUseSeconds = 20;

/** While these run, the seller changes a product each second, so that the visitor's page is rendered again among them. */
const attacksWithEdits = ["random categories", "random ?_routes="];
/** More connections than renders may wait, from an address other than the visitor's. */
const connectionsWithEdits = 260;
const attackerAddress = "127.0.0.2";

type Target = { path: string; headers?: Record<string, string> };

const attacks: Record<string, () => Target> = {
  "forged pomar_saved cookie": () => ({ path: page, headers: { Cookie: "pomar_saved=1" } }),
  "random ?produto=": () => ({ path: `${page}?produto=${randomName()}` }),
  "random Host": () => ({ path: page, headers: { Host: `${randomName()}.example` } }),
  "random paths": () => ({ path: `/${randomName()}` }),
  "random categories": () => ({ path: `/produtos/${randomName()}` }),
  "random ?_routes=": () => ({ path: `${page}.data?_routes=${randomName()}` }),
  "other spelling of a page": () => ({ path: "/PRODUTOS/polpas-de-frutas" }),
  "product reads": () => ({ path: "/api/products?limit=99" }),
  "random product reads": () => ({ path: `/api/products?limit=${randomInt(1, 251)}` }),
  "unknown price table": () => ({
    path: "/api/products",
    headers: { Cookie: `pomar_tabela=${randomName()}` },
  }),
  "login page": () => ({ path: `/admin/login?next=${randomName()}` }),
};

function randomName(): string {
  return randomBytes(6).toString("hex");
}

let missed = 0;

if (process.argv[2] === "attack") await attack(process.argv[3] ?? "", process.argv[4] ?? "");
else await measure();

async function measure(): Promise<void> {
  const folder = await temporaryFolder();
  const env = { LOG_LEVEL: "warn", ADMIN_PASSWORD: login.password, ...serviceVariables() };
  const shop = await startShop(`${folder}/data`, env);
  try {
    console.log(describeMachine());
    console.log(`memory after the start: ${megabytes(await residentBytes(shop.pid))} MB`);
    await browseAndSell(shop.url);
    const { pageP99, orderP99 } = await probe(shop.url, 3);
    console.log(`without an attack: page p99 ${pageP99} ms, order p99 ${orderP99} ms`);
    const idle = await residentBytes(shop.pid);
    console.log(`memory before: ${megabytes(idle)} MB`);
    const names = process.env.HOSTILE_ATTACKS?.split(",") ?? Object.keys(attacks);
    for (const name of names) await measureAttack(shop.url, name);
    await measureSlowClients(shop.url, "slow request headers", openSlowHeaders);
    await measureSlowClients(shop.url, "slow readers", openSlowReader);
    await measureStalledReaders(shop.url);
    console.log(`memory after the attacks: ${megabytes(await residentBytes(shop.pid))} MB`);
    await delay(60_000);
    const after = await residentBytes(shop.pid);
    const growth = after / idle - 1;
    report(
      `memory a minute later: ${megabytes(after)} MB (${Math.round(growth * 100)} % more)`,
      growth <= targets.memoryGrowth,
    );
  } finally {
    await shop.stop();
    await removeFolder(folder);
  }
  process.exitCode = missed === 0 ? 0 : 1;
}

/** Four visitors on all pages, while the seller changes products, so that the pages are rendered. */
async function browseAndSell(url: string): Promise<void> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = ""]) => new URL(address).pathname,
  );
  const change = await createSeller(url, await signIn(url));
  const end = performance.now() + ordinaryUseSeconds * 1000;
  async function visit(): Promise<void> {
    for (let index = 0; performance.now() < end; index += 1) {
      await (await fetch(url + paths[index % paths.length])).arrayBuffer();
      await delay(20);
    }
  }
  async function sell(): Promise<void> {
    for (let stock = 1; performance.now() < end; stock += 1) {
      await change({ stock });
      await delay(500);
    }
  }
  await Promise.all([...Array.from({ length: 4 }, visit), sell()]);
}

async function measureAttack(url: string, name: string): Promise<void> {
  const attacker = fork(import.meta.filename, ["attack", url, name]);
  const editing = new AbortController();
  const edits = attacksWithEdits.includes(name) ? edit(url, editing.signal) : undefined;
  await delay(1_000);
  const { pageP99, orderP99, healthP99, failures, ownP99 } = await probe(url, seconds);
  editing.abort();
  await edits;
  attacker.send("stop");
  const [statuses] = await once(attacker, "message");
  await once(attacker, "exit");
  report(
    `${name}: page p99 ${pageP99} ms, order p99 ${orderP99} ms, liveness p99 ${healthP99} ms, ${failures} failed; attacker got ${JSON.stringify(statuses)}; own delay p99 ${ownP99} ms`,
    pageP99 <= targets.pageP99Ms && orderP99 <= targets.orderP99Ms && failures === 0,
  );
}

/** Changes a product of the visitor's page each second. */
async function edit(url: string, signal: AbortSignal): Promise<void> {
  const change = await createSeller(url, await signIn(url), "polpas");
  for (let stock = 1; !signal.aborted; stock += 1) {
    await change({ stock });
    await delay(1_000);
  }
}

/** Requests a cached page, an order and the liveness check, about 50, 10 and 10 times a second. */
async function probe(url: string, duration: number) {
  const nextOrder = await createOrderSource(url);
  const agent = new Agent({ keepAlive: true });
  const ownDelay = monitorEventLoopDelay({ resolution: 1 });
  ownDelay.enable();
  const end = performance.now() + duration * 1000;
  const times = { page: [] as number[], order: [] as number[], health: [] as number[] };
  let failures = 0;

  async function repeat(kind: keyof typeof times, pauseMs: number, options: () => Sent) {
    while (performance.now() < end) {
      const { elapsedMs, status } = await send(url, agent, options());
      times[kind].push(elapsedMs);
      if (status >= 400) failures += 1;
      await delay(pauseMs);
    }
  }

  await Promise.all([
    repeat("page", 20, () => ({ path: page, headers: { "Accept-Encoding": "br" } })),
    repeat("order", 100, () => ({ path: "/api/orders", method: "POST", ...nextOrder() })),
    repeat("health", 100, () => ({ path: "/api/health/live" })),
  ]);
  agent.destroy();
  return {
    pageP99: percentile99(times.page),
    orderP99: percentile99(times.order),
    healthP99: percentile99(times.health),
    failures,
    ownP99: Math.round(ownDelay.percentile(99) / 1e6),
    ownMax: Math.round(ownDelay.max / 1e6),
  };
}

type Sent = Target & { method?: string; body?: string };

function send(url: string, agent: Agent, { path, method = "GET", headers = {}, body }: Sent) {
  return new Promise<{ elapsedMs: number; status: number }>((resolve, reject) => {
    const startedAt = performance.now();
    const sent = request(url + path, { agent, method, headers }, (response) => {
      response.resume();
      response.on("end", () => {
        const elapsedMs = performance.now() - startedAt;
        resolve({ elapsedMs, status: response.statusCode ?? 0 });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** The attacking process: each connection sends its next request as soon as it has a response. */
async function attack(url: string, name: string): Promise<void> {
  const nextTarget = attacks[name];
  if (!nextTarget) throw new Error(`no attack is called ${name}`);
  const hasEdits = attacksWithEdits.includes(name);
  const connectionCount = hasEdits ? connectionsWithEdits : hostileConnections;
  const agent = new Agent({
    keepAlive: true,
    maxSockets: connectionCount,
    localAddress: attackerAddress,
  });
  const statuses: Record<string, number> = {};
  let isStopping = false;
  process.once("message", () => {
    isStopping = true;
  });
  const connections = Array.from({ length: connectionCount }, async () => {
    while (!isStopping) {
      const { status } = await send(url, agent, nextTarget());
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  });
  await Promise.all(connections);
  agent.destroy();
  process.send?.(statuses, undefined, undefined, () => process.disconnect());
}

type OpenSlowClient = (port: number) => Socket;

function openSlowHeaders(port: number): Socket {
  const socket = createConnection(port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: loja\r\nX-Slow: ");
  return socket;
}

/** Sends a hundred requests ahead, more than the buffers of a connection hold responses, and reads nothing. */
function openSlowReader(port: number): Socket {
  const socket = createConnection(port, "127.0.0.1").pause();
  socket.write(`GET ${page} HTTP/1.1\r\nHost: loja\r\n\r\n`.repeat(100));
  return socket;
}

async function measureSlowClients(url: string, name: string, open: OpenSlowClient): Promise<void> {
  const port = Number(new URL(url).port);
  const sockets = Array.from({ length: slowClients }, () => open(port));
  let openCount = sockets.length;
  for (const socket of sockets) {
    socket.on("error", () => undefined);
    socket.on("close", () => {
      openCount -= 1;
    });
  }
  const startedAt = performance.now();
  const { pageP99, orderP99, failures, ownP99, ownMax } = await probe(url, seconds);
  const deadline = startedAt + targets.slowClosedSeconds * 1000;
  while (openCount > 0 && performance.now() < deadline) {
    await delay(500);
    // A paused socket notices that it was closed only by writing.
    for (const socket of sockets) if (!socket.destroyed) socket.write("\n");
  }
  const elapsed = Math.round((performance.now() - startedAt) / 1000);
  for (const socket of sockets) socket.destroy();
  report(
    `${slowClients} ${name}: page p99 ${pageP99} ms, order p99 ${orderP99} ms, ${failures} failed; ${openCount} still open after ${elapsed} s; own delay p99 ${ownP99} ms, max ${ownMax} ms`,
    pageP99 <= targets.pageP99Ms && orderP99 <= targets.orderP99Ms && failures + openCount === 0,
  );
}

/** Clients that request a page and read nothing, whether or not it fits into the system's buffers. */
async function measureStalledReaders(url: string): Promise<void> {
  const port = Number(new URL(url).port);
  const sockets = Array.from({ length: stalledReaders }, (_, index) => {
    const socket = createConnection(port, "127.0.0.1").pause();
    socket.write(`GET ${page} HTTP/1.1\r\nHost: loja\r\n\r\n`.repeat(1 + (index % 2)));
    return socket.on("error", () => undefined);
  });
  await delay(targets.stalledClosedSeconds * 1000);
  let open = sockets.length;
  // A paused socket notices only now that it was closed.
  for (const socket of sockets) socket.once("close", () => (open -= 1)).resume();
  await delay(2_000);
  for (const socket of sockets) socket.destroy();
  report(
    `${stalledReaders} clients that read nothing: ${open} still open after ${targets.stalledClosedSeconds} s`,
    open === 0,
  );
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
}

function percentile99(values: number[]): number {
  return Math.round(percentile(values, 0.99));
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}

function report(line: string, isMet: boolean): void {
  if (!isMet) missed += 1;
  console.log(`${isMet ? "ok    " : "MISSED"} ${line}`);
}
