import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, createConnection } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createLog } from "#app/platform/log.ts";
import { createAudience } from "./audience.ts";

const frame = Buffer.alloc(200_000, "x");

test("a reader that takes nothing is let go; the others miss nothing", async () => {
  const audience = createAudience("test", createLog("silent"));
  const server = createServer((_request, response) => {
    audience.add({ response, network: "127.0.0.1" });
    response.writeHead(200);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const [idle, eager] = [createConnection(port, "127.0.0.1"), createConnection(port, "127.0.0.1")];
  onTestFinished(() => {
    idle.destroy();
    eager.destroy();
    server.close();
  });
  let read = 0;
  eager.on("data", (chunk) => {
    read += chunk.length;
  });
  for (const socket of [idle, eager]) socket.write("GET / HTTP/1.1\r\nHost: loja\r\n\r\n");
  while (audience.streams.size < 2) await delay(5);

  let sent = 0;
  for (; audience.streams.size === 2 && sent < 500; sent += 1) {
    audience.send(frame);
    await delay(5);
  }
  expect(audience.streams.size).toBe(1);
  audience.send(frame);
  for (const end = Date.now() + 5000; read < (sent + 1) * frame.length && Date.now() < end; ) {
    await delay(5);
  }
  expect(read).toBeGreaterThanOrEqual((sent + 1) * frame.length);
});
