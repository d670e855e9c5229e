import { createHmac } from "node:crypto";
import { lookup } from "node:dns/promises";
import http from "node:http";
import https from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { unmapIpv4 } from "#app/shared/network.ts";

type WebhookMessage = { id: string; url: string; secret: string; body: string };

/** `status` when a response arrived; only 2xx is a success. */
export type WebhookAttempt =
  | { ok: true; status: number }
  | { ok: false; error: "status"; status: number }
  | { ok: false; error: "address" | "connection" | "timeout" };

export type WebhookSender = {
  /** Whether the address may be used as far as it can be decided without DNS. */
  isAllowed(url: string): boolean;
  send(message: WebhookMessage): Promise<WebhookAttempt>;
};

type Options = {
  /** Permits http and addresses of this machine. Only for development and tests. */
  allowLoopback?: boolean;
  timeoutMs?: number;
  /** Resolves a host name to all its addresses. */
  resolve?: (host: string) => Promise<{ address: string; family: number }[]>;
};

const maxResponseBytes = 64 * 1024;

/**
 * Sends events to public https addresses only. The host name is resolved once, all its addresses must be public, and the
 * connection uses a checked address, so that a second DNS response cannot lead into the private network. Redirects are
 * not followed.
 */
export function createWebhookSender({
  allowLoopback = false,
  timeoutMs = 10_000,
  resolve = (host) => lookup(host, { all: true }),
}: Options = {}): WebhookSender {
  const isPermitted = (address: string) =>
    isPublicAddress(address) || (allowLoopback && isLoopback(address));

  function parse(text: string): URL | undefined {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url || url.username || url.password) return undefined;
    const host = hostOf(url);
    const isLocal = allowLoopback && (host === "localhost" || isLoopback(host));
    if (url.protocol !== "https:" && !(url.protocol === "http:" && isLocal)) return undefined;
    return isIP(host) && !isPermitted(host) ? undefined : url;
  }

  async function findAddress(url: URL) {
    const host = hostOf(url);
    const addresses = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolve(host);
    return addresses.every(({ address }) => isPermitted(address)) ? addresses[0] : undefined;
  }

  async function send({ id, url: text, secret, body }: WebhookMessage): Promise<WebhookAttempt> {
    const url = parse(text);
    if (!url) return { ok: false, error: "address" };
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const address = await abortable(findAddress(url), signal);
      if (!address) return { ok: false, error: "address" };
      const timestamp = String(Math.floor(Date.now() / 1000));
      const headers = {
        "Content-Type": "application/json",
        "Content-Length": String(Buffer.byteLength(body)),
        "User-Agent": "Pomar-Webhooks",
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        "webhook-signature": sign(secret, `${id}.${timestamp}.${body}`),
      };
      const status = await post(url, { headers, body, address, signal });
      const isSuccess = status >= 200 && status < 300;
      return isSuccess ? { ok: true, status } : { ok: false, error: "status", status };
    } catch {
      return { ok: false, error: signal.aborted ? "timeout" : "connection" };
    }
  }

  return { isAllowed: (url) => parse(url) !== undefined, send };
}

const secretPrefix = "whsec_";

/** Signature as in Standard Webhooks: HMAC-SHA256 over "id.timestamp.body", in base64. */
export function sign(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
  return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
}

type PostOptions = {
  headers: Record<string, string>;
  body: string;
  address: { address: string; family: number };
  signal: AbortSignal;
};

/** The status of the response; its body is read up to a limit and dropped. */
function post(url: URL, { headers, body, address, signal }: PostOptions): Promise<number> {
  const useAddress: LookupFunction = (_host, options, callback) => {
    if (options.all) callback(null, [address]);
    else callback(null, address.address, address.family);
  };
  const { request } = url.protocol === "https:" ? https : http;
  return new Promise((resolve, reject) => {
    const options = { method: "POST", headers, lookup: useAddress, agent: false as const, signal };
    const sending = request(url, options, (response) => {
      let size = 0;
      response.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > maxResponseBytes) response.destroy();
      });
      response.on("close", () => resolve(response.statusCode ?? 0));
      response.on("error", reject);
    });
    sending.on("error", reject);
    sending.end(body);
  });
}

/** Rejects when the signal aborts, since DNS queries cannot be cancelled. */
function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, aborted]);
}

/** Without the brackets of IPv6; hexadecimal and decimal IPv4 forms were normalized by `URL`. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}

/** Special-purpose networks of the IANA registries: private, loopback, link-local, metadata, documentation, multicast. */
const reservedIpv4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;

/** Within 2000::/3, which is all that is public. 2001::/23 includes Teredo; 2002::/16 contains IPv4 addresses. */
const reservedIpv6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const reserved = new BlockList();
for (const [network, prefix] of reservedIpv4) reserved.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of reservedIpv6) reserved.addSubnet(network, prefix, "ipv6");
const globalIpv6 = new BlockList();
globalIpv6.addSubnet("2000::", 3, "ipv6");

/** Whether the address belongs to the public internet. An IPv4 address mapped into IPv6 does not. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !reserved.check(address, "ipv4");
  if (isIP(address) !== 6) return false;
  return globalIpv6.check(address, "ipv6") && !reserved.check(address, "ipv6");
}

function isLoopback(address: string): boolean {
  const plain = unmapIpv4(address);
  return plain === "::1" || (isIP(plain) === 4 && plain.startsWith("127."));
}
