import { argon2, createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import pLimit from "p-limit";

/** A random secret of 256 bits, safe in cookies and headers. */
export function createSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** SHA-256 in hex, for random secrets. Passwords, which can be guessed, use argon2id instead. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** A value, signed with `key`, that identifies a browser. */
export function createDeviceMark(key: string): string {
  const name = randomBytes(16).toString("base64url");
  return `${name}.${sign(name, key)}`;
}

/** The device's name if `mark` was signed with `key`. */
export function verifyDeviceMark(mark: string | undefined, key: string): string | undefined {
  const [name = "", signature = ""] = mark?.split(".", 2) ?? [];
  const expected = Buffer.from(sign(name, key));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected) ? name : undefined;
}

function sign(name: string, key: string): string {
  return createHmac("sha256", key).update(name).digest("base64url");
}

/** Cost of one hash: about 0.1 s and 46 MiB (OWASP's first recommendation plus one pass). */
const defaultCost = { memory: 47_104, passes: 2, parallelism: 1 };
const tagLength = 32;
const maxConcurrentHashes = 2;
// Far more than the limits on sign-in attempts allow.
const maxQueuedHashes = 1000;

const derive = promisify(argon2);

export type PasswordHasher = {
  /** argon2id with the current cost, as a PHC string. */
  hash(password: string): Promise<string>;
  verify(password: string, phc: string): Promise<boolean>;
};

/** Hashes at most two passwords at once, so that many requests cannot exhaust the memory. Tests use a lower cost. */
export function createPasswordHasher(cost = defaultCost): PasswordHasher {
  const limit = pLimit(maxConcurrentHashes);
  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    if (limit.pendingCount >= maxQueuedHashes) {
      throw new Error("too many passwords are queued for hashing");
    }
    return limit(work);
  }
  return {
    hash: async (password) => enqueue(() => hash(password, cost)),
    verify: async (password, phc) => enqueue(() => verify(password, phc)),
  };
}

async function hash(password: string, cost: typeof defaultCost): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive("argon2id", { message: encode(password), nonce, tagLength, ...cost });
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toBase64(nonce)}$${toBase64(tag)}`;
}

async function verify(password: string, phc: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = "", tag = ""] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(phc) ?? [];
  const expected = Buffer.from(tag, "base64");
  const given = await derive("argon2id", {
    message: encode(password),
    nonce: Buffer.from(salt, "base64"),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(given, expected);
}

/** Keyboards encode "ã" as one or two characters; both must match. */
function encode(password: string): Buffer {
  return Buffer.from(password.normalize("NFKC"));
}

function toBase64(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
