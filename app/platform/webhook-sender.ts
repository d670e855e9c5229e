import { createHmac } from "node:crypto";
import { lookup } from "node:dns/promises";
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { unmapIpv4 } from "#app/shared/parse-url.ts";

/** Signed with each of the secrets. */
type WebhookMessage = { id: string; url: string; secrets: readonly string[]; body: string };

/** `status` when a response arrived; only 2xx is a success. */
type WebhookAttempt =
  | { ok: true; status: number }
  | { ok: false; error: "status"; status: number }
  | { ok: false; error: "address" | "connection" | "timeout" };

export type WebhookSender = {
  /** Returns whether the address may be used as far as it can be decided without DNS. */
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

/** Resolved by each machine to itself (RFC 6761). */
const localName = /^(?:.+\.)?localhost\.?$/;
/** The first free port: below are services such as mail and SSH, which a webhook must not address. */
const firstFreePort = 1024;
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
    const url = parseAddress(text);
    if (!url) return undefined;
    const host = hostOf(url);
    if (localName.test(host) || isLoopback(host)) return allowLoopback ? url : undefined;
    const isPublic = url.protocol === "https:" && (!isIP(host) || isPublicAddress(host));
    return isPublic ? url : undefined;
  }

  async function findAddress(url: URL) {
    const host = hostOf(url);
    const addresses = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolve(host);
    return addresses.every(({ address }) => isPermitted(address)) ? addresses[0] : undefined;
  }

  async function send({ id, url: text, secrets, body }: WebhookMessage): Promise<WebhookAttempt> {
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
        "webhook-signature": secrets
          .map((secret) => sign(secret, `${id}.${timestamp}.${body}`))
          .join(" "),
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
  const lookupAddress: LookupFunction = (_host, options, callback) => {
    if (options.all) callback(null, [address]);
    else callback(null, address.address, address.family);
  };
  const { request } = url.protocol === "https:" ? https : http;
  return new Promise((resolve, reject) => {
    const options = {
      method: "POST",
      headers,
      lookup: lookupAddress,
      agent: false as const,
      signal,
    };
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

/** An http address without a password; undefined for others. */
function parseAddress(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.username || url.password || !/^https?:$/.test(url.protocol)) return undefined;
  // The scheme's own port is an empty text.
  return url.port === "" || Number(url.port) >= firstFreePort ? url : undefined;
}

/** Returns the host without the brackets of IPv6; `URL` has normalized hexadecimal and decimal forms of IPv4. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}

/** This address is in the public range, but an internal service of each virtual machine of Azure. */
const azureHost = "168.63.129.16";
const globalIpv6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Returns whether the address belongs to the public internet. An IPv4 address mapped into IPv6 does not. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address === azureHost) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(globalIpv6);
}

function isLoopback(address: string): boolean {
  const plain = unmapIpv4(address);
  return plain === "::1" || (isIP(plain) === 4 && plain.startsWith("127."));
}
