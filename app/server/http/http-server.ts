import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export type ServerTimeouts = {
  /** Time to receive the header lines of a request. */
  headersTimeoutMs: number;
  /** Time to receive a whole request: enough for the largest upload over a slow connection. */
  requestTimeoutMs: number;
  /** Idle time between two requests: more than that of common proxies, which would use a connection as it is closed. */
  keepAliveTimeoutMs: number;
  /** Time without any progress in either direction; event streams send heartbeats more often. */
  stalledTimeoutMs: number;
  /** How often the first two are checked. */
  checkIntervalMs: number;
};

const defaultTimeouts: ServerTimeouts = {
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 120_000,
  keepAliveTimeoutMs: 65_000,
  stalledTimeoutMs: 30_000,
  checkIntervalMs: 5_000,
};

/** An HTTP server that closes the connections of slow clients. */
export function createHttpServer(timeouts: ServerTimeouts = defaultTimeouts): Server {
  const server = createServer({
    headersTimeout: timeouts.headersTimeoutMs,
    requestTimeout: timeouts.requestTimeoutMs,
    keepAliveTimeout: timeouts.keepAliveTimeoutMs,
    connectionsCheckingInterval: timeouts.checkIntervalMs,
  });
  return server.setTimeout(timeouts.stalledTimeoutMs);
}

/** Resolves with the server's URL once it listens. */
export async function listen(server: Server, port: number, host: string): Promise<string> {
  server.listen(port, host);
  await once(server, "listening");
  const { port: actualPort } = server.address() as AddressInfo;
  return serverUrl(host, actualPort);
}

export function serverUrl(host: string, port: number): string {
  if (host === "0.0.0.0" || host === "::") return `http://localhost:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
