import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** The place where an order is lost: before the shop has received it, or only its response. */
export type OrderFault = "while-sending" | "before-the-response";

/**
 * A proxy between browser and shop, whose address is stable when the shop restarts. It can drop all connections, lose
 * orders or their responses, and counts orders to detect concurrent requests with one key.
 */
export async function startProxy(shopUrl: string) {
  let target = new URL(shopUrl);
  let isOffline = false;
  let orderFault: OrderFault | undefined;
  const sockets = new Set<Socket>();
  const pending = new Map<string, number>();
  const seen = { keys: new Set<string>(), orders: 0, maxConcurrent: 0, lost: 0 };

  const server = createServer((incoming, response) => {
    const isOrder = incoming.method === "POST" && incoming.url === "/api/orders";
    if (isOrder) void passOrder(incoming, response);
    else incoming.pipe(forward(incoming, response));
  });
  server.on("connection", (socket) => {
    if (isOffline) return socket.destroy();
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
  });

  async function passOrder(incoming: IncomingMessage, response: ServerResponse) {
    const key = String(incoming.headers["idempotency-key"]);
    const concurrent = (pending.get(key) ?? 0) + 1;
    pending.set(key, concurrent);
    seen.keys.add(key);
    seen.orders += 1;
    seen.maxConcurrent = Math.max(seen.maxConcurrent, concurrent);
    response.on("close", () => pending.set(key, (pending.get(key) ?? 1) - 1));
    const fault = orderFault;
    if (fault) seen.lost += 1;
    if (fault === "while-sending") {
      incoming.once("data", () => incoming.socket.destroy());
      incoming.resume();
      return;
    }
    incoming.pipe(forward(incoming, response, fault === "before-the-response"));
  }

  function forward(incoming: IncomingMessage, response: ServerResponse, loseResponse = false) {
    const { hostname, port } = target;
    const { method, url: path, headers } = incoming;
    const passed = request({ hostname, port, method, path, headers }, (received) => {
      if (loseResponse) {
        received.resume().on("end", () => incoming.socket.destroy());
        return;
      }
      response.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(response);
    });
    passed.on("error", () => incoming.socket.destroy());
    response.on("close", () => passed.destroy());
    return passed;
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    disconnect() {
      isOffline = true;
      for (const socket of sockets) socket.destroy();
    },
    reconnect() {
      isOffline = false;
      orderFault = undefined;
    },
    loseOrders(next: OrderFault) {
      orderFault = next;
    },
    retarget(url: string) {
      target = new URL(url);
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type FaultProxy = Awaited<ReturnType<typeof startProxy>>;
