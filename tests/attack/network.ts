import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { percentile } from "#tests/load/table.ts";
import { type Attack, send } from "./context.ts";

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
/** A bound for "not queued behind the flood": client and shop share the machine. tests/load/hostile.ts measures exactly. */
const maxCachedPageMs = 1_000;

/** Expensive requests over fifty connections, while a visitor's page and the health check must stay fast. */
export async function attackWithFloods(attack: Attack): Promise<void> {
  const { random, shop } = attack;
  const name = () => Math.floor(random.next() * 1e12).toString(36);
  const floods: Record<string, () => [path: string, headers?: Record<string, string>]> = {
    "forged cookie": () => [page, { Cookie: "pomar_saved=1" }],
    "random products": () => [`${page}?produto=${name()}`],
    "random paths": () => [`/${name()}`],
    "order searches": () => [`/api/orders?search=${name()}`, { Cookie: attack.cookie }],
    exports: () => ["/api/orders/export.csv", { Cookie: attack.cookie }],
    "wrong passwords": () => ["/admin/login"],
  };
  const each = attack.durationMs / Object.keys(floods).length;
  for (const [flood, next] of Object.entries(floods)) {
    const deadline = performance.now() + each;
    const flooding = Array.from({ length: 50 }, async () => {
      while (performance.now() < deadline) {
        const [path, headers = {}] = next();
        await send(attack, path, { headers });
      }
    });
    const times: number[] = [];
    while (performance.now() < deadline) {
      const startedAt = performance.now();
      const response = await fetch(shop.url + page);
      await response.arrayBuffer();
      times.push(performance.now() - startedAt);
      attack.check(response.ok, `${flood}: cached page ${response.status}`);
      await delay(50);
    }
    await Promise.all(flooding);
    const p99 = percentile(times, 0.99);
    attack.check(p99 < maxCachedPageMs, `${flood}: cached page p99 ${Math.round(p99)} ms`);
  }
}
