import { createECDH, generateKeyPairSync } from "node:crypto";
import { buildPushPayload } from "@block65/webcrypto-web-push";

type PushMessage = SubscriptionKeys & { endpoint: string; payload: string };

/** `gone`: the browser has withdrawn the subscription. `rejected`: sending the same again is useless. */
export type PushResult =
  | { ok: true; status: number }
  | { ok: false; reason: "gone" | "rejected" | "unavailable"; status?: number };

export type PushSender = {
  /** Returns whether the address is one of a known push service. */
  isAllowed(endpoint: string): boolean;
  send(key: PushKey, message: PushMessage): Promise<PushResult>;
};

/** Chrome and Edge on Android, Firefox, Safari, Edge on Windows. */
const knownHosts =
  /^(?:fcm\.googleapis\.com|(?:[a-z0-9-]+\.)*push\.services\.mozilla\.com|(?:[a-z0-9-]+\.)*push\.apple\.com|(?:[a-z0-9-]+\.)*notify\.windows\.com)$/;

type Options = {
  /** Contact for the operators of push services: a mailto: or https: address. */
  subject: string;
  /** Origins of further push services. */
  origins?: readonly string[];
  timeoutMs?: number;
};

/** The time for which a push service stores a message for a device that is off. */
const lifetimeSeconds = 3600;

/**
 * Sends encrypted messages to the push services of browsers. The address comes from a request: only known hosts are
 * contacted, by https and without redirects, so that it cannot lead into the private network.
 */
export function createPushSender({
  subject,
  origins = [],
  timeoutMs = 10_000,
}: Options): PushSender {
  function parse(endpoint: string): URL | undefined {
    const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
    if (!url || url.username || url.password) return undefined;
    if (origins.includes(url.origin)) return url;
    const isKnown = url.protocol === "https:" && url.port === "" && knownHosts.test(url.hostname);
    return isKnown ? url : undefined;
  }

  return {
    isAllowed: (endpoint) => parse(endpoint) !== undefined,
    async send(key, { endpoint, payload, ...keys }) {
      const url = parse(endpoint);
      if (!url) return { ok: false, reason: "rejected" };
      try {
        const { headers, body } = await buildPushPayload(
          { data: payload, options: { ttl: lifetimeSeconds, urgency: "high" } },
          // The library accepts https only; http is for tests.
          { endpoint: url.href.replace(/^http:/, "https:"), expirationTime: null, keys },
          { subject, privateKey: key.private_key, publicKey: key.public_key },
        );
        const response = await fetch(url, {
          method: "POST",
          headers,
          body,
          redirect: "manual",
          signal: AbortSignal.timeout(timeoutMs),
        });
        await response.body?.cancel();
        return resultOf(response.status);
      } catch {
        return { ok: false, reason: "unavailable" };
      }
    },
  };
}

function resultOf(status: number): PushResult {
  if (status >= 200 && status < 300) return { ok: true, status };
  if (status === 404 || status === 410) return { ok: false, reason: "gone", status };
  const isTemporary = status === 408 || status === 429 || status >= 500;
  return { ok: false, reason: isTemporary ? "unavailable" : "rejected", status };
}

/** Base64url: the private scalar, and the public point uncompressed. */
export type PushKey = { private_key: string; public_key: string };

/** The keys of a browser's subscription, in base64url. */
type SubscriptionKeys = { p256dh: string; auth: string };

const curve = "prime256v1";

export function generatePushKey(): PushKey {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: curve });
  const { d = "", x = "", y = "" } = privateKey.export({ format: "jwk" });
  const point = Buffer.concat([
    Buffer.from([4]),
    Buffer.from(x, "base64url"),
    Buffer.from(y, "base64url"),
  ]);
  return { private_key: d, public_key: point.toString("base64url") };
}

/** Returns whether `p256dh` is a point of the curve and `auth` has 16 bytes. */
export function areSubscriptionKeys({ p256dh, auth }: SubscriptionKeys): boolean {
  try {
    const ecdh = createECDH(curve);
    ecdh.generateKeys();
    ecdh.computeSecret(Buffer.from(p256dh, "base64url"));
    return Buffer.from(auth, "base64url").length === 16;
  } catch {
    return false;
  }
}
