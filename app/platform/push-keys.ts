import { createECDH, generateKeyPairSync } from "node:crypto";

/** Base64url: the private scalar, and the public point uncompressed. */
export type PushKey = { private_key: string; public_key: string };

/** The keys of a browser's subscription, in base64url. */
export type SubscriptionKeys = { p256dh: string; auth: string };

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

/** Whether `p256dh` is a point of the curve and `auth` has 16 bytes. */
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
