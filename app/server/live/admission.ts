import type { HTTPException } from "hono/http-exception";
import { problem } from "#app/api/problem.ts";
import type { Stream } from "./stream-group.ts";

/** Visitors' streams that one process carries. */
const mostStreams = 5000;
/** Visitors' streams of one network: an office, or a mobile operator's customers, share an address. */
const mostOfOneNetwork = 200;
/** Seconds. */
const comeBackAfter = "60";

/** 127.0.0.0/8 and ::1, as networks. Where a proxy is not known as one, every visitor comes from there. */
const loopback = /^(?:127\.|0:0:0:0$)/;

/** Throws the problem of one more visitor's stream from `network` when there are enough. */
export function refuseTooMany(streams: ReadonlySet<Stream>, network: string): void {
  if (streams.size >= mostStreams) {
    throw tooMany(503, "A loja já acompanha muitas páginas abertas.");
  }
  if (loopback.test(network)) return;
  const own = [...streams].filter((stream) => stream.network === network).length;
  if (own >= mostOfOneNetwork) {
    throw tooMany(429, "Há muitas páginas abertas a partir da sua rede.");
  }
}

function tooMany(status: 429 | 503, detail: string): HTTPException {
  const title = "Sem atualização ao vivo por ora";
  return problem(
    status,
    { kind: "too-many-streams", title, detail },
    { "Retry-After": comeBackAfter },
  );
}
