import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { problem } from "#app/api/problem.ts";
import { unmapIpv4 } from "#app/shared/network.ts";

/** Headers by which a proxy says for whom it asks: who sends one is not the visitor. */
const forwarding = [
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
 * Lets those read the metrics who ask from this very machine, and those who bear the token. A proxy on this machine is
 * not taken for either: it names whom it asks for, or asks under the shop's public name.
 */
export function mayReadMetrics(incoming: IncomingMessage | undefined, token: string | undefined) {
  if (!incoming) return false;
  return isLocal(incoming) || bears(incoming.headers.authorization, token);
}

export function metricsRefused(token: string | undefined) {
  if (token === undefined) {
    return problem(403, { kind: "local-only", title: "Só para esta máquina" });
  }
  const challenge = { "WWW-Authenticate": 'Bearer realm="metrics"' };
  return problem(401, { kind: "token-required", title: "É preciso um token" }, challenge);
}

function isLocal({ socket, headers }: IncomingMessage): boolean {
  if (forwarding.some((name) => headers[name] !== undefined)) return false;
  const asked = /^(.*?)(?::\d+)?$/.exec(headers.host ?? "")?.[1] ?? "";
  const host = asked.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  return (host === "localhost" || isLoopback(host)) && isLoopback(socket.remoteAddress ?? "");
}

function isLoopback(address: string): boolean {
  const plain = unmapIpv4(address);
  const version = isIP(plain);
  return version !== 0 && loopback.check(plain, version === 4 ? "ipv4" : "ipv6");
}

function bears(header: string | undefined, token: string | undefined): boolean {
  const given = /^Bearer +(\S+)$/i.exec(header ?? "")?.[1];
  return token !== undefined && given !== undefined && timingSafeEqual(hash(given), hash(token));
}

/** Of one length, whatever was given. */
function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
