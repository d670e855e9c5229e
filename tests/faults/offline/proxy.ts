import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** Where an order is lost on its way: before the shop has it whole, or when only its answer is missing. */
export type Trap = "while-sending" | "before-the-answer";

/**
 * The line between a browser and the shop, at an address of its own that stays when the shop moves. It can be cut, and
 * orders on it can be trapped until it is mended. It counts the orders that pass: a key is never on the way twice at once.
 */
export async function startProxy(shopUrl: string) {
  let target = new URL(shopUrl);
  let isCut = false;
  let trap: Trap | undefined;
  const sockets = new Set<Socket>();
  const underWay = new Map<string, number>();
  const seen = { keys: new Set<string>(), orders: 0, mostAtOnce: 0, trapped: 0 };

  const server = createServer((asked, answer) => {
    const isOrder = asked.method === "POST" && asked.url === "/api/orders";
    if (isOrder) void passOrder(asked, answer);
    else asked.pipe(forward(asked, answer));
  });
  server.on("connection", (socket) => {
    if (isCut) return socket.destroy();
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
  });

  async function passOrder(asked: IncomingMessage, answer: ServerResponse) {
    const key = String(asked.headers["idempotency-key"]);
    const atOnce = (underWay.get(key) ?? 0) + 1;
    underWay.set(key, atOnce);
    seen.keys.add(key);
    seen.orders += 1;
    seen.mostAtOnce = Math.max(seen.mostAtOnce, atOnce);
    answer.on("close", () => underWay.set(key, (underWay.get(key) ?? 1) - 1));
    const sprung = trap;
    if (sprung) seen.trapped += 1;
    if (sprung === "while-sending") {
      asked.once("data", () => asked.socket.destroy());
      asked.resume();
      return;
    }
    asked.pipe(forward(asked, answer, sprung === "before-the-answer"));
  }

  function forward(asked: IncomingMessage, answer: ServerResponse, loseAnswer = false) {
    const { hostname, port } = target;
    const { method, url: path, headers } = asked;
    const passed = request({ hostname, port, method, path, headers }, (got) => {
      if (loseAnswer) {
        got.resume().on("end", () => asked.socket.destroy());
        return;
      }
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    passed.on("error", () => asked.socket.destroy());
    answer.on("close", () => passed.destroy());
    return passed;
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend() {
      isCut = false;
      trap = undefined;
    },
    set(next: Trap) {
      trap = next;
    },
    leadTo(url: string) {
      target = new URL(url);
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type Line = Awaited<ReturnType<typeof startProxy>>;
