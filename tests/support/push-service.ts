import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A browser's push service and one subscription to it, which decrypts by Web Crypto and not by the shop's own code. */

type Received = { path: string; ttl: string; claims: Record<string, unknown>; payload: unknown };

type Bytes = Uint8Array<ArrayBuffer>;

const { subtle } = globalThis.crypto;
const curve = { name: "ECDH", namedCurve: "P-256" };
const decode = (text: string): Bytes => new Uint8Array(Buffer.from(text, "base64url"));
const encode = (bytes: ArrayBuffer | Bytes) => Buffer.from(bytes as Bytes).toString("base64url");
const text = (value: string): Bytes => new Uint8Array(Buffer.from(value));

/** Starts the service; `statusOf` decides each response from the number of requests so far. */
export async function startPushService(statusOf: (count: number) => number = () => 201) {
  const pair = await subtle.generateKey(curve, true, ["deriveBits"]);
  const publicKey = new Uint8Array(await subtle.exportKey("raw", pair.publicKey));
  const auth = globalThis.crypto.getRandomValues(new Uint8Array(16));
  const received: Received[] = [];
  let requests = 0;
  const server = createServer(async (request, response) => {
    requests += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const status = statusOf(requests);
    if (status < 300) {
      const body = new Uint8Array(Buffer.concat(chunks));
      received.push({
        path: request.url ?? "",
        ttl: String(request.headers.ttl),
        claims: await readClaims(request.headers.authorization ?? ""),
        payload: JSON.parse(await decrypt(body, { pair, publicKey, auth })),
      });
    }
    response.writeHead(status, { Location: "http://127.0.0.1:1/" }).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    received,
    requests: () => requests,
    subscription: (name: string) => ({
      endpoint: `${origin}/send/${name}`,
      keys: { p256dh: encode(publicKey), auth: encode(auth) },
    }),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** The claims of a VAPID token; throws when its signature does not match the key beside it. */
async function readClaims(header: string): Promise<Record<string, unknown>> {
  const [, token = "", shown = ""] = /^vapid t=(\S+), k=(\S+)$/.exec(header) ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const key = await subtle.importKey("raw", decode(shown), algorithm, false, ["verify"]);
  const signing = { name: "ECDSA", hash: "SHA-256" };
  if (!(await subtle.verify(signing, key, decode(signature), text(`${head}.${claims}`)))) {
    throw new Error("the token is signed with another key");
  }
  return JSON.parse(Buffer.from(claims, "base64url").toString());
}

type Receiver = { pair: CryptoKeyPair; publicKey: Bytes; auth: Bytes };

/** RFC 8291, with one record. */
async function decrypt(body: Bytes, { pair, publicKey, auth }: Receiver): Promise<string> {
  const salt = body.slice(0, 16);
  const idLength = body[20] ?? 0;
  const senderKey = body.slice(21, 21 + idLength);
  const record = body.slice(21 + idLength);
  const sender = await subtle.importKey("raw", senderKey, curve, false, []);
  const shared = await subtle.deriveBits({ name: "ECDH", public: sender }, pair.privateKey, 256);
  const info = new Uint8Array([...text("WebPush: info\0"), ...publicKey, ...senderKey]);
  const material = await derive(new Uint8Array(shared), auth, info, 32);
  const key = await derive(material, salt, text("Content-Encoding: aes128gcm\0"), 16);
  const iv = await derive(material, salt, text("Content-Encoding: nonce\0"), 12);
  const aes = await subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"]);
  const plain = new Uint8Array(await subtle.decrypt({ name: "AES-GCM", iv }, aes, record));
  const end = plain.lastIndexOf(2);
  return Buffer.from(plain.slice(0, end)).toString();
}

async function derive(secret: Bytes, salt: Bytes, info: Bytes, length: number): Promise<Bytes> {
  const key = await subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  const derived = await subtle.deriveBits(
    { name: "HKDF", hash: "SHA-256", salt, info },
    key,
    length * 8,
  );
  return new Uint8Array(derived);
}
