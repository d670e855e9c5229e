import { once } from "node:events";
import type { RequestListener } from "node:http";
import { createConnection, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createHttpServer, limitRequestsAhead, listen } from "./http-server.ts";

const timeouts = {
  headersTimeoutMs: 300,
  requestTimeoutMs: 600,
  keepAliveTimeoutMs: 10_000,
  stalledTimeoutMs: 400,
  checkIntervalMs: 50,
};

/** A server with short timeouts, and `connect`, which opens a connection to it. */
async function openServer(listener: RequestListener) {
  const server = createHttpServer(timeouts).on("request", listener);
  const { port } = new URL(await listen(server, 0, "127.0.0.1"));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (text: string): Socket => {
    const socket = createConnection(Number(port), "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(text);
    return socket;
  };
}

/** Milliseconds until the server closes the connection. */
async function untilClosed(socket: Socket): Promise<number> {
  const startedAt = performance.now();
  await once(socket, "close");
  return performance.now() - startedAt;
}

const get = "GET / HTTP/1.1\r\nHost: loja\r\n\r\n";
const largeBody = Buffer.alloc(64 * 2 ** 20);

test("a client that does not read its response is disconnected", async () => {
  const connect = await openServer((_request, response) => response.end(largeBody));
  const socket = connect(get).pause();
  const closed = untilClosed(socket);
  await delay(timeouts.stalledTimeoutMs + 1_500);
  socket.resume();
  await closed;
  expect(socket.bytesRead).toBeLessThan(largeBody.length);
});

test("a response that takes longer than the timeout arrives, and its connection stays usable", async () => {
  const connect = await openServer((request, response) => {
    request.resume();
    setTimeout(() => response.end("done"), timeouts.stalledTimeoutMs * 4);
  });
  const socket = connect("POST / HTTP/1.1\r\nHost: loja\r\nContent-Length: 2\r\n\r\n{}");
  const [response] = await once(socket, "data");
  expect(response.toString()).toMatch(/^HTTP\/1\.1 200 /);
  socket.write(get);
  const [next] = await once(socket, "data");
  expect(next.toString()).toContain("done");
});

test("a connection without a request is closed", async () => {
  const connect = await openServer((_request, response) => response.end());
  await untilClosed(connect("").resume());
  const kept = connect(get);
  await once(kept, "data");
  expect(kept.destroyed).toBe(false);
});

test("a client that sends a hundred requests ahead is disconnected before any is handled", async () => {
  let handled = 0;
  let parsed = 0;
  const limited = limitRequestsAhead((_request, response) => {
    handled += 1;
    response.end("ok");
  });
  const connect = await openServer((request, response) => {
    parsed += 1;
    limited(request, response);
  });
  const few = connect(get.repeat(2));
  let received = "";
  few.on("data", (chunk) => {
    received += chunk;
  });
  await expect.poll(() => received.match(/200 OK/g)?.length).toBe(2);
  few.write(get.repeat(2));
  await expect.poll(() => received.match(/200 OK/g)?.length).toBe(4);
  handled = 0;
  parsed = 0;
  await untilClosed(connect(get.repeat(100)).resume());
  expect(handled).toBe(0);
  expect(parsed).toBeLessThanOrEqual(3);
});

test("a client that reads slowly, but makes progress, gets the whole response", {
  tags: ["nightly"],
}, async () => {
  const body = Buffer.alloc(8 * 2 ** 20);
  const connect = await openServer((_request, response) => {
    response.shouldKeepAlive = false;
    response.end(body);
  });
  const socket = connect(get);
  socket.on("data", async () => {
    socket.pause();
    await delay(10);
    socket.resume();
  });
  await untilClosed(socket);
  expect(socket.bytesRead).toBeGreaterThan(body.length);
});

test("an incomplete header and an incomplete body are closed with 408", async () => {
  const connect = await openServer((request) => request.resume());
  for (const text of [
    "GET / HTTP/1.1\r\nHost: loja\r\nX-Slow: ",
    "POST / HTTP/1.1\r\nHost: loja\r\nContent-Length: 10\r\n\r\n{",
  ]) {
    const socket = connect(text);
    const [response] = await once(socket, "data");
    expect(response.toString()).toMatch(/^HTTP\/1\.1 408 /);
    await untilClosed(socket);
  }
});

test("a connection with regular output stays open", { tags: ["nightly"] }, async () => {
  const connect = await openServer((_request, response) => {
    const timer = setInterval(() => response.write("event: beat\n\n"), 200);
    response.on("close", () => clearInterval(timer));
  });
  const socket = connect(get).resume();
  await delay(timeouts.stalledTimeoutMs * 2);
  expect(socket.destroyed).toBe(false);
  socket.destroy();
});
