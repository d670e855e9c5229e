import { once } from "node:events";
import { createServer, get, type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { expect, onTestFinished, test, vi } from "vitest";
import { limitResponses } from "./concurrency-limit.ts";
import type { AppEnv } from "./request-source.ts";

const concurrency = 2;

/** Routes on a socket; the responses of `/` stay open until they are closed. */
async function listen() {
  const open: ReadableStreamDefaultController[] = [];
  const app = new Hono<AppEnv>();
  app.use(limitResponses({ concurrency, maxQueued: 1 }));
  app.get("/", () => {
    const body = new ReadableStream({
      start(controller) {
        open.push(controller);
        controller.enqueue(Buffer.from("first"));
      },
    });
    return new Response(body, { headers: { "X-Kind": "export" } });
  });
  app.get("/text", (c) => c.text("short"));
  app.get("/unchanged", () => new Response(null, { status: 304 }));
  app.get("/error", () => {
    throw new Error("broken");
  });
  app.onError((error) =>
    error instanceof HTTPException ? error.getResponse() : new Response(null, { status: 500 }),
  );
  const server = createServer(getRequestListener(app.fetch)).listen(0, "127.0.0.1");
  let arrived = 0;
  server.on("request", () => {
    arrived += 1;
  });
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const send = async (path: string, method = "GET") => {
    const sent = request({ port, path, method, agent: false }).end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    return response;
  };
  /** Sends a request that may wait for a place. */
  const start = (path: string) => get({ port, path, agent: false }).on("error", () => undefined);
  const expectArrived = (count: number) => vi.waitFor(() => expect(arrived).toBe(count), 20_000);
  return { open, send, start, port, expectArrived };
}

/** All places can be occupied. */
async function expectPlaces(send: (path: string) => Promise<IncomingMessage>): Promise<void> {
  for (let count = 0; count < concurrency; count += 1) {
    await vi.waitFor(async () => expect((await send("/")).statusCode).toBe(200));
  }
}

test("a response counts until it is sent or cut off", async () => {
  const { send, open, expectArrived } = await listen();
  const [first, second] = [await send("/"), await send("/")];
  const third = send("/");
  await expectArrived(3);
  expect((await send("/text")).statusCode).toBe(503);
  expect(open).toHaveLength(concurrency);
  open[0]?.close();
  first.resume();
  expect((await third).headers["x-kind"]).toBe("export");
  const fourth = send("/");
  second.destroy();
  expect((await fourth).statusCode).toBe(200);
});

test("clients that disconnect while they wait leave no place occupied", async () => {
  const { send, start, expectArrived } = await listen();
  const [first, second] = [await send("/"), await send("/")];
  const waiting = start("/");
  await expectArrived(3);
  expect((await send("/text")).statusCode).toBe(503);
  for (const one of [waiting, first, second]) one.destroy();
  await expectPlaces(send);
});

test("responses behind another one of a closed connection leave no place occupied", async () => {
  const { send, port, open } = await listen();
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  socket.write("GET / HTTP/1.1\r\nHost: loja\r\n\r\n".repeat(concurrency));
  await vi.waitFor(() => expect(open).toHaveLength(concurrency));
  socket.destroy();
  await expectPlaces(send);
});

test.each([
  ["HEAD", "/", 200],
  ["HEAD", "/text", 200],
  ["HEAD", "/error", 500],
  ["GET", "/text", 200],
  ["GET", "/unchanged", 304],
  ["GET", "/error", 500],
  ["OPTIONS", "/", 404],
])("%s %s leaves no place occupied", async (method, path, status) => {
  const { send } = await listen();
  for (let count = 0; count <= concurrency + 1; count += 1) {
    // The place of the one before ends with its connection's response.
    await vi.waitFor(async () => {
      const response = await send(path, method);
      response.resume();
      expect(response.statusCode).toBe(status);
    });
  }
});
