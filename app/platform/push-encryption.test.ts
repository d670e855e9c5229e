import { createPublicKey, verify } from "node:crypto";
import { expect, test } from "vitest";
import {
  areSubscriptionKeys,
  authorizePush,
  encryptPush,
  generatePushKey,
} from "./push-encryption.ts";

/** Appendix A of RFC 8291. */
const example = {
  text: "When I grow up, I want to be a watermelon",
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
  senderKey: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
  salt: "DGv6ra1nlYgDCS1FRnbzlw",
  body: "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
};
const { p256dh, auth } = example;

test("the example of RFC 8291 is encrypted byte by byte", () => {
  const body = encryptPush(
    example.text,
    { p256dh, auth },
    {
      salt: Buffer.from(example.salt, "base64url"),
      privateKey: Buffer.from(example.senderKey, "base64url"),
    },
  );
  expect(body.toString("base64url")).toBe(example.body);
});

test("each message has its own key and salt", () => {
  const [one, other] = [0, 1].map(() => encryptPush("x", { p256dh, auth }));
  expect(one?.subarray(0, 86)).not.toEqual(other?.subarray(0, 86));
});

test("the token names the push service and is signed with the shop's key", () => {
  const key = generatePushKey();
  expect(key.private_key).toMatch(/^[\w-]{43}$/);
  expect(key.public_key).toMatch(/^[\w-]{87}$/);
  const now = new Date("2026-11-22T12:00:00Z");
  const audience = "https://fcm.googleapis.com";
  const header = authorizePush(key, { audience, subject: "mailto:a@b.example", now });
  const [, token = "", shown] = /^vapid t=(\S+), k=(\S+)$/.exec(header) ?? [];
  expect(shown).toBe(key.public_key);
  const [head = "", claims = "", signature = ""] = token.split(".");
  const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
  expect(read(head)).toEqual({ typ: "JWT", alg: "ES256" });
  expect(read(claims)).toEqual({
    aud: audience,
    exp: now.getTime() / 1000 + 12 * 3600,
    sub: "mailto:a@b.example",
  });
  const point = Buffer.from(key.public_key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString("base64url"),
  );
  const jwk = { kty: "EC", crv: "P-256", x, y } as JsonWebKey;
  const publicKey = createPublicKey({ key: jwk as never, format: "jwk" });
  const signed = Buffer.from(`${head}.${claims}`);
  const options = { key: publicKey, dsaEncoding: "ieee-p1363" as const };
  expect(verify("sha256", signed, options, Buffer.from(signature, "base64url"))).toBe(true);
});

test.each([
  ["another point", `${p256dh.slice(0, -2)}AA`, auth],
  ["a short secret", p256dh, "BTBZMqHH6r4Tts7J_aSI"],
  ["nothing", "", ""],
])("%s is no subscription", (_what, key, secret) => {
  expect(areSubscriptionKeys({ p256dh, auth })).toBe(true);
  expect(areSubscriptionKeys({ p256dh: key, auth: secret })).toBe(false);
});
