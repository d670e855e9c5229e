import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  sign,
} from "node:crypto";

/** Encryption of push messages (RFC 8291, RFC 8188) and identification of the sender (RFC 8292, VAPID). */

/** Base64url: the private scalar, and the public point uncompressed. */
export type PushKey = { private_key: string; public_key: string };

/** The keys of a browser's subscription, in base64url. */
export type SubscriptionKeys = { p256dh: string; auth: string };

const curve = "prime256v1";
const recordSize = 4096;

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

type Ephemeral = { salt?: Buffer; privateKey?: Buffer };

/** The body of a push request with `Content-Encoding: aes128gcm`. `ephemeral` is fixed by the standard's example only. */
export function encryptPush(
  payload: string,
  { p256dh, auth }: SubscriptionKeys,
  { salt = randomBytes(16), privateKey }: Ephemeral = {},
): Buffer {
  const ecdh = createECDH(curve);
  if (privateKey) ecdh.setPrivateKey(privateKey);
  else ecdh.generateKeys();
  const [receiver, sender] = [Buffer.from(p256dh, "base64url"), ecdh.getPublicKey()];
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), receiver, sender]);
  const material = derive(ecdh.computeSecret(receiver), Buffer.from(auth, "base64url"), info, 32);
  const key = derive(material, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(material, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  // 2 marks the last record.
  const text = Buffer.concat([Buffer.from(payload), Buffer.from([2])]);
  const encrypted = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
  const header = Buffer.alloc(5);
  header.writeUInt32BE(recordSize);
  header.writeUInt8(sender.length, 4);
  return Buffer.concat([salt, header, sender, encrypted]);
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, info, length));
}

/** Push services reject more than 24 hours. */
const tokenLifetimeSeconds = 12 * 3600;

/** The `Authorization` header for a push service: an ES256 token for its origin. `subject` is a mailto: or https: address. */
export function authorizePush(
  { private_key, public_key }: PushKey,
  { audience, subject, now }: { audience: string; subject: string; now: Date },
): string {
  const expires = Math.floor(now.getTime() / 1000) + tokenLifetimeSeconds;
  const content = [
    { typ: "JWT", alg: "ES256" },
    { aud: audience, exp: expires, sub: subject },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const point = Buffer.from(public_key, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    d: private_key,
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const key = createPrivateKey({ key: jwk, format: "jwk" });
  const signature = sign("sha256", Buffer.from(content), { key, dsaEncoding: "ieee-p1363" });
  return `vapid t=${content}.${signature.toString("base64url")}, k=${public_key}`;
}
