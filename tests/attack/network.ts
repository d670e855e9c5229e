import { fork } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { login } from "#tests/load/seller.ts";
import { type Attack, json, send } from "./context.ts";
import type { ProbeReport } from "./probe.ts";

const host = "Host: 127.0.0.1\r\n";
const rawRequests = [
  "GET / HTTP/1.1\r\n\r\n",
  "GET / HTTP/9.9\r\nHost: x\r\n\r\n",
  `GET  / HTTP/1.1\r\n${host}\r\n`,
  `\0\0\0\0\r\n\r\n`,
  `GET /%ff%fe HTTP/1.1\r\n${host}\r\n`,
  `GET /%00 HTTP/1.1\r\n${host}\r\n`,
  `GET http://evil.example/ HTTP/1.1\r\n${host}\r\n`,
  `GET //evil.example/%2e%2e HTTP/1.1\r\n${host}\r\n`,
  `GET / HTTP/1.1\r\nHost: 1.2.3.999\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`,
  `GET / HTTP/1.1\r\n${host}X: ${"a".repeat(100_000)}\r\n\r\n`,
  `GET /${"a".repeat(60_000)} HTTP/1.1\r\n${host}\r\n`,
  `GET / HTTP/1.1\r\n${host}Cookie: ${"a=b; ".repeat(5000)}\r\n\r\n`,
  `TRACE / HTTP/1.1\r\n${host}\r\n`,
  `CONNECT 127.0.0.1:22 HTTP/1.1\r\n${host}\r\n`,
  `OPTIONS * HTTP/1.1\r\n${host}\r\n`,
  `POST /api/orders HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /admin HTTP/1.1\r\n${host}\r\n`,
  `POST /api/orders HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
  `POST /api/orders HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n`,
  `POST /api/orders HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 999999999\r\n\r\n{`,
  `GET / HTTP/1.1\r\n${host}Range: bytes=0-0,1-1,2-2\r\nIf-None-Match: ${"x,".repeat(3000)}\r\n\r\n`,
  `GET / HTTP/1.1\r\n${host}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAA\r\n\r\n`,
];

/** Requests that no client library would send. */
export async function attackWithRawHttp(attack: Attack): Promise<void> {
  for (const raw of rawRequests) {
    const answer = await exchange(attack, raw);
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
    attack.check(status < 500, `${JSON.stringify(raw.slice(0, 80))}: ${answer.slice(0, 100)}`);
    const isAmbiguous = raw.includes("Host: a\r\nHost: b");
    attack.check(!isAmbiguous || status === 400, `two Host headers: ${status}`);
    const smuggled = answer.split("HTTP/1.1 ").length > 2 && raw.includes("Transfer-Encoding");
    attack.check(!smuggled, `${JSON.stringify(raw.slice(0, 80))}: two responses`);
    attack.check((await send(attack, "/api/health/live")).status === 200, "not alive");
  }
}

/** Sends bytes and resolves with what came within a second. */
function exchange({ shop }: Attack, raw: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(Number(new URL(shop.url).port), "127.0.0.1", () => socket.write(raw));
    socket.setEncoding("latin1");
    socket.setTimeout(1000, () => socket.destroy());
    socket.on("data", (text) => {
      answer += text;
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(answer));
  });
}

const page = "/produtos/polpas-de-frutas";
/** A bound for "not queued behind the flood": flood and shop share the machine. tests/load/hostile.ts measures exactly. */
const maxCachedPageMs = 1_000;
const connections = 50;
const requestsAhead = 100;

/** Expensive requests over fifty connections, while a visitor's page must stay fast. */
export async function attackWithFloods(attack: Attack): Promise<void> {
  const { random, cookie } = attack;
  const name = () => Math.floor(random.next() * 1e12).toString(36);
  const admin = { headers: { Cookie: cookie } };
  const wrongPassword = () => json({ email: login.email, password: name() });
  const floods: Record<string, () => Promise<unknown>> = {
    "forged cookie": () => send(attack, page, { headers: { Cookie: "pomar_saved=1" } }),
    "random products": () => send(attack, `${page}?produto=${name()}`),
    "random paths": () => send(attack, `/${name()}`),
    "random categories": () => send(attack, `/produtos/${name()}`),
    "random route ids": () => send(attack, `${page}.data?_routes=${name()}`),
    "product reads": () => send(attack, "/api/products?limit=99"),
    "random product reads": () =>
      send(attack, `/api/products?limit=${1 + Math.floor(random.next() * 250)}`),
    "unknown tables": () =>
      send(attack, "/api/products", { headers: { Cookie: `pomar_tabela=${name()}` } }),
    "login pages": () => send(attack, `/admin/login?next=${name()}`),
    "order searches": () => send(attack, `/api/orders?search=${name()}`, admin),
    exports: () => send(attack, "/api/orders/export.csv", admin),
    "product exports": () => send(attack, "/api/products/export.csv", admin),
    "wrong passwords": () => send(attack, "/api/auth/login", wrongPassword()),
    "requests ahead": () => sendAhead(attack),
  };
  for (const [flood, request] of Object.entries(floods)) {
    await runFlood(attack, flood, request, attack.durationMs / Object.keys(floods).length);
  }
  // A known browser has its own limit.
  const device = cookie.split("; ").find((one) => one.startsWith("pomar_device=")) ?? "";
  const { status } = await send(attack, "/api/auth/login", json(login, { Cookie: device }));
  attack.check(status === 200, `sign-in in the owner's browser after wrong passwords: ${status}`);
}

async function runFlood(
  attack: Attack,
  flood: string,
  request: () => Promise<unknown>,
  durationMs: number,
): Promise<void> {
  const probe = fork(new URL("./probe.ts", import.meta.url), [attack.shop.url + page]);
  const deadline = performance.now() + durationMs;
  const flooding = Array.from({ length: connections }, async () => {
    while (performance.now() < deadline) {
      await request().catch((error) => attack.check(false, `${flood}: ${error}`));
    }
  });
  await Promise.all(flooding);
  probe.send("stop");
  const [report] = (await once(probe, "message")) as [ProbeReport];
  for (const failure of report.failures) attack.check(false, `${flood}: cached page ${failure}`);
  const [p99, ownP99] = [report.p99, report.ownP99].map(Math.round);
  console.log(`${flood}: cached page p99 ${p99} ms, measuring process delayed by ${ownP99} ms`);
  attack.check(report.p99 < maxCachedPageMs, `${flood}: cached page p99 ${p99} ms`);
}

/** One connection with many requests and no wait for responses. The shop closes it instead of rendering them all. */
async function sendAhead(attack: Attack): Promise<void> {
  const request = `GET ${page}?produto=x HTTP/1.1\r\n${host}\r\n`;
  const answer = await exchange(attack, request.repeat(requestsAhead));
  const count = answer.split("HTTP/1.1 ").length - 1;
  attack.check(count < requestsAhead / 10, `${count} responses to ${requestsAhead} requests ahead`);
}
