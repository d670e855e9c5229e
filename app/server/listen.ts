import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Longer than a proxy in front keeps an idle connection, so that it is never us who close one it is about to use. */
const keepAlive = 65_000;

/** Resolves with the address a person can open once the server listens; rejects when it cannot. */
export async function listen(server: Server, port: number, host: string): Promise<string> {
  server.keepAliveTimeout = keepAlive;
  server.listen(port, host);
  await once(server, "listening");
  const { port: actual } = server.address() as AddressInfo;
  return addressOf(host, actual);
}

/** Where a person finds what listens there. */
export function addressOf(host: string, port: number): string {
  return `http://${nameOf(host)}:${port}`;
}

function nameOf(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
