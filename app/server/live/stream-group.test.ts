import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, createConnection, type Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { createLog } from "#app/platform/log.ts";
import { createAudience } from "./stream-group.ts";

const frame = Buffer.alloc(200_000, "x");
const patience = { timeout: 5000, interval: 5 };

/** An audience of readers that take nothing unless told to. */
async function audienceOf(readers: number) {
  const audience = createAudience("test", createLog("silent"));
  const server = createServer((_request, response) => {
    audience.add({ response, network: "127.0.0.1" });
    response.writeHead(200);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  for (let opened = 0; opened < readers; opened += 1) {
    const socket = createConnection(port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write("GET / HTTP/1.1\r\nHost: loja\r\n\r\n");
    sockets.push(socket);
  }
  await vi.waitFor(() => expect(audience.streams.size).toBe(readers), patience);
  return { audience, server, sockets };
}

test("a reader that takes nothing is let go; the others miss nothing", async () => {
  const { audience, sockets } = await audienceOf(2);
  let read = 0;
  sockets[0]?.on("data", (chunk) => {
    read += chunk.length;
  });
  let sent = 0;
  await vi.waitFor(() => {
    audience.send(frame);
    sent += 1;
    expect(audience.streams.size).toBe(1);
  }, patience);
  audience.send(frame);
  await vi.waitFor(() => expect(read).toBeGreaterThan((sent + 1) * frame.length), patience);
});

test("a reader that takes nothing keeps no ending process waiting", async () => {
  const { audience, server } = await audienceOf(1);
  const [stream] = audience.streams;
  if (!stream) throw new Error("there is no stream");
  for (let sent = 0; sent < 40; sent += 1) stream.response.write(frame);
  expect(stream.response.writableLength).toBeGreaterThan(0);
  const begun = performance.now();
  audience.end(stream, "goodbye", "closing");
  expect(audience.streams.size).toBe(0);
  const closed = once(server, "close");
  server.close();
  await closed;
  expect(performance.now() - begun).toBeLessThan(3000);
});
