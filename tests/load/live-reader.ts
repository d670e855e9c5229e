import { createConnection, type Socket } from "node:net";
import type { ReaderCommand, ReaderResponse } from "./live-readers.ts";
import { now } from "./seller.ts";

/**
 * A process that opens many streams and records when each change arrived on each of them. It reads sockets directly: a
 * frame consists of whole lines, however the response is chunked.
 */
const arrivals = new Map<string, number[]>();
/** All streams receive the same frames, so each is parsed once. */
const parsedFrames = new Map<string, string[]>();
let sockets: Socket[] = [];
let ready = 0;

process.on("message", async (command: ReaderCommand) => {
  if (command.kind === "open") await open(command);
  if (command.kind === "close") for (const socket of sockets.splice(0)) socket.destroy();
  respond(command.kind === "report" ? report(command.sent) : { kind: "done" });
});
process.on("disconnect", () => process.exit(0));

function respond(message: ReaderResponse): void {
  process.send?.(message);
}

async function open({ port, streams, cookie }: Extract<ReaderCommand, { kind: "open" }>) {
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
        recordFrame(rest.slice(0, end));
        rest = rest.slice(end + 2);
      }
    });
    socket.on("error", (error) => console.error(error.message));
    return socket;
  });
  while (ready < streams) await new Promise((resolve) => setTimeout(resolve, 20));
}

function recordFrame(block: string): void {
  if (block.includes("event: ready")) ready += 1;
  const at = block.indexOf("data: [");
  if (at < 0) return;
  const time = now();
  const data = block.slice(at + 6);
  const keys = parsedFrames.get(data) ?? keysOf(data);
  parsedFrames.set(data, keys);
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

/** A histogram of delivery times in milliseconds, and the number of missing deliveries. */
function report(sent: Record<string, number>): ReaderResponse {
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
