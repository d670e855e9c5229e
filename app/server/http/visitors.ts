import type { IncomingMessage } from "node:http";
import { type BlockList, isIP } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { unmapIpv4 } from "#app/shared/network.ts";

/** What a request says of where it comes from, before it is believed. */
export type Arrival = {
  /** Address of the socket's other end. */
  peer?: string | undefined;
  forwardedFor?: string | undefined;
  forwardedProto?: string | undefined;
  forwardedHost?: string | undefined;
  host?: string | undefined;
};

export type VisitorRules = {
  publicUrl?: string | undefined;
  trustedProxies?: BlockList | undefined;
};

export type Visitors = {
  /** The visitor's IP address; "unknown" where there is no socket. */
  addressOf(arrival: Arrival): string;
  /** The site's own address as the visitor sees it; undefined when the request names no host that could be one. */
  originOf(arrival: Arrival): string | undefined;
};

const hostName = /^(?:[a-z0-9](?:[a-z0-9._-]{0,252})|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Forwarding headers count only when a trusted proxy wrote them: anyone can write a header. */
export function createVisitors({ publicUrl, trustedProxies }: VisitorRules): Visitors {
  function isTrusted(address: string): boolean {
    if (!trustedProxies) return false;
    const version = isIP(address);
    return version !== 0 && trustedProxies.check(address, version === 4 ? "ipv4" : "ipv6");
  }

  return {
    addressOf({ peer, forwardedFor }) {
      // The last entry is the nearest proxy's word; each one to its left was written by the one before.
      const chain = (forwardedFor?.split(",") ?? []).map((entry) => unmapIpv4(entry.trim()));
      let address = unmapIpv4(peer ?? "");
      while (isTrusted(address)) {
        const before = chain.pop();
        if (before === undefined || isIP(before) === 0) break;
        address = before;
      }
      return address || "unknown";
    },
    originOf({ peer, forwardedProto, forwardedHost, host }) {
      if (publicUrl) return publicUrl;
      const behindProxy = isTrusted(unmapIpv4(peer ?? ""));
      const name = (behindProxy && forwardedHost) || host;
      const isSecure = behindProxy && /\bhttps$/.test(forwardedProto ?? "");
      if (!name || !hostName.test(name)) return undefined;
      return `${isSecure ? "https" : "http"}://${name.toLowerCase()}`;
    },
  };
}

export function arrivalOf({ socket, headers }: IncomingMessage): Arrival {
  return {
    peer: socket.remoteAddress,
    forwardedFor: single(headers["x-forwarded-for"]),
    forwardedProto: single(headers["x-forwarded-proto"]),
    forwardedHost: single(headers["x-forwarded-host"]),
    host: headers.host,
  };
}

/** The same for a request on its way through the routes; one made by a program's own call has no socket. */
export function arrivalIn(c: Context): Arrival {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  return incoming ? arrivalOf(incoming) : { host: new URL(c.req.url).host };
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(",") : value;
}
