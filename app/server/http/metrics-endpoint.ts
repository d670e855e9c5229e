import cluster, { type Worker } from "node:cluster";
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { AggregatorRegistry, type Registry } from "prom-client";
import { problem } from "#app/api/problem.ts";
import { unmapIpv4 } from "#app/shared/network.ts";

/** Headers that proxies add: a request with one of them was not sent by this machine. */
const proxyHeaders = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
];

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/**
 * Throws unless the request comes from this machine or has the bearer token. A proxy on this machine does not count as
 * local: it adds headers, or uses the site's public name as Host.
 */
export function requireMetricsAccess(
  incoming: IncomingMessage | undefined,
  token: string | undefined,
): void {
  if (incoming && (isLocal(incoming) || hasToken(incoming.headers.authorization, token))) return;
  if (token === undefined) {
    throw problem(403, { kind: "local-only", title: "Só para esta máquina" });
  }
  const challenge = { "WWW-Authenticate": 'Bearer realm="metrics"' };
  throw problem(401, { kind: "token-required", title: "É preciso um token" }, challenge);
}

function isLocal({ socket, headers }: IncomingMessage): boolean {
  if (proxyHeaders.some((name) => headers[name] !== undefined)) return false;
  const [, name = ""] = /^(.*?)(?::\d+)?$/.exec(headers.host ?? "") ?? [];
  const host = name.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  return (host === "localhost" || isLoopback(host)) && isLoopback(socket.remoteAddress ?? "");
}

function isLoopback(address: string): boolean {
  const unmapped = unmapIpv4(address);
  const version = isIP(unmapped);
  return version !== 0 && loopback.check(unmapped, version === 4 ? "ipv4" : "ipv6");
}

function hasToken(authorization: string | undefined, token: string | undefined): boolean {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(authorization ?? "") ?? [];
  return token !== undefined && bearer !== undefined && timingSafeEqual(hash(bearer), hash(token));
}

/** Hashes have equal lengths, as timingSafeEqual requires. */
function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** The text of one process's metrics, or the sums over all workers. */
export type CollectMetrics = (own: Registry) => Promise<string>;

type MetricsRequest = { pomarMetrics: number };
type MetricsReply = { pomarMetrics: number; text?: string | undefined };

let requestCount = 0;

/** In a worker: the sums over all workers, requested from the primary process; its own figures where that fails. */
export const collectFromWorkers: CollectMetrics = async (own) => {
  requestCount += 1;
  const id = requestCount;
  const text = await new Promise<string | undefined>((resolve) => {
    function onMessage(message: MetricsReply): void {
      if (message.pomarMetrics !== id) return;
      process.off("message", onMessage);
      resolve(message.text);
    }
    process.on("message", onMessage);
    process.send?.({ pomarMetrics: id } satisfies MetricsRequest);
  });
  return text ?? own.metrics();
};

/** In a worker: lets the primary process read its metrics. */
export function shareMetrics(own: Registry): void {
  AggregatorRegistry.setRegistries(own);
  // The constructor installs the message listener, in workers too.
  new AggregatorRegistry();
}

/** In the primary process: replies to `collectFromWorkers`. */
export function serveWorkerMetrics(): void {
  const registry = new AggregatorRegistry();
  cluster.on("message", async (worker: Worker, { pomarMetrics }: Partial<MetricsRequest>) => {
    if (pomarMetrics === undefined) return;
    const text = await registry.clusterMetrics().catch(() => undefined);
    if (worker.isConnected()) worker.send({ pomarMetrics, text } satisfies MetricsReply);
  });
}
