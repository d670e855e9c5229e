import { createConnection, type Socket } from "node:net";
import type { ReaderAnswer, ReaderOrder } from "./live-readers.ts";
import { now } from "./seller.ts";

/**
 * A process that holds many streams open and notes when each change reached each of them. It reads sockets directly:
 * the frames are whole lines whatever the chunks around them say.
 */
const arrivals = new Map<string, number[]>();
/** All streams read the same frames: each is understood once. */
const understood = new Map<string, string[]>();
let sockets: Socket[] = [];
let ready = 0;

process.on("message", async (order: ReaderOrder) => {
  if (order.kind === "open") await open(order);
  if (order.kind === "leave") for (const socket of sockets.splice(0)) socket.destroy();
  answer(order.kind === "report" ? report(order.sent) : { kind: "done" });
});
process.on("disconnect", () => process.exit(0));

function answer(message: ReaderAnswer): void {
  process.send?.(message);
}

async function open({ port, streams, cookie }: Extract<ReaderOrder, { kind: "open" }>) {
  ready = 0;
  const header = cookie ? `Cookie: ${cookie}\r\n` : "";
  sockets = Array.from({ length: streams }, () => {
    const socket = createConnection(port, "127.0.0.1");
    socket.setEncoding("utf8");
    socket.write(`GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\n${header}\r\n`);
    let rest = "";
    socket.on("data", (text) => {
      rest += text;
      for (let end = rest.indexOf("\n\n"); end >= 0; end = rest.indexOf("\n\n")) {
        note(rest.slice(0, end));
        rest = rest.slice(end + 2);
      }
    });
    socket.on("error", (error) => console.error(error.message));
    return socket;
  });
  while (ready < streams) await new Promise((resolve) => setTimeout(resolve, 20));
}

function note(block: string): void {
  if (block.includes("event: ready")) ready += 1;
  const at = block.indexOf("data: [");
  if (at < 0) return;
  const time = now();
  const data = block.slice(at + 6);
  const keys = understood.get(data) ?? keysOf(data);
  understood.set(data, keys);
  for (const key of keys) {
    const times = arrivals.get(key);
    if (times) times.push(time);
    else arrivals.set(key, [time]);
  }
}

function keysOf(data: string): string[] {
  const changes = JSON.parse(data) as { id: string; version?: number }[];
  return changes.map(({ id, version }) => `${id} ${version}`);
}

/** How many deliveries took how many milliseconds, and how many never came. */
function report(sent: Record<string, number>): ReaderAnswer {
  const histogram: number[] = [];
  let delivered = 0;
  for (const [key, sentAt] of Object.entries(sent)) {
    for (const time of arrivals.get(key) ?? []) {
      const took = Math.max(0, Math.ceil(time - sentAt));
      histogram[took] = (histogram[took] ?? 0) + 1;
      delivered += 1;
    }
  }
  const missing = Object.keys(sent).length * sockets.length - delivered;
  return { kind: "report", histogram: Array.from(histogram, (count) => count ?? 0), missing };
}
