import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import { type Log, redactPath } from "#app/platform/log.ts";
import { unmapIpv4 } from "#app/shared/parse-url.ts";

/** The source that a request claims to have, before any of it is trusted. */
export type RequestSource = {
  /** Address of the socket's remote end. */
  peer?: string | undefined;
  forwardedFor?: string | undefined;
  forwardedProto?: string | undefined;
  forwardedHost?: string | undefined;
  host?: string | undefined;
};

type ResolverOptions = {
  publicUrl?: string | undefined;
  trustedProxies?: BlockList | undefined;
};

export type SourceResolver = {
  /** The visitor's IP address; "unknown" where there is no socket. */
  clientAddress(source: RequestSource): string;
  /** The origin under which the visitor sees the site; undefined when the Host header is not a valid host. */
  siteOrigin(source: RequestSource): string | undefined;
};

const hostPattern = /^(?:[a-z0-9](?:[a-z0-9._-]{0,252})|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Returns whether a Host header can be part of a URL: "1.2.3.999" cannot. */
export function isValidHost(host: string): boolean {
  return hostPattern.test(host) && URL.canParse(`http://${host}`);
}

/** Forwarding headers count only when a trusted proxy wrote them: any client can send a header. */
export function createSourceResolver({
  publicUrl,
  trustedProxies,
}: ResolverOptions): SourceResolver {
  function isTrusted(address: string): boolean {
    return trustedProxies !== undefined && isListed(trustedProxies, address);
  }

  return {
    clientAddress({ peer, forwardedFor }) {
      // The last entry was written by the nearest proxy, each one before it by the proxy before that.
      const chain = (forwardedFor?.split(",") ?? []).map((entry) => unmapIpv4(entry.trim()));
      let address = unmapIpv4(peer ?? "");
      while (isTrusted(address)) {
        const previous = chain.pop();
        if (previous === undefined || isIP(previous) === 0) break;
        address = previous;
      }
      return address || "unknown";
    },
    siteOrigin({ peer, forwardedProto, forwardedHost, host }) {
      if (publicUrl) return publicUrl;
      const isProxied = isTrusted(unmapIpv4(peer ?? ""));
      const name = (isProxied && forwardedHost) || host;
      const isSecure = isProxied && /\bhttps$/.test(forwardedProto ?? "");
      if (!name || !isValidHost(name)) return undefined;
      return `${isSecure ? "https" : "http"}://${name.toLowerCase()}`;
    },
  };
}

export function requestSource({ socket, headers }: IncomingMessage): RequestSource {
  return {
    peer: socket.remoteAddress,
    forwardedFor: joinValues(headers["x-forwarded-for"]),
    forwardedProto: joinValues(headers["x-forwarded-proto"]),
    forwardedHost: joinValues(headers["x-forwarded-host"]),
    host: headers.host,
  };
}

/** The source of a Hono request; one made by `app.request()` has no socket. */
export function contextSource(c: Context): RequestSource {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  return incoming ? requestSource(incoming) : { host: new URL(c.req.url).host };
}

function joinValues(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(",") : value;
}

export type AppEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** Adds the request's id to each line. */
    log: Log;
    /** True for a public page that only the administrator sees: see `announceOpening`. */
    isPreview?: boolean;
  };
};

/** Requested every few seconds by proxies and monitoring. */
const checkPaths = new Set(["/api/health", "/api/health/live", "/metrics"]);

/**
 * Gives each request an id, returns it as X-Request-Id and logs one line without query, address or other personal data.
 * Responses from memory are sent before this and not logged; successful checks are logged at level debug.
 */
export function logRequests(log: Log): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startedAt = performance.now();
    const requestId = randomUUID();
    c.set("requestId", requestId);
    c.set("log", log.child({ requestId }));
    await next();
    c.res.headers.set("X-Request-Id", requestId);
    const line = {
      method: c.req.method,
      path: redactPath(c.req.path),
      status: c.res.status,
      ms: Math.round(performance.now() - startedAt),
    };
    const isCheck = c.res.ok && checkPaths.has(c.req.path);
    c.get("log")[isCheck ? "debug" : "info"](line, "request");
  };
}

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
 * Returns whether a request comes from this machine. A proxy on it does not count: it adds headers, or uses the site's public name
 * as Host.
 */
export function isLocal({ socket, headers }: IncomingMessage): boolean {
  if (proxyHeaders.some((name) => headers[name] !== undefined)) return false;
  const [, name = ""] = /^(.*?)(?::\d+)?$/.exec(headers.host ?? "") ?? [];
  const host = name.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  return (
    (host === "localhost" || isListed(loopback, host)) &&
    isListed(loopback, unmapIpv4(socket.remoteAddress ?? ""))
  );
}

function isListed(list: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 4 ? "ipv4" : "ipv6");
}
