import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, createConnection, type Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { createLog } from "#app/platform/log.ts";
import { createStreamGroup } from "./order-streams.ts";

const frame = Buffer.alloc(200_000, "x");
const waitOptions = { timeout: 5000, interval: 5 };

/** A group of streams whose clients do not read unless the test attaches a listener. */
async function openGroup(clients: number) {
  const group = createStreamGroup("test", createLog("silent"));
  const server = createServer((_request, response) => {
    group.add({ response, network: "127.0.0.1" });
    response.writeHead(200);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  for (let opened = 0; opened < clients; opened += 1) {
    const socket = createConnection(port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write("GET / HTTP/1.1\r\nHost: loja\r\n\r\n");
    sockets.push(socket);
  }
  await vi.waitFor(() => expect(group.streams.size).toBe(clients), waitOptions);
  return { group, server, sockets };
}

test("a client that does not read is disconnected; the others receive everything", async () => {
  const { group, sockets } = await openGroup(2);
  let read = 0;
  sockets[0]?.on("data", (chunk) => {
    read += chunk.length;
  });
  let sent = 0;
  await vi.waitFor(() => {
    group.send(frame);
    sent += 1;
    expect(group.streams.size).toBe(1);
  }, waitOptions);
  group.send(frame);
  await vi.waitFor(() => expect(read).toBeGreaterThan((sent + 1) * frame.length), waitOptions);
});

test("a client that does not read does not delay shutdown", async () => {
  const { group, server } = await openGroup(1);
  const [stream] = group.streams;
  if (!stream) throw new Error("no stream");
  for (let sent = 0; sent < 40; sent += 1) stream.response.write(frame);
  expect(stream.response.writableNeedDrain).toBe(true);
  group.end(stream, "final", "shutdown");
  expect(group.streams.size).toBe(0);
  const closed = once(server, "close");
  server.close();
  await closed;
});
