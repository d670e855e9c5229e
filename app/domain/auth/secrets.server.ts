import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** A random secret of 256 bits, as it may stand in a cookie or header. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** SHA-256 in hex: how a random secret is kept. Passwords, which are guessable, go through argon2id instead. */
export function digest(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** A value by which a browser is known again, signed with `key`. */
export function newDeviceMark(key: string): string {
  const name = randomBytes(16).toString("base64url");
  return `${name}.${sign(name, key)}`;
}

/** The device's name when its mark was signed with `key`. */
export function readDeviceMark(mark: string | undefined, key: string): string | undefined {
  const [name = "", signature = ""] = mark?.split(".", 2) ?? [];
  const expected = Buffer.from(sign(name, key));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected) ? name : undefined;
}

function sign(name: string, key: string): string {
  return createHmac("sha256", key).update(name).digest("base64url");
}
